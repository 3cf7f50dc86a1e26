/** How much money hangs on what is not with the server yet. */
import type { BillItem } from '@atoll/domain/bill/bill';
import { lineAmount } from '@atoll/domain/bill/totals';
import type { OutboxEntry } from './entry.ts';

interface Paid {
  readonly amount: number;
}

const paymentsIn = ({ body }: OutboxEntry): number =>
  ((body['payments'] ?? []) as readonly Paid[]).reduce((sum, { amount }) => sum + amount, 0);

/** Lines that the server has never had: those that it knows have its id. */
export const newLines = ({ body }: OutboxEntry): BillItem[] =>
  ((body['items'] ?? []) as readonly BillItem[]).filter((item) => item.id === null && !item.isVoid);

/** Laari that one entry carries: money that was taken, or lines that were ordered. */
export function amountOf(entry: OutboxEntry): number {
  if (entry.kind === 'pay') return paymentsIn(entry);
  if (entry.kind === 'shift.cash') return Number(entry.body['amount'] ?? 0);
  return newLines(entry).reduce((sum, item) => sum + lineAmount(item), 0);
}

function ofBill(entries: readonly OutboxEntry[]): number {
  const lines = new Map(entries.flatMap(newLines).map((item) => [item.key, lineAmount(item)]));
  const ordered = [...lines.values()].reduce((sum, amount) => sum + amount, 0);
  const paid = entries.filter(({ kind }) => kind === 'pay').reduce((sum, entry) => sum + paymentsIn(entry), 0);
  return Math.max(ordered, paid);
}

/** Laari: of each bill what was paid, or else what was ordered, and the cash that was put in or taken out. */
export function unsyncedAmount(entries: readonly OutboxEntry[]): number {
  const bills = Map.groupBy(
    entries.filter(({ billKey }) => billKey !== null),
    ({ billKey }) => billKey,
  );
  const cash = entries.filter(({ kind }) => kind === 'shift.cash').reduce((sum, entry) => sum + amountOf(entry), 0);
  return [...bills.values()].reduce((sum, own) => sum + ofBill(own), cash);
}

/** Since when something waits (ISO); null when nothing does. */
export const waitingSince = (entries: readonly OutboxEntry[]): string | null =>
  entries.reduce<string | null>((first, { madeAt }) => (first === null || madeAt < first ? madeAt : first), null);
