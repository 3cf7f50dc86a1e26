import { useCallback, useRef, useSyncExternalStore } from 'react';
import { columnNeed, type Measure } from './column-needs.ts';
import { type ColumnNeed, columnWidths } from './column-widths.ts';
import type { GridColumn } from './grid.ts';
import css from './grid-table.module.css';

/** Widths in px of the column with the boxes that select rows, and of the one with the row menus. */
export const checkWidth = 52;
export const actionsWidth = 52;

export interface ColumnSizes {
  readonly widths: readonly number[];
  /** The least width of the table in px. */
  readonly least: number;
  /** The table is wider than its place and scrolls sideways. */
  readonly isWide: boolean;
}

/** Calls `measureAll` with functions that measure the texts of cells and headings in the fonts of the page. */
function withMeasures<T>(measureAll: (cell: Measure, heading: Measure) => T): T {
  const probe = document.createElement('span');
  probe.className = css.probe ?? '';
  document.body.append(probe);
  const measure = (size: string) => (text: string, isStrong: boolean) => {
    probe.style.fontSize = size;
    probe.style.fontWeight = isStrong ? '600' : '400';
    probe.textContent = text;
    return probe.getBoundingClientRect().width;
  };
  const measured = measureAll(measure('var(--text-row)'), measure('var(--text-hint)'));
  probe.remove();
  return measured;
}

/** Returns the width of the inside of an element in px, and follows its changes. */
function useInnerWidth(element: HTMLElement | null): number {
  const watchSize = useCallback(
    (changed: () => void) => {
      if (!element) return () => undefined;
      const watch = new ResizeObserver(changed);
      watch.observe(element);
      return () => watch.disconnect();
    },
    [element],
  );
  return useSyncExternalStore(watchSize, () => element?.clientWidth ?? 0);
}

/** How often fonts of the page arrived. */
let fontLoads = 0;

function watchFonts(changed: () => void): () => void {
  const count = () => {
    fontLoads += 1;
    changed();
  };
  document.fonts.addEventListener('loadingdone', count);
  return () => document.fonts.removeEventListener('loadingdone', count);
}

interface Measured {
  readonly rows: readonly unknown[] | undefined;
  readonly key: string;
  readonly needs: readonly ColumnNeed[];
}

/** Returns the sizes of the columns for the rows of the page, measured once per page (R35.58). */
export function useColumnSizes<Row>(
  sheet: HTMLElement | null,
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[] | undefined,
  hasActions: boolean,
): ColumnSizes {
  'use no memo';
  const inner = useInnerWidth(sheet);
  // Texts are measured again in a font that arrives later.
  const fonts = useSyncExternalStore(watchFonts, () => fontLoads);
  const measured = useRef<Measured | null>(null);
  const key = JSON.stringify([fonts, columns.map(({ key: name, label }) => [name, label])]);
  if (measured.current?.key !== key || measured.current.rows !== rows) {
    const needs = withMeasures((cell, heading) =>
      columns.map((column) => columnNeed(column, rows ?? [], cell, heading)),
    );
    measured.current = { rows, key, needs };
  }
  const own = checkWidth + (hasActions ? actionsWidth : 0);
  const widths = columnWidths(measured.current.needs, inner - own);
  const least = own + widths.reduce((sum, width) => sum + width, 0);
  return { widths, least, isWide: sheet !== null && least > inner };
}
