/** The price of an item: the menu's, unless an override is allowed. Source: docs/rules.md#prices, docs/rules.md#arrival. */
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { CatalogueItem } from './catalogue.ts';

interface Ordered {
  /** When the item was ordered, epoch ms. */
  readonly madeAt: number;
  /** How long after a change of the menu the price before it still counts, ms. */
  readonly windowMs: number;
  readonly mayOverride: boolean;
}

export interface ItemPrice {
  /** Laari per unit. */
  readonly sellingPrice: number;
  /** The menu's present price, when the item keeps one from before a change. */
  readonly laterPrice?: number;
}

/**
 * Returns the price of an item. The device's price is accepted for an open-price item, with `price.override`, and when it was the menu's at the
 * moment when the item was ordered, or was replaced at most `windowMs` before: then the present price is its flag. Otherwise the current menu price
 * counts. Source: R36.12.
 */
export function priceOf(
  input: Pick<BillItemInput, 'sellingPrice'>,
  { menuItem, pastPrices }: CatalogueItem,
  size: MenuSize,
  { madeAt, windowMs, mayOverride }: Ordered,
): ItemPrice {
  const { sellingPrice: now } = size;
  const price = input.sellingPrice;
  if (price === undefined || price === now) return { sellingPrice: now };
  if (mayOverride || menuItem.openPrice) return { sellingPrice: price };
  const counts = pastPrices.some(
    (past) => past.size === size.value && past.price === price && past.from <= madeAt && madeAt < past.until + windowMs,
  );
  return counts ? { sellingPrice: price, laterPrice: now } : { sellingPrice: now };
}
