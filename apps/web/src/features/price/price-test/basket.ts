import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import type { BillCoupon } from '@atoll/domain/bill/promotion/coupon';
import { type NotApplied, notApplied } from '@atoll/domain/bill/promotion/not-applied';
import { priceBasket } from '@atoll/domain/bill/promotion/price-basket';
import type { Menu } from '@atoll/domain/menu/menu';
import type { Outlet, SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { PriceRules } from '@atoll/domain/price/rules';
import { billTerms } from '@atoll/domain/tax/tax';
import { menuIndexOf } from '../../../sync/menu/menu-index.ts';

/** A chosen item of the basket. */
export interface BasketEntry {
  readonly key: string;
  readonly itemId: number;
  readonly size: string;
  readonly qty: number;
}

/** Everything that the test depends on. */
export interface Asked {
  readonly entries: readonly BasketEntry[];
  readonly type: SlotTypeName;
  /** Epoch ms. */
  readonly at: number;
  readonly customer: BillCustomer | null;
  readonly coupon: BillCoupon | null;
}

export interface Tested {
  readonly bill: Bill;
  readonly others: readonly NotApplied[];
}

/** Returns what a guest would pay, and what did not count; null where the outlet has no such slot type. Nothing is written. */
export function testPrices(
  { entries, type, at, customer, coupon }: Asked,
  { menus, outlet, rules }: { readonly menus: readonly Menu[]; readonly outlet: Outlet; readonly rules: PriceRules },
): Tested | null {
  const terms = billTerms(outlet, type, new Date(at).toISOString());
  if (!terms) return null;
  const index = menuIndexOf(menus);
  const { timezone, businessDayCutoff: cutoff } = outlet;
  const moment = { at, type, groupId: customer?.groupId ?? 0, timezone, cutoff };
  const lines = entries.flatMap(({ key, itemId, size: name, qty }) => {
    const found = index.find(itemId);
    const size = found?.item.sizes.find(({ value }) => value === name);
    return found && size
      ? [{ key, item: found.item, category: found.category, categoryIds: found.categoryIds, size, qty }]
      : [];
  });
  const find = (id: number) => {
    const found = index.find(id);
    return found && { categoryIds: found.categoryIds, openPrice: found.item.openPrice };
  };
  const bill = priceBasket({ lines, customer, coupons: coupon ? [coupon] : undefined, terms, rules, moment, find });
  const categoriesOf = (id: number) => index.find(id)?.categoryIds ?? [];
  return { bill, others: notApplied(rules, { bill, moment, categoriesOf }) };
}
