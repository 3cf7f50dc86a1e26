/** The lists of items that other systems export: which of their columns holds what. Source: R31.50, docs/rules.md#other-systems. */
import { plainHeading } from './column.ts';

export const otherSystems = ['Loyverse', 'Square', 'Odoo'] as const;
export type OtherSystem = (typeof otherSystems)[number];

type Headings = Readonly<Record<string, readonly string[]>>;

/**
 * The headings of each column of an item, the best first, as they are compared. Loyverse and Square have a row and a code for each size: an item
 * has one code, so theirs are not read, and the rows of an item stay together.
 */
const headingsOf: Readonly<Record<OtherSystem, Headings>> = {
  Loyverse: {
    name: ['name'],
    categoryIds: ['category'],
    description: ['description'],
    isSoldByWeight: ['sold by weight'],
    'sizes.value': ['option 1 value'],
    'sizes.sellingPrice': ['price', 'default price'],
    'sizes.costPrice': ['cost'],
    'sizes.barcode': ['barcode'],
  },
  Square: {
    name: ['item name'],
    categoryIds: ['categories', 'category', 'reporting category'],
    description: ['description'],
    'sizes.value': ['variation name', 'option value 1'],
    'sizes.sellingPrice': ['price'],
    'sizes.costPrice': ['default unit cost'],
    'sizes.barcode': ['gtin'],
  },
  Odoo: {
    name: ['name', 'display name'],
    code: ['internal reference', 'default code'],
    barcode: ['barcode'],
    categoryIds: ['point of sale category', 'point of sale categories', 'product category'],
    'sizes.sellingPrice': ['sales price', 'list price'],
    'sizes.costPrice': ['cost', 'standard price'],
  },
};

const required = ['name', 'sizes.sellingPrice'] as const;

/** Returns what each column of a list of another system holds, '' for one that is not read; null when it is no list of that system. */
export function columnsFrom(system: OtherSystem, heading: readonly string[]): string[] | null {
  const found = heading.map(plainHeading);
  const columns = heading.map(() => '');
  for (const [key, names] of Object.entries(headingsOf[system])) {
    const at = names.map((name) => found.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) columns[at] = key;
  }
  return required.every((key) => columns.includes(key)) ? columns : null;
}
