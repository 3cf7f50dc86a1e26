/** Prices a basket that nobody saves: what a guest would pay at a moment. Source: R21.30, docs/rules.md#price-test. */
import type { MenuCategory, MenuItem, MenuSize } from '../../menu/menu.ts';
import { linePrice, type PriceMoment } from '../../price/line-price.ts';
import type { PriceRules } from '../../price/rules.ts';
import type { BillTerms } from '../../tax/tax.ts';
import type { Bill, BillCustomer, BillItem, ItemModifier } from '../bill.ts';
import { applyTotals, emptyBill, newItem } from '../new-bill.ts';
import { asSetHead, asSetPart, setPrices } from '../set-menu/set-menu.ts';
import type { BillCoupon } from './coupon.ts';
import type { PromotionContext } from './line-off.ts';
import { planPromotions } from './plan.ts';

/** An item of the menu in a size, with its options. */
interface BasketItem {
  readonly item: MenuItem;
  readonly category: Pick<MenuCategory, 'gstMode'> | null;
  readonly categoryIds: readonly number[];
  readonly size: MenuSize;
  /** Absent: none. */
  readonly modifiers?: readonly ItemModifier[] | undefined;
}

/** What is chosen for one unit of a set menu. */
export interface BasketPart extends BasketItem {
  readonly groupId: number;
  /** What it costs on top of the set, laari. */
  readonly extraPrice: number;
}

export interface BasketLine extends BasketItem {
  readonly key: string;
  readonly qty: number;
  /** Of a set menu: a part for each chosen unit, in the order of its groups. */
  readonly parts?: readonly BasketPart[] | undefined;
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

/** Returns a function that makes an item at its price of the moment. */
function itemMaker({ terms, rules, moment }: Basket, now: string) {
  return (key: string, index: number, qty: number, chosen: BasketItem): BillItem => {
    const { item: menuItem, category, categoryIds, size, modifiers = [] } = chosen;
    const { listPrice, sellingPrice, rule } = linePrice({ id: menuItem.id, categoryIds }, size, rules, moment);
    const about = { key, menuItem, category, size, qty, terms, now, user: null, index };
    return { ...newItem({ ...about, sellingPrice, modifiers }), ...(rule && { listPrice, priceRule: rule }) };
  };
}

/** Returns the items of a line: a set menu with its parts, at the prices that divide the set's. */
function itemsOf(line: BasketLine, index: number, make: ReturnType<typeof itemMaker>): BillItem[] {
  const { key, qty, parts } = line;
  const item = make(key, index, qty, line);
  if (!parts) return [item];
  const head = asSetHead({ ...item, qty: Math.ceil(qty) });
  const made = parts.map((part, place) => make(`${key} ${place}`, index, head.qty, part));
  const prices = setPrices(
    head.setPrice ?? 0,
    parts.map(({ extraPrice }, place) => {
      const { listPrice, sellingPrice } = made[place] as BillItem;
      return { listPrice: listPrice ?? sellingPrice, extraPrice };
    }),
  );
  const partOf = ({ groupId, extraPrice }: BasketPart, place: number): BillItem =>
    asSetPart(made[place] as BillItem, { head, groupId, price: prices[place] ?? 0, extraPrice });
  return [head, ...parts.map(partOf)];
}

/** Returns the bill of a basket, as a till would make it if all of it was tapped and planned at the moment. */
export function priceBasket(basket: Basket): Bill {
  const { lines, customer, coupons, terms, rules, moment, find } = basket;
  const now = new Date(moment.at).toISOString();
  const empty = emptyBill({ key: 'basket', type: moment.type, slot: '1', terms, now, user: null });
  const make = itemMaker(basket, now);
  const items = lines.flatMap((line, index) => itemsOf(line, index, make));
  const bill = applyTotals({ ...empty, items, customer, customerId: customer?.id ?? 0, ...(coupons && { coupons }) });
  return planPromotions(bill, rules, { at: moment.at, timezone: moment.timezone, cutoff: moment.cutoff, find });
}
