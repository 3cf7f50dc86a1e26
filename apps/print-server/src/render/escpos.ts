/** Renders lines as ESC/POS bytes: as text where the printer's code page has all characters, otherwise as a picture of the line. */
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { Line, TextLine } from '../document/flow.ts';
import { textWidth } from '../document/text.ts';
import { chooseCodePage, encodeText, fitsCodePage } from './code-page.ts';

export interface EscposOptions {
  readonly columns: number;
  readonly codePage: PrinterConfig['codePage'];
  readonly feedBeforeCut: number;
  /** True to draw everything: for type Image, and for printers whose code pages are unreliable. */
  readonly allRaster: boolean;
  readonly copies: number;
  readonly openDrawer: boolean;
}

const lineFeed = 0x0a;

/** Returns the bytes of the whole job: the drawer first (it opens at once), then each copy with its cut. */
export async function renderEscpos(lines: readonly Line[], options: EscposOptions): Promise<Uint8Array> {
  const { columns, codePage, copies } = options;
  const drawn = await drawUnencodable(lines, options);
  const parts: Uint8Array[] = options.openDrawer ? [Uint8Array.of(0x1b, 0x70, 0, 25, 250)] : [];
  const encoder = newEncoder(options);
  encoder.initialize().raw(chooseCodePage(codePage));
  lines.forEach((line, index) => {
    const picture = drawn.get(index);
    if (picture) encoder.raw(picture);
    else if (line.kind === 'qr')
      encoder
        .align('center')
        .qrcode(line.data, { size: columns > 40 ? 6 : 5, errorlevel: 'm' })
        .align('left');
    else if (line.kind === 'text') encodeLine(encoder, line, options);
  });
  encoder.cut('partial');
  const encoded = encoder.encode();
  const document = encoded.at(-1) === lineFeed ? encoded.subarray(0, -1) : encoded; // The line feed after the cut would feed the next document.
  for (let copy = 0; copy < copies; copy++) parts.push(document);
  return Buffer.concat(parts);
}

function newEncoder(options: EscposOptions): ReceiptPrinterEncoder {
  return new ReceiptPrinterEncoder({
    columns: options.columns,
    language: 'esc-pos',
    codepageMapping: 'epson',
    newline: '\n',
    feedBeforeCut: options.feedBeforeCut,
    imageMode: 'raster',
    errors: 'relaxed',
  });
}

async function drawUnencodable(lines: readonly Line[], options: EscposOptions): Promise<Map<number, Uint8Array>> {
  const drawn = new Map<number, Uint8Array>();
  const unencodable = lines.flatMap((line, index) => (mustDraw(line, options) ? [[index, line] as const] : []));
  if (unencodable.length === 0) return drawn;
  const { rasterCommand, rasterLine } = await import('./raster.ts');
  for (const [index, line] of unencodable) drawn.set(index, rasterCommand(rasterLine(line, options.columns)));
  return drawn;
}

function mustDraw(line: Line, options: EscposOptions): boolean {
  if (options.allRaster || line.kind === 'logo') return true;
  return line.kind === 'text' && line.cells.some((cell) => !fitsCodePage(cell.text, options.codePage));
}

function encodeLine(encoder: ReceiptPrinterEncoder, line: TextLine, { columns, codePage }: EscposOptions): void {
  const width = line.double ? Math.floor(columns / 2) : columns;
  const text = placeCells(line, width);
  const indent = text.length - text.trimStart().length;
  if (line.double) encoder.size(2, 2);
  if (line.bold) encoder.bold(true);
  encoder.raw(encodeText(line.inverse ? text.slice(0, indent) : text, codePage));
  if (line.inverse)
    encoder
      .invert(true)
      .raw(encodeText(text.slice(indent), codePage))
      .invert(false);
  if (line.bold) encoder.bold(false);
  if (line.double) encoder.size(1, 1);
  encoder.newline();
}

function placeCells(line: TextLine, width: number): string {
  let text = '';
  for (const cell of line.cells) {
    const free = cell.width - textWidth(cell.text);
    const start = cell.at + (cell.align === 'left' ? 0 : cell.align === 'right' ? free : Math.floor(free / 2));
    text += ' '.repeat(Math.max(0, start - textWidth(text))) + cell.text;
  }
  return textWidth(text) > width ? text.trimEnd() : text;
}
