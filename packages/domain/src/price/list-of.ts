/** Price lists as tills apply them, from the fields of their record. Source: R21.1, docs/rules.md#price-lists. */
import { timesOf } from './promotion-of.ts';
import type { PriceList } from './rules.ts';

interface Row {
  readonly menuItemId: number;
  readonly categoryId: number;
  readonly size: string;
  readonly price: number | null;
  readonly percent: number | null;
}

/** Returns the price list of a record. References are ids, 0 for none. */
export function priceListOf(id: number, values: Readonly<Record<string, unknown>>): PriceList {
  const rows = values['prices'] as readonly Row[];
  return {
    id,
    name: String(values['name']),
    kind: values['kind'] as PriceList['kind'],
    priority: Number(values['priority'] ?? 0),
    roundTo: Number(values['roundTo'] ?? 0),
    ...timesOf(values),
    prices: rows.map(({ menuItemId, categoryId, size, price, percent }) => ({
      ...(menuItemId > 0 ? { menuItemId } : { categoryId }),
      ...(size && { size }),
      ...(price === null ? { percent: percent ?? 0 } : { price }),
    })),
  };
}
