/** Which items take part in a promotion, and what it takes off them. Money in laari. Source: R21.6, R21.10, docs/rules.md#promotions. */
import { birthdayNear } from '../../date/birthday.ts';
import { businessDate } from '../../date/business-day.ts';
import { roundProduct } from '../../money/round.ts';
import type { WindowClock } from '../../price/in-window.ts';
import { counts } from '../../price/line-price.ts';
import type { Promotion } from '../../price/promotion.ts';
import type { AppliedPart } from '../applied.ts';
import type { Bill, BillItem } from '../bill.ts';
import { floorOf, grossAmount } from '../totals.ts';
import { countedOfItems } from './off.ts';

/** An item of the menu as far as promotions depend on it. */
export interface PromotedItem {
  readonly categoryIds: readonly number[];
  readonly openPrice?: boolean | undefined;
}

export interface PromotionContext extends WindowClock {
  /** When promotions of the bill are planned, epoch ms. */
  readonly at: number;
  /** Returns an item of the menu by id; undefined: it is gone. */
  readonly find: (menuItemId: number) => PromotedItem | undefined;
  /** The promotions whose limits of bills are reached. Absent: only the server knows. */
  readonly usedUp?: ReadonlySet<number> | undefined;
  /** The birthday in the record of the bill's customer, null for none. Absent: as the bill says. */
  readonly birthday?: string | null | undefined;
}

type PromotedBill = Pick<Bill, 'type' | 'customer'>;

/** Returns the birthday of the bill's customer, if anything is known of it. */
export const birthdayOf = (
  { customer }: Pick<Bill, 'customer'>,
  { birthday }: Pick<PromotionContext, 'birthday'>,
): string | null | undefined => (birthday === undefined ? customer?.birthday?.day : birthday);

const minuteMs = 60_000;

/** What was found of each promotion, by minute, slot type and group: windows are read once for all items of a bill and all taps after it. */
const found = new WeakMap<Promotion, Map<string, boolean>>();
const maxFound = 500;

/** Returns whether a promotion counts for a bill at an instant (epoch ms). */
export function countsAt(rule: Promotion, bill: PromotedBill, at: number, context: PromotionContext): boolean {
  const { type, customer } = bill;
  const { timezone, cutoff } = context;
  if (rule.trigger === 'Birthday' && !birthdayNear(birthdayOf(bill, context), businessDate(at, timezone, cutoff)))
    return false;
  const groupId = customer?.groupId ?? 0;
  const name = `${Math.floor(at / minuteMs)} ${type} ${groupId} ${timezone} ${cutoff}`;
  const known = found.get(rule) ?? new Map<string, boolean>();
  const before = known.get(name);
  if (before !== undefined) return before;
  const now = counts(rule, businessDate(at, timezone, cutoff), { at, type, groupId, timezone, cutoff });
  if (known.size >= maxFound) known.clear();
  found.set(rule, known.set(name, now));
  return now;
}

/** Returns whether an item is on the menu with a price. */
const isPriced = (item: PromotedItem | undefined): boolean => item !== undefined && !item.openPrice;

/** Returns whether promotions of items may reduce an item at all. */
export const isPromotable = (item: BillItem, { find }: PromotionContext): boolean =>
  !item.isVoid &&
  !item.isComp &&
  item.parentKey === undefined &&
  item.qty > 0 &&
  item.menuItemId > 0 &&
  item.priceReason === undefined &&
  isPriced(find(item.menuItemId));

/** Returns whether an item is one of those that a rule names; it names everything when it names none. */
export function isNamed(
  { menuItemId }: BillItem,
  itemIds: readonly number[] = [],
  categoryIds: readonly number[] = [],
  { find }: PromotionContext,
): boolean {
  if (itemIds.length === 0 && categoryIds.length === 0) return true;
  return itemIds.includes(menuItemId) || !!find(menuItemId)?.categoryIds.some((id) => categoryIds.includes(id));
}

/** Returns whether a promotion of items is for an item, at the instant of its tap. */
export function isFor(rule: Promotion, item: BillItem, bill: PromotedBill, context: PromotionContext): boolean {
  return (
    isPromotable(item, context) &&
    !rule.exceptItemIds?.includes(item.menuItemId) &&
    isNamed(item, rule.itemIds, rule.categoryIds, context) &&
    countsAt(rule, bill, Date.parse(item.createdAt), context)
  );
}

const thousandths = (qty: number): number => Math.round(qty * 1000);

/** What promotions of items take off each item, and for how much of its quantity (in thousandths) it has one that does not go with others. */
export class Ledger {
  readonly #used = new Map<string, { readonly qty: number; readonly amount: number }>();

  add(parts: readonly AppliedPart[], isStacked: boolean): void {
    for (const { itemKey, qty, amount } of parts) {
      const known = this.#used.get(itemKey) ?? { qty: 0, amount: 0 };
      const more = isStacked ? 0 : thousandths(qty);
      this.#used.set(itemKey, { qty: known.qty + more, amount: known.amount + amount });
    }
  }

  takenOf({ key }: BillItem): number {
    return this.#used.get(key)?.amount ?? 0;
  }

  freeOf({ key, qty }: BillItem): number {
    return Math.max(0, thousandths(qty) - (this.#used.get(key)?.qty ?? 0)) / 1000;
  }
}

/** Returns the ledger of the applications of a bill that count. `stacked` are the promotions that go on top of others. */
export function ledgerOf(
  { items, applied = [] }: Pick<Bill, 'items' | 'applied'>,
  stacked: ReadonlySet<number>,
): Ledger {
  const ledger = new Ledger();
  for (const { parts = [], promotionId } of countedOfItems(items, applied)) ledger.add(parts, stacked.has(promotionId));
  return ledger;
}

/** Returns the value of a quantity of an item. */
export const valueOf = (item: BillItem, qty: number): number =>
  qty === item.qty ? grossAmount(item) : grossAmount({ ...item, qty });

/** Returns what may still be taken off an item that has `taken` off. */
export const roomOf = (item: BillItem, taken: number): number => {
  const gross = grossAmount(item);
  return Math.max(0, gross - floorOf(item, gross) - taken);
};

/** Returns what a percentage or an amount takes off a quantity of an item that others take `taken` off. */
export function lineOff(rule: Promotion, item: BillItem, qty: number, taken: number): number {
  const off =
    rule.type === 'AmountOff'
      ? roundProduct(rule.amount ?? 0, thousandths(qty), 1000)
      : roundProduct(Math.max(0, valueOf(item, qty) - taken), Math.round((rule.percent ?? 0) * 100), 10_000);
  return Math.min(off, roomOf(item, taken), valueOf(item, qty));
}
