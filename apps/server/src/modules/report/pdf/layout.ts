/** Where a table stands on its pages: widths of columns, lines of cells, rows of pages. Points of A4. */
import type { Paper } from './report-content.ts';

export const margin = 36;
export const textSize = 8.5;
export const lineHeight = 12;
const gap = 8;
const mostLines = 4;
/** More columns than these lie across. */
const uprightColumns = 7;

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export const pageSizeOf = ({ columns }: Paper): PageSize =>
  columns.length > uprightColumns ? { width: 842, height: 595 } : { width: 595, height: 842 };

/** How wide a text is. */
export type Measure = (text: string, isBold: boolean) => number;

/** Rows that say how wide a column of texts wants to be. */
const measured = 400;

/** Answers the width of each column: figures get what they need, texts share the rest by what they want. */
export function columnWidths({ columns, rows, sums }: Paper, room: number, measure: Measure): number[] {
  const wanted = columns.map(({ label, isFigure }, at) => {
    const texts = (isFigure ? rows : rows.slice(0, measured)).map((row) => measure(row[at] ?? '', false));
    const bold = [label, ...sums.map((row) => row[at] ?? '')].map((text) => measure(text, true));
    return [...texts, ...bold].reduce((most, width) => Math.max(most, width), 0) + gap;
  });
  const add = (isFigure: boolean): number =>
    wanted.reduce((sum, width, at) => sum + (columns[at]?.isFigure === isFigure ? width : 0), 0);
  const [figures, texts] = [add(true), add(false)];
  // Figures that leave no room for words are drawn smaller, all of them alike.
  const left = Math.max(room - figures, room * 0.25);
  return wanted.map((width, at) => {
    if (columns[at]?.isFigure) return Math.min(1, (room - Math.min(left, texts)) / figures) * width;
    return texts === 0 ? width : width * (left / texts);
  });
}

/** Answers a text's lines within a width; what is longer than four lines ends in a mark. */
export function linesOf(text: string, width: number, measure: (text: string) => number): string[] {
  if (measure(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\s|[-/;,])/u)) {
    for (let rest = word; rest !== ''; ) {
      if (measure((line + rest).trimEnd()) <= width) {
        line += rest;
        break;
      }
      if (line !== '') {
        lines.push(line.trimEnd());
        line = '';
        continue;
      }
      const letters = [...rest];
      let fits = letters.length - 1;
      while (fits > 1 && measure(letters.slice(0, fits).join('')) > width) fits -= 1;
      lines.push(letters.slice(0, Math.max(1, fits)).join(''));
      rest = letters.slice(Math.max(1, fits)).join('');
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line.trimEnd());
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1]}…`];
}

/** Answers which rows stand on which page, by their heights; a page takes one row at least. */
export function pagesOf(heights: readonly number[], firstRoom: number, room: number): number[][] {
  const pages: number[][] = [[]];
  let left = firstRoom;
  for (const [at, height] of heights.entries()) {
    const page = pages.at(-1) as number[];
    if (height > left && (page.length > 0 || pages.length === 1)) {
      pages.push([at]);
      left = room - height;
    } else {
      page.push(at);
      left -= height;
    }
  }
  return pages;
}
