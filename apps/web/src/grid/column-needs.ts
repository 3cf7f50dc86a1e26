/** How wide the columns of a list must be for what is in them. */

import type { ColumnNeed } from './column-widths.ts';
import type { GridColumn } from './grid.ts';

/** Inner space of a cell at both sides, and what rounding may take. */
const cellSpace = 30;
/** The arrow beside a heading. */
const arrowSpace = 18;
/** The ends of a chip around its word. */
const chipSpace = 20;
/** Longer texts are cut. */
const widest = 360;
/** Between the entries of a column that wraps. */
const entrySeparator = ', ';
/** Shapes of texts to measure of each column: the longest by letters need not be the widest. */
const candidates = 16;

/** Measures a text in px. */
export type Measure = (text: string, isStrong: boolean) => number;

/** Returns the letters of a text that take room: without combining marks. */
const letters = (text: string): number => text.replace(/\p{M}/gu, '').length;

/** Returns the longest shapes of texts by number of letters. Texts that differ in their digits only are as wide as each other. */
function longest(texts: readonly string[]): readonly string[] {
  const shapes = new Set(texts.map((text) => text.replace(/\d/g, '0')));
  return [...shapes].sort((a, b) => letters(b) - letters(a)).slice(0, candidates);
}

interface Content {
  readonly width: number;
  /** A chip or a picture, which is never cut. */
  readonly isMark: boolean;
}

function contentOf<Row>(column: GridColumn<Row>, rows: readonly Row[], measure: Measure): Content {
  const { cell, text, align, width = 150, strong = false } = column;
  if (column.isPicture || rows.length === 0) return { width: width - cellSpace, isMark: true };
  const texts: string[] = [];
  let isMark = false;
  for (const row of rows) {
    const shown = cell(row);
    if (typeof shown === 'string' || typeof shown === 'number') texts.push(String(shown));
    else if (shown !== null && shown !== undefined && typeof shown !== 'boolean') {
      // Amounts in a colour are elements too, without the ends of a chip.
      isMark = true;
      if (text) texts.push(String(text(row) ?? ''));
    }
  }
  const measured = Math.max(0, ...longest(texts).map((one) => measure(one, strong || isMark)));
  if (isMark && !text) return { width: Math.max(measured, width - cellSpace), isMark };
  return { width: measured + (isMark && !align ? chipSpace : 0), isMark };
}

/**
 * Returns what a column needs for its heading and for all rows of the page. A column of texts gives way down to its preferred width;
 * one of figures, chips or pictures does not.
 */
export function columnNeed<Row>(
  column: GridColumn<Row>,
  rows: readonly Row[],
  measure: Measure,
  heading: Measure,
): ColumnNeed {
  const { label, sortable, align, width = 150 } = column;
  const head = heading(label, true) + (sortable ? arrowSpace : 0);
  const { width: content, isMark } = contentOf(column, rows, measure);
  const whole = Math.ceil(Math.max(head, content)) + cellSpace;
  if (align || isMark || column.key === 'id') return { full: whole, least: whole };
  const full = Math.min(whole, Math.max(widest, Math.ceil(head) + cellSpace));
  if (column.wraps) {
    const entries = rows.flatMap((row) => String(column.text?.(row) ?? '').split(entrySeparator));
    const entry = Math.max(head, ...longest(entries).map((one) => measure(one, false)));
    return { full: Math.max(full, Math.ceil(entry) + cellSpace), least: Math.ceil(entry) + cellSpace };
  }
  return { full, least: Math.min(full, Math.max(width, Math.ceil(head) + cellSpace)) };
}
