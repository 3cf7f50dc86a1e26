/** Reads a first menu from a table: category, item, size, price, and where it is made. */

import type { MenuRow } from '@atoll/domain/contract/outlet/start';
import { createCsvReader } from '@atoll/domain/grid/csv-reader';
import { type MenuItemType, menuItemTypes } from '@atoll/domain/menu/menu';
import { parseMoney } from '@atoll/domain/money/money';

export interface ReadMenu {
  readonly rows: MenuRow[];
  /** Numbers of the lines that could not be read; the first line is the heading. */
  readonly badLines: number[];
}

/** Accepted headings of each column, in lower case. */
const headings: Readonly<Record<keyof MenuRow, readonly string[]>> = {
  category: ['category', 'group', 'section'],
  name: ['item', 'name', 'product', 'dish'],
  size: ['size', 'variant'],
  price: ['price', 'selling price', 'amount', 'mvr'],
  type: ['type', 'station', 'printer'],
};

/** Returns the index of the column that holds a field, or -1. */
function columnOf(heading: readonly string[], key: keyof MenuRow): number {
  return heading.findIndex((field) => headings[key].includes(field.trim().toLowerCase()));
}

const typeOf = (text: string): MenuItemType =>
  menuItemTypes.find((one) => one.toLowerCase() === text.trim().toLowerCase()) ?? 'Kitchen';

/** Reads the text of a CSV file. A line without item or price is bad; one without a category goes under 'Menu'. */
export function readMenuCsv(text: string): ReadMenu {
  const reader = createCsvReader();
  const [heading = [], ...lines] = [...reader.push(text.trim()), ...reader.end()];
  const columns = Object.fromEntries(
    (Object.keys(headings) as (keyof MenuRow)[]).map((key) => [key, columnOf(heading, key)]),
  );
  const rows: MenuRow[] = [];
  const badLines: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.every((cell) => cell.trim() === '')) continue;
    const cell = (key: keyof MenuRow): string => line[columns[key] ?? -1]?.trim() ?? '';
    const price = parseMoney(cell('price').replace(/^(MVR|Rf\.?)\s*/i, ''));
    const name = cell('name').slice(0, 80);
    if (!name || price === null) badLines.push(index + 2);
    else
      rows.push({
        category: cell('category').slice(0, 60) || 'Menu',
        name,
        size: cell('size').slice(0, 20),
        price,
        type: typeOf(cell('type')),
      });
  }
  return { rows, badLines };
}
