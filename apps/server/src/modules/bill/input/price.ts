/** The price of an item: the menu's, unless an override is allowed. Source: docs/rules.md#prices, docs/rules.md#arrival. */
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { CatalogueItem } from './catalogue.ts';

/**
 * Returns laari per unit. The device's price is accepted for an open-price item, with `price.override`, and when it was the menu's price at the
 * moment (epoch ms) when the item was ordered; otherwise the current menu price is returned.
 */
export function priceOf(
  input: Pick<BillItemInput, 'sellingPrice'>,
  { menuItem, pastPrices }: CatalogueItem,
  size: MenuSize,
  madeAt: number,
  mayOverride: boolean,
): number {
  const price = input.sellingPrice;
  if (price === undefined || price === size.sellingPrice) return size.sellingPrice;
  if (mayOverride || menuItem.openPrice) return price;
  const was = pastPrices.some(
    (past) => past.size === size.value && past.price === price && past.from <= madeAt && madeAt < past.until,
  );
  return was ? price : size.sellingPrice;
}
