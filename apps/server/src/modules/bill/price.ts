/** The price of a line: the menu's, whatever the device says, but for those who may say another. Source: docs/rules.md#prices, docs/rules.md#arrival. */
import type { BillItemInput } from '@atoll/domain/contract/bill';
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { CatalogueItem } from './catalogue.ts';

/**
 * Answers laari per unit. The device's price stands for an open-price item, with `price.override`, and when it was the menu's at the
 * moment (epoch ms) when the line was made; else the menu's price of now is taken.
 */
export function priceOf(
  input: Pick<BillItemInput, 'sellingPrice'>,
  { menuItem, pastPrices }: CatalogueItem,
  size: MenuSize,
  madeAt: number,
  mayOverride: boolean,
): number {
  const said = input.sellingPrice;
  if (said === undefined || said === size.sellingPrice) return size.sellingPrice;
  if (mayOverride || menuItem.openPrice) return said;
  const was = pastPrices.some(
    (past) => past.size === size.value && past.price === said && past.from <= madeAt && madeAt < past.until,
  );
  return was ? said : size.sellingPrice;
}
