/** Small computations on bills as they are stored. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { RawData } from './raw-data.ts';
import type { ReportQuery } from './report-query.ts';

export const isWithin = (date: string | null, { from, to }: ReportQuery): boolean =>
  date !== null && date >= from && date <= to;

export const isRefund = (bill: Bill): boolean => bill.refundOfId !== null;

/** Returns paid bills and refunds in the range. */
export const soldIn = ({ bills }: RawData, ask: ReportQuery): Bill[] =>
  bills.filter((bill) => bill.status === 'Complete' && isWithin(bill.businessDate, ask));

export const add = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((sum, one) => sum + of(one), 0);

export const visits = (bills: readonly Bill[]): number => bills.filter((bill) => !isRefund(bill)).length;

/** Returns the average in whole laari, rounded half up, or null without bills. */
export const mean = (total: number, count: number): number | null => (count === 0 ? null : Math.round(total / count));

export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 10;

export const hourOf = (iso: string | null): number => new Date(Date.parse(iso ?? '') + 5 * 3_600_000).getUTCHours();

/** Returns the amount of an item before its own discount, in laari, rounded half away from zero. */
export function grossOf({ sellingPrice, modifiers, qty }: BillItem): number {
  const price = Math.max(0, sellingPrice + add(modifiers, ({ priceDelta }) => priceDelta));
  const thousandths = price * Math.round(Math.abs(qty) * 1000);
  return Math.sign(qty) * Math.floor((thousandths + 500) / 1000);
}

/** Returns the amount of an item after its own discount, in laari. */
export function amountOf(item: BillItem): number {
  const gross = Math.abs(grossOf(item));
  const { discount } = item;
  if (discount === null) return Math.sign(item.qty) * gross;
  const off =
    discount.type === 'Amount'
      ? Math.min(gross, Math.abs(discount.value))
      : Math.floor((gross * Math.round(discount.value * 100) + 5000) / 10_000);
  return Math.sign(item.qty) * (gross - off);
}

export const isLive = (item: BillItem): boolean => !item.isVoid && !item.isComp;

/** Groups a list by key, in the order of first occurrence. */
export function grouped<T>(list: readonly T[], keyOf: (one: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups];
}

export const person = (raw: RawData, id: number | null): string => raw.people.get(id ?? 0) ?? '';

export const iso = (at: number): string => new Date(at).toISOString();
