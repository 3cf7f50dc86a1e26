/** Draws lines: for scripts that no code page holds, for PDF and for the preview. Only fonts shipped with the program are used. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { GlobalFonts, Image } from '@napi-rs/canvas';
import QRCode from 'qrcode';
import type { Cell, Line, TextLine } from '../document/flow.ts';
import { textWidth } from '../document/text.ts';

const require = createRequire(import.meta.url);
const fonts: readonly [family: string, packageName: string, subset: string][] = [
  ['Atoll Mono', '@fontsource/noto-sans-mono', 'latin'],
  ['Atoll Mono Ext', '@fontsource/noto-sans-mono', 'latin-ext'],
  ['Atoll Thaana', '@fontsource/noto-sans-thaana', 'thaana'],
  ['Atoll Cyrillic', '@fontsource/noto-sans-mono', 'cyrillic'],
  ['Atoll Greek', '@fontsource/noto-sans-mono', 'greek'],
  ['Atoll Sans', '@fontsource/noto-sans', 'devanagari'],
];
const families = `${fonts.map(([family]) => `'${family}'`).join(', ')}, sans-serif`;

for (const [family, packageName, subset] of fonts) {
  const files = join(dirname(require.resolve(`${packageName}/package.json`)), 'files');
  for (const weight of [400, 700]) {
    GlobalFonts.registerFromPath(join(files, `${packageName.split('/')[1]}-${subset}-${weight}-normal.woff2`), family);
  }
}

/** A character of the fixed-width font is 0.6 of its size wide. */
const widthOfSize = 0.6;

/**
 * Returns the height of a line in column widths: of a plain line, of one with other scripts (whose marks reach higher and lower), or of the
 * side of a QR code.
 */
export function lineHeight(line: Line, columns: number): number {
  if (line.kind === 'qr') return Math.min(16, columns / 2);
  if (line.kind === 'logo')
    return line.ratio === undefined ? logoHeight : Math.min(line.ratio * columns, maxPictureHeight);
  const plain = line.cells.every((cell) => /^[ -ɏ]*$/.test(cell.text));
  return (plain ? 2.5 : 10 / 3) * (line.double ? 2 : 1);
}

const logoHeight = 10;
/** Longest picture, in column widths. */
const maxPictureHeight = 600;

/** Draws a line with its top at `y`; a column is `unit` wide. It paints in black over what is there. */
export function paintLine(ctx: SKRSContext2D, line: Line, x: number, y: number, unit: number, columns: number): void {
  if (line.kind === 'qr') return paintQr(ctx, line.data, x, y, unit, columns);
  if (line.kind === 'logo')
    return paintLogo(ctx, line.image, { x, y, width: columns * unit, height: lineHeight(line, columns) * unit });
  const step = line.double ? unit * 2 : unit;
  const height = lineHeight(line, columns) * unit;
  ctx.fillStyle = '#000';
  if (line.inverse) {
    const [from, to] = inverseSpan(line, step === unit ? columns : Math.floor(columns / 2));
    ctx.fillRect(x + from * step, y, (to - from) * step, height);
    ctx.fillStyle = '#fff';
  }
  ctx.textBaseline = 'alphabetic';
  for (const cell of line.cells) paintCell(ctx, cell, x, y + height * 0.68, step, line.bold);
}

/** Returns the columns that are white on black: the text, with one black column on either side where there is room. */
export function inverseSpan(line: TextLine, columns: number): [from: number, to: number] {
  let from = columns;
  let to = 0;
  for (const cell of line.cells) {
    const taken = textWidth(cell.text);
    const indent = cell.text.length - cell.text.trimStart().length;
    const start = cell.align === 'left' ? cell.at : cell.at + (cell.width - taken) / (cell.align === 'right' ? 1 : 2);
    from = Math.min(from, start + indent);
    to = Math.max(to, start + taken);
  }
  return [Math.max(0, from - 1), Math.min(columns, to + 1)];
}

const fromTheRight = /[\p{Script=Thaana}\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Returns whether a text is read from right to left: its first letter or most of its letters are, as those of 'Z ރިޕޯޓް 12'. */
export function isRightToLeft(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const count = letters.filter((letter) => fromTheRight.test(letter)).length;
  return fromTheRight.test(letters[0] ?? '') || count * 2 > letters.length;
}

/** A number with a sign or a percent sign that stands alone: after Thaana letters the sign would go to its other side. */
const signedNumber = /(?<![\p{L}\p{N}])(?:[-+−]\p{N}[\p{N}.,]*%?|\p{N}[\p{N}.,]*%)/gu;
const [isolateStart, isolateEnd] = ['\u2066', '\u2069'];

function paintCell(ctx: SKRSContext2D, cell: Cell, x: number, baseline: number, step: number, bold: boolean): void {
  const indent = cell.text.length - cell.text.trimStart().length;
  const text = cell.text.trim();
  const [left, room] = [cell.at + indent, cell.width - indent];
  const size = step / widthOfSize;
  const font = (px: number) => `${bold ? 'bold ' : ''}${px}px ${families}`;
  ctx.font = font(size);
  const measured = ctx.measureText(text).width;
  if (measured > room * step + 0.5) ctx.font = font((size * room * step) / measured);
  ctx.textAlign = cell.align;
  const isRtl = isRightToLeft(text);
  ctx.direction = isRtl ? 'rtl' : 'ltr';
  const at = cell.align === 'left' ? left : cell.align === 'right' ? left + room : left + room / 2;
  const drawn = isRtl ? text.replace(signedNumber, `${isolateStart}$&${isolateEnd}`) : text;
  ctx.fillText(drawn, x + at * step, baseline);
}

function paintQr(ctx: SKRSContext2D, data: string, x: number, y: number, unit: number, columns: number): void {
  const { modules } = QRCode.create(data, { errorCorrectionLevel: 'M' });
  const side = lineHeight({ kind: 'qr', data }, columns) * unit;
  const exact = side / (modules.size + 4);
  const dot = exact >= 4 ? Math.floor(exact) : exact;
  const left = x + (columns * unit - side) / 2 + dot * 2;
  ctx.fillStyle = '#000';
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) ctx.fillRect(left + column * dot, y + (row + 2) * dot, dot, dot);
    }
  }
}

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a picture in the middle of a frame, as large as fits. */
function paintLogo(ctx: SKRSContext2D, source: string, frame: Frame): void {
  const image = new Image();
  image.src = Buffer.from(source.slice(source.indexOf(',') + 1), 'base64');
  if (!image.width || !image.height) return;
  const scale = Math.min(frame.width / image.width, frame.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  ctx.drawImage(image, frame.x + (frame.width - width) / 2, frame.y, width, height);
}
