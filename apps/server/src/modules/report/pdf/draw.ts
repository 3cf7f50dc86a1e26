/** Drawing a report on A4 pages: the outlet's header, the table with its header on each page, totals, and page numbers. */
import { createCanvas, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import { drawPlot } from './draw-plot.ts';
import { fontOf } from './fonts.ts';
import {
  columnWidths,
  lineHeight,
  linesOf,
  type Measure,
  margin,
  pageSizeOf,
  pagesOf,
  plotGap,
  textSize,
} from './layout.ts';
import { isRightToLeft, type ReportContent } from './report-content.ts';

const ink = '#1c1a17';
const faint = '#6b665e';
const line = '#d9d4ca';
const pad = 4;

interface Row {
  /** Lines of each cell. */
  readonly cells: readonly (readonly string[])[];
  readonly height: number;
  readonly isBold: boolean;
}

/** Draws a report and returns its PDF. */
export function drawReport(content: ReportContent): Buffer {
  const { width, height } = pageSizeOf(content);
  const room = width - 2 * margin;
  const measure = createRuler();
  const widths = columnWidths(content, room, measure);
  const rowOf = (texts: readonly string[], isBold: boolean): Row => {
    const cells = content.columns.map(({ isFigure }, index) => {
      const text = texts[index] ?? '';
      return isFigure ? [text] : linesOf(text, (widths[index] ?? 0) - 4, (one) => measure(one, isBold));
    });
    return { cells, isBold, height: Math.max(...cells.map((lines) => lines.length)) * lineHeight + 2 * pad };
  };
  const head = rowOf(
    content.columns.map(({ label }) => label),
    true,
  );
  const rows = [
    ...content.rows.map((texts) => rowOf(texts, false)),
    ...content.sums.map((texts) => rowOf(texts, true)),
  ];
  const plotRoom = content.plot ? content.plot.height + plotGap : 0;
  const top = margin + 26 + (content.outlet.length + content.lines.length) * lineHeight + 12 + plotRoom;
  const bottom = height - margin - lineHeight;
  const pages = pagesOf(
    rows.map((row) => row.height),
    bottom - top - head.height,
    bottom - margin - head.height,
  );

  const document = new PDFDocument({ title: content.title, creator: 'Atoll' });
  for (const [number, page] of pages.entries()) {
    const ctx = document.beginPage(width, height) as SKRSContext2D;
    const pen = penOf(ctx, { width, isMirrored: content.isRightToLeft, measure });
    let y = number === 0 ? drawHead(pen, content) : margin;
    if (number === 0 && content.plot) {
      drawPlot(ctx, content.plot, { x: margin, y: y - 4 });
      y += plotRoom;
    }
    y = drawRow(pen, head, { y, widths, content });
    pen.rule(y, ink);
    for (const index of page) {
      const row = rows[index] as Row;
      if (index === content.rows.length) pen.rule(y, ink);
      y = drawRow(pen, row, { y, widths, content });
      pen.rule(y, line);
    }
    if (rows.length === 0) pen.text(content.nothing, { y: y + lineHeight + pad, size: textSize, color: faint });
    const foot = { y: height - margin + 6, size: 7.5, color: faint };
    pen.text(`${content.outlet[0] ?? ''} · ${content.title}`, foot);
    const words = content.page.replace('{{page}}', String(number + 1)).replace('{{pages}}', String(pages.length));
    pen.text(words, { ...foot, isAtEnd: true });
    document.endPage();
  }
  return document.close();
}

interface Style {
  readonly y: number;
  readonly size: number;
  readonly color?: string;
  readonly isBold?: boolean;
  /** Whether to align at the end of the line instead of its start. */
  readonly isAtEnd?: boolean;
  /** Offset from the start of the line, and width; absent: the whole line. */
  readonly at?: number;
  readonly room?: number;
}

type Pen = ReturnType<typeof penOf>;

/** Returns a function that measures texts at the table's size and caches the widths. */
function createRuler(): Measure {
  const plain = createCanvas(1, 1).getContext('2d');
  const bold = createCanvas(1, 1).getContext('2d');
  plain.font = fontOf(textSize);
  bold.font = fontOf(textSize, true);
  const known = [new Map<string, number>(), new Map<string, number>()] as const;
  return (text, isBold) => {
    const widths = known[isBold ? 1 : 0];
    const width = widths.get(text) ?? (isBold ? bold : plain).measureText(text).width;
    widths.set(text, width);
    return width;
  };
}

function penOf(
  ctx: SKRSContext2D,
  { width, isMirrored, measure }: { width: number; isMirrored: boolean; measure: Measure },
) {
  const whole = width - 2 * margin;
  return {
    text(text: string, { y, size, color = ink, isBold = false, isAtEnd = false, at = 0, room = whole }: Style): void {
      const wide = (measure(text, isBold) * size) / textSize;
      ctx.font = fontOf(wide > room ? (size * room) / wide : size, isBold);
      ctx.fillStyle = color;
      ctx.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
      const isRight = isAtEnd !== isMirrored;
      ctx.textAlign = isRight ? 'right' : 'left';
      const left = margin + (isMirrored ? whole - at - room : at);
      ctx.fillText(text, isRight ? left + room : left, y);
    },
    rule(y: number, color: string): void {
      ctx.fillStyle = color;
      ctx.fillRect(margin, y, whole, 0.6);
    },
  };
}

function drawHead(pen: Pen, { outlet, title, lines }: ReportContent): number {
  let y = margin + 8;
  for (const [index, text] of outlet.entries()) {
    const isName = index === 0;
    pen.text(text, { y, size: isName ? 11 : textSize, isBold: isName, color: isName ? ink : faint });
    y += lineHeight;
  }
  y += 14;
  pen.text(title, { y, size: 16, isBold: true });
  y += lineHeight + 2;
  for (const text of lines) {
    pen.text(text, { y, size: textSize, color: faint });
    y += lineHeight;
  }
  return y;
}

function drawRow(pen: Pen, row: Row, place: { y: number; widths: readonly number[]; content: ReportContent }): number {
  let at = 0;
  for (const [column, lines] of row.cells.entries()) {
    const width = place.widths[column] ?? 0;
    const isFigure = place.content.columns[column]?.isFigure === true;
    for (const [index, text] of lines.entries()) {
      const y = place.y + pad + lineHeight * (index + 0.72);
      // A text in Thaana is aligned to the right of its column, whatever the direction of the columns.
      const isAtEnd = isFigure || (isRightToLeft(text) && !place.content.isRightToLeft);
      pen.text(text, { y, size: textSize, isBold: row.isBold, at, room: width - 4, isAtEnd });
    }
    at += width;
  }
  return place.y + row.height;
}
