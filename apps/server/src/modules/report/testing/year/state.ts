/** The state of the year of trade while it is played. */
import type { Bill } from '@atoll/domain/bill/bill';
import { expect } from 'vitest';
import type { Store } from '../../../../platform/store/store.ts';
import { type Books, count, type OrderBook, type Paid, type PointEntry, type Sale } from './books.ts';
import { dayMs, dayOf } from './calendar.ts';
import type { Item, Terms, Totals, Use } from './law.ts';
import type { Guest, SlotName, YearShop } from './shop.ts';

export interface Year {
  readonly shop: YearShop;
  readonly store: Store;
  readonly books: Books;
  readonly next: () => number;
  readonly rateDay: string;
  readonly rateAfter: number;
  /** Prices of the menu from a day on. */
  readonly changes: { readonly day: string; readonly dish: string; readonly size: string; readonly price: number }[];
  readonly paid: Paid[];
  readonly orders: OrderBook[];
  /** On which bills each promotion counts, by key, with the customer of the bill. */
  readonly uses: Map<number, Map<string, number>>;
  /** Bills that have the coupon. */
  readonly couponBills: Set<string>;
  shift: number;
  slot: number;
}

/** A bill that is open, as the books have it. */
export interface Open {
  readonly bill: Bill;
  readonly type: SlotName;
  readonly guest: Guest | undefined;
  readonly coupons: ReadonlySet<number>;
  readonly terms: Terms;
  readonly covers: number;
  items: readonly Item[];
  uses: readonly Use[];
  readonly taps: Map<string, number>;
}

export const below = ({ next }: Pick<Year, 'next'>, max: number): number => Math.floor(next() * max);
export const pick = <T>(year: Pick<Year, 'next'>, of: readonly T[]): T => of[below(year, of.length)] as T;
export const happens = ({ next }: Pick<Year, 'next'>, chance: number): boolean => next() < chance;
export const storeAt = ({ store }: Year, at: number): Store => store.at(at);

/** The rate of bills that are opened at an instant, in basis points. */
export const rateAt = ({ rateDay, rateAfter }: Year, at: number): number =>
  at >= Date.parse(`${rateDay}T00:00:00Z`) ? rateAfter : 800;

/** What the server says of a bill, and what the books say. */
export function compare(what: string, bill: Bill, totals: Totals): void {
  const { subTotal, promotion = 0, discount, serviceCharge, gst, total, cardsSold = 0 } = bill;
  const of = { what, at: bill.lastSavedAt, key: bill.key };
  expect({ ...of, subTotal, promotion, discount, service: serviceCharge, gst, total, cards: cardsSold }).toEqual({
    ...of,
    subTotal: totals.subTotal,
    promotion: totals.promotion,
    discount: totals.discount,
    service: totals.service,
    gst: totals.gst,
    total: totals.total,
    cards: totals.cards,
  });
}

export function note({ books }: Year, sale: Sale, what: string): Sale {
  books.sales.push(sale);
  count(books, what);
  return sale;
}

export function addPoints({ books }: Year, entry: PointEntry): void {
  if (entry.points !== 0) books.points.push(entry);
}

export const pointsHeld = ({ books }: Year, customerId: number): number =>
  books.points.reduce((all, one) => all + (one.customerId === customerId ? one.points : 0), 0);

/** What counts for a tier: what was earned in the 365 days before, less what refunds took. */
export const pointsInYear = ({ books }: Year, customerId: number, at: number): number =>
  books.points.reduce((all, one) => {
    const counts = one.type === 'Earn' || (one.type === 'Refund' && one.points < 0);
    return one.customerId === customerId && counts && one.at > at - 365 * dayMs ? all + one.points : all;
  }, 0);

export const moment = (year: Year, at: number) => ({ at, day: dayOf(at), shift: year.shift });
