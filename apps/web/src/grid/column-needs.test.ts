import { expect, it } from 'vitest';
import { columnNeed } from './column-needs.ts';
import type { GridColumn } from './grid.ts';

/** A wide letter takes 12 px, any other 6. */
const measure = (text: string): number => [...text].reduce((sum, letter) => sum + (/[wkTm]/.test(letter) ? 12 : 6), 0);
const column: GridColumn<string> = { key: 'slot', label: 'Slot', width: 150, cell: (row) => row };
const needOf = (rows: readonly string[]) => columnNeed(column, rows, measure, measure).full;

it('[R35.58] a column has room for the widest of texts with as many letters', () => {
  const names = ['Takeaway 1', 'Delivery 7', 'Delivery 8', 'Delivery 9'];
  expect(needOf(names)).toBe(needOf(['Takeaway 1']));
  expect(needOf(names.toReversed())).toBe(needOf(['Takeaway 1']));
  const many = Array.from({ length: 40 }, (_, n) => `Delivery ${n + 10}`);
  expect(needOf(['Takeaway 22', ...many])).toBe(needOf(['Takeaway 22']));
});
