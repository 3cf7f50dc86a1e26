/** The amount of money in entries that have not reached the server. */
import type { BillItem } from '@atoll/domain/bill/bill';
import { lineAmount } from '@atoll/domain/bill/totals';
import { changeDue } from '@atoll/domain/payment/plan';
import type { OutboxEntry } from './entry.ts';

interface Paid {
  readonly amount: number;
  /** What was handed over; the amount when absent. */
  readonly tendered?: number;
}

const paymentsOf = ({ body }: OutboxEntry): readonly Paid[] => (body['payments'] ?? []) as readonly Paid[];

const paymentsIn = (entry: OutboxEntry): number => paymentsOf(entry).reduce((sum, { amount }) => sum + amount, 0);

/** Returns the cash to give back to the person who paid last, in laari. */
export const changeOf = (entry: OutboxEntry): number =>
  changeDue(paymentsOf(entry).map(({ amount, tendered = amount }) => ({ amount, tendered })));

/** Returns true for entries that send items of a bill. */
export const hasLines = ({ kind }: OutboxEntry): boolean => kind === 'create' || kind === 'update';

/** Returns the items that the server has never had: known ones have a server id. */
export const newLines = ({ body }: OutboxEntry): BillItem[] =>
  ((body['items'] ?? []) as readonly BillItem[]).filter((item) => item.id === null && !item.isVoid);

/** Returns the amount of one entry in laari: payments taken, or items ordered. */
export function amountOf(entry: OutboxEntry): number {
  if (entry.kind === 'pay' || entry.kind === 'order.create') return paymentsIn(entry);
  if (entry.kind === 'shift.cash') return Number(entry.body['amount'] ?? 0);
  return newLines(entry).reduce((sum, item) => sum + lineAmount(item), 0);
}

function ofBill(entries: readonly OutboxEntry[]): number {
  const lines = new Map(entries.flatMap(newLines).map((item) => [item.key, lineAmount(item)]));
  const ordered = [...lines.values()].reduce((sum, amount) => sum + amount, 0);
  const paid = entries.filter(({ kind }) => kind === 'pay').reduce((sum, entry) => sum + paymentsIn(entry), 0);
  return Math.max(ordered, paid);
}

/** Returns the total in laari: for each bill the larger of paid and ordered, plus cash put in or taken out and what was paid of new orders. */
export function unsyncedAmount(entries: readonly OutboxEntry[]): number {
  const bills = Map.groupBy(
    entries.filter(({ billKey }) => billKey !== null),
    ({ billKey }) => billKey,
  );
  const beside = entries.reduce((sum, entry) => sum + (entry.billKey === null ? amountOf(entry) : 0), 0);
  return [...bills.values()].reduce((sum, own) => sum + ofBill(own), beside);
}

/** Returns when the oldest entry was made (ISO); null without entries. */
export const waitingSince = (entries: readonly OutboxEntry[]): string | null =>
  entries.reduce<string | null>((first, { madeAt }) => (first === null || madeAt < first ? madeAt : first), null);
