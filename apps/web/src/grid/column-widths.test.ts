import { expect, it } from 'vitest';
import { columnWidths } from './column-widths.ts';

const amount = { full: 110, least: 110 };
const name = { full: 300, least: 120 };
const note = { full: 200, least: 100 };
const sum = (widths: readonly number[]) => widths.reduce((all, one) => all + one, 0);

it('[R35.58] shares the room that is left over in proportion to the content of the columns', () => {
  expect(columnWidths([name, amount], 820)).toEqual([600, 220]);
});

it('[R35.58] takes missing room from long texts and never from amounts', () => {
  const widths = columnWidths([name, note, amount], 470);
  expect(widths[2]).toBe(110);
  expect(sum(widths)).toBeLessThanOrEqual(470);
  expect(widths[0]).toBeLessThan(300);
  expect(widths[1]).toBeLessThan(200);
});

it('[R35.58] keeps the least width of every column where the room is too small, so that the list scrolls', () => {
  expect(columnWidths([name, note, amount], 200)).toEqual([120, 100, 110]);
  expect(columnWidths([amount, amount], 50)).toEqual([110, 110]);
});
