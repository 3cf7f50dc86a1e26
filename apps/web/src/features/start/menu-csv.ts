/** A first menu from a table that a person has: category, item, size, price, and where it is made. */

import type { MenuRow } from '@atoll/domain/contract/start';
import { type MenuItemType, menuItemTypes } from '@atoll/domain/menu/menu';
import { parseMoney } from '@atoll/domain/money/money';
import Papa from 'papaparse';

export interface ReadMenu {
  readonly rows: MenuRow[];
  /** Numbers of the lines that could not be read; the first line is the heading. */
  readonly badLines: number[];
}

/** Headings as people write them. */
const headings: Readonly<Record<keyof MenuRow, readonly string[]>> = {
  category: ['category', 'group', 'section'],
  name: ['item', 'name', 'product', 'dish'],
  size: ['size', 'variant'],
  price: ['price', 'selling price', 'amount', 'mvr'],
  type: ['type', 'station', 'printer'],
};

function columnOf(fields: readonly string[], key: keyof MenuRow): string | undefined {
  return fields.find((field) => headings[key].includes(field.trim().toLowerCase()));
}

const typeOf = (text: string): MenuItemType =>
  menuItemTypes.find((one) => one.toLowerCase() === text.trim().toLowerCase()) ?? 'Kitchen';

/** Reads the text of a CSV file. A line without item or price is bad; without a category it is under 'Menu'. */
export function readMenuCsv(text: string): ReadMenu {
  const { data, meta } = Papa.parse<Record<string, string>>(text.trim(), { header: true, skipEmptyLines: 'greedy' });
  const fields = meta.fields ?? [];
  const columns = Object.fromEntries(
    (Object.keys(headings) as (keyof MenuRow)[]).map((key) => [key, columnOf(fields, key)]),
  );
  const rows: MenuRow[] = [];
  const badLines: number[] = [];
  for (const [index, line] of data.entries()) {
    const cell = (key: keyof MenuRow): string => (columns[key] && line[columns[key]]?.trim()) || '';
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
