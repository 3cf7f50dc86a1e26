/** Prices a basket that nobody saves: what a guest would pay at a moment. Source: R21.30, docs/rules.md#price-test. */
import type { MenuCategory, MenuItem, MenuSize } from '../../menu/menu.ts';
import { linePrice, type PriceMoment } from '../../price/line-price.ts';
import type { PriceRules } from '../../price/rules.ts';
import type { BillTerms } from '../../tax/tax.ts';
import type { Bill, BillCustomer } from '../bill.ts';
import { applyTotals, emptyBill, newItem } from '../new-bill.ts';
import type { BillCoupon } from './coupon.ts';
import type { PromotionContext } from './line-off.ts';
import { planPromotions } from './plan.ts';

export interface BasketLine {
  readonly key: string;
  readonly item: MenuItem;
  readonly category: Pick<MenuCategory, 'gstMode'> | null;
  readonly categoryIds: readonly number[];
  readonly size: MenuSize;
  readonly qty: number;
}

interface Basket {
  readonly lines: readonly BasketLine[];
  readonly customer: BillCustomer | null;
  /** Absent: none. */
  readonly coupons?: readonly BillCoupon[] | undefined;
  readonly terms: BillTerms;
  readonly rules: PriceRules;
  readonly moment: PriceMoment;
  readonly find: PromotionContext['find'];
}

/** Returns the bill of a basket, as a till would make it if all of it was tapped and planned at the moment. */
export function priceBasket({ lines, customer, coupons, terms, rules, moment, find }: Basket): Bill {
  const now = new Date(moment.at).toISOString();
  const empty = emptyBill({ key: 'basket', type: moment.type, slot: '1', terms, now, user: null });
  const items = lines.map(({ key, item, category, categoryIds, size, qty }, index) => {
    const { listPrice, sellingPrice, rule } = linePrice({ id: item.id, categoryIds }, size, rules, moment);
    const made = newItem({ key, menuItem: item, category, size, qty, terms, now, user: null, index, sellingPrice });
    return { ...made, ...(rule && { listPrice, priceRule: rule }) };
  });
  const bill = applyTotals({ ...empty, items, customer, customerId: customer?.id ?? 0, ...(coupons && { coupons }) });
  return planPromotions(bill, rules, { at: moment.at, timezone: moment.timezone, cutoff: moment.cutoff, find });
}
