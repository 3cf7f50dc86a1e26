/** Renders lines as a PDF page as wide as the paper and as long as needed, or as a PNG picture. */
import { createCanvas, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import type { Line } from '../document/flow.ts';
import { lineHeight, paintLine } from './paint.ts';

const pointsPerMm = 72 / 25.4;
const marginPt = 8;

/** Returns the paper width in mm: 58 for 32 columns, otherwise 80. */
export function paperWidthMm(columns: number): number {
  return columns <= 32 ? 58 : 80;
}

/** Returns the size of the page and of a column (`unit`), in points. */
function pageSize(lines: readonly Line[], columns: number) {
  const width = paperWidthMm(columns) * pointsPerMm;
  const unit = (width - 2 * marginPt) / columns;
  const height = Math.ceil(lines.reduce((all, line) => all + lineHeight(line, columns) * unit, 2 * marginPt));
  return { width, height, unit };
}

/** Returns the document as PDF, one page for each copy, and its height in mm, which the print queue of the operating system needs. */
export function renderPdf(
  lines: readonly Line[],
  columns: number,
  title: string,
  copies: number,
): { pdf: Buffer; heightMm: number } {
  const { width, height, unit } = pageSize(lines, columns);
  const document = new PDFDocument({ title, creator: 'Atoll' });
  for (let copy = 0; copy < copies; copy++) {
    const ctx = document.beginPage(width, height) as SKRSContext2D;
    let y = marginPt;
    for (const line of lines) {
      paintLine(ctx, line, marginPt, y, unit, columns);
      y += lineHeight(line, columns) * unit;
    }
    document.endPage();
  }
  return { pdf: document.close(), heightMm: Math.ceil(height / pointsPerMm) };
}

/** Returns the document as a PNG picture, as a thermal printer would print it; a column is 12 pixels wide. */
export function renderPng(lines: readonly Line[], columns: number): Buffer {
  const unit = 12;
  const height = Math.ceil(lines.reduce((all, line) => all + lineHeight(line, columns) * unit, 2 * unit));
  const canvas = createCanvas((columns + 2) * unit, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#fff';
  ctx.fillRect(0, 0, canvas.width, height);
  let y = unit;
  for (const line of lines) {
    paintLine(ctx, line, unit, y, unit, columns);
    y += lineHeight(line, columns) * unit;
  }
  return canvas.toBuffer('image/png');
}
