/** Layout of a table on A4 pages, in points: widths of columns, lines of cells, rows of pages. */
import type { ReportContent } from './report-content.ts';

export const margin = 36;
export const textSize = 8.5;
export const lineHeight = 12;
export const plotTextSize = 8;
/** Space below a plot. */
export const plotGap = 14;
const gap = 8;
const maxLines = 4;
/** Tables with more columns are printed in landscape. */
const maxPortraitColumns = 7;

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export const pageSizeOf = ({ columns }: { readonly columns: readonly unknown[] }): PageSize =>
  columns.length > maxPortraitColumns ? { width: 842, height: 595 } : { width: 595, height: 842 };

/** Returns the width of a text in points. */
export type Measure = (text: string, isBold: boolean) => number;

/** Number of rows that are measured for the width of a text column. */
const measuredRows = 400;

/** Returns the width of each column in points. Figures get the width they need; text columns share the rest in proportion to theirs. */
export function columnWidths({ columns, rows, sums }: ReportContent, room: number, measure: Measure): number[] {
  const wanted = columns.map(({ label, isFigure }, index) => {
    const texts = (isFigure ? rows : rows.slice(0, measuredRows)).map((row) => measure(row[index] ?? '', false));
    const bold = [label, ...sums.map((row) => row[index] ?? '')].map((text) => measure(text, true));
    return [...texts, ...bold].reduce((max, width) => Math.max(max, width), 0) + gap;
  });
  const add = (isFigure: boolean): number =>
    wanted.reduce((sum, width, index) => sum + (columns[index]?.isFigure === isFigure ? width : 0), 0);
  const [figures, texts] = [add(true), add(false)];
  // Figures that leave too little room for texts are all reduced by the same factor.
  const left = Math.max(room - figures, room * 0.25);
  return wanted.map((width, index) => {
    if (columns[index]?.isFigure) return Math.min(1, (room - Math.min(left, texts)) / figures) * width;
    return texts === 0 ? width : width * (left / texts);
  });
}

/** Returns the lines of a text within a width, at most four; a longer text ends with '…'. */
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
      const chars = [...rest];
      let fits = chars.length - 1;
      while (fits > 1 && measure(chars.slice(0, fits).join('')) > width) fits -= 1;
      lines.push(chars.slice(0, Math.max(1, fits)).join(''));
      rest = chars.slice(Math.max(1, fits)).join('');
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line.trimEnd());
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`];
}

/** Returns the indexes of the rows on each page, by their heights. A page has at least one row, except an empty first page. */
export function pagesOf(heights: readonly number[], firstRoom: number, room: number): number[][] {
  const pages: number[][] = [[]];
  let left = firstRoom;
  for (const [index, height] of heights.entries()) {
    const page = pages.at(-1) as number[];
    if (height > left && (page.length > 0 || pages.length === 1)) {
      pages.push([index]);
      left = room - height;
    } else {
      page.push(index);
      left -= height;
    }
  }
  return pages;
}
