/**
 * What a guest was shown on paper to pay, with gift cards, and how far a bill may fall below it. Every change of a bill, by whatever command, is compared by
 * `loweringOf`. Money in laari. Source: R36.8, docs/rules.md#printed-total.
 */
import { allocate } from '../money/allocate.ts';
import type { Bill } from './bill.ts';
import { toPay } from './card/sold-card.ts';
import { pickWinner, stableStringify } from './merge/pick-winner.ts';
import { applyTotals } from './new-bill.ts';
import type { Lowered, PrintedBill } from './printed-bill.ts';
import { isSplitAway } from './split/piece.ts';
import { pieceKeys } from './split/pieces.ts';

/** Returns how far a bill is below what may be asked for without an approval; 0 when it is not, and for a void bill. */
export function loweringOf(bill: Pick<Bill, 'printed' | 'isVoid' | 'total' | 'cardsSold'>): number {
  const { printed, isVoid } = bill;
  return printed === undefined || isVoid ? 0 : Math.max(0, printed.allowed - toPay(bill));
}

/** Returns the bill with what was printed; of a bill that was printed under an earlier release its present total. */
export function withPrint(bill: Bill): Bill {
  if (bill.printed !== undefined || bill.printCount === 0 || !bill.isOpen) return bill;
  return { ...bill, printed: { total: toPay(bill), allowed: toPay(bill), version: bill.version } };
}

/** Returns the bill with its present total allowed. */
export function allowLowering(bill: Bill, lowered: Lowered): Bill {
  if (bill.printed === undefined) return bill;
  const isUnapproved = lowered.isUnapproved || (bill.printed.lowered?.isUnapproved ?? false);
  return { ...bill, printed: { ...bill.printed, allowed: toPay(bill), lowered: { ...lowered, isUnapproved } } };
}

/**
 * Returns the bill after a print of `paper` laari. Paper of a till that did not have the latest items may show more or less than the bill: if it
 * shows more, somebody reduced the bill before the print was known.
 */
export function afterPrint(bill: Bill, paper: number = toPay(bill)): Bill {
  const known = bill.printed;
  const lowered =
    paper > toPay(bill) ? { by: lastVoider(bill), approvalKey: null, isUnapproved: true } : known?.lowered;
  return {
    ...bill,
    printed: {
      total: Math.max(known?.total ?? 0, paper),
      allowed: Math.min(toPay(bill), Math.max(known?.allowed ?? 0, paper)),
      version: bill.version,
      ...(lowered && { lowered }),
    },
  };
}

function lastVoider({ items }: Bill): number | null {
  const voided = items.filter((item) => item.isVoid && item.voidedAt !== null);
  return voided.sort((a, b) => Date.parse(b.voidedAt ?? '') - Date.parse(a.voidedAt ?? ''))[0]?.voidedBy ?? null;
}

/** Returns what the paper showed that listed these items: the bill's total with them, also if they are void by now. Pieces stand for an item that was cut. */
export function paperTotal(bill: Bill, itemKeys: Iterable<string>): number {
  const listed = new Set(itemKeys);
  for (const { key } of bill.items.filter((item) => isSplitAway(item) && listed.has(item.key)))
    for (const piece of pieceKeys(key)) listed.add(piece);
  const items = bill.items.map((item) => ({ ...item, isVoid: isSplitAway(item) || !listed.has(item.key) }));
  return toPay(applyTotals({ ...bill, items }));
}

/** Returns how much the rounding of several bills can take off what they were together: a laari for each item, and some for each bill. */
const roundingOf = (bills: readonly Bill[]): number =>
  bills.reduce((sum, { items }) => sum + items.filter((item) => !item.isVoid).length + 4, 0);

/**
 * Returns the bills of a split with what was printed shared among them by their totals: together they owe what the guest was shown. `before` is
 * the bill that was split, which is the first of them.
 */
export function sharePrinted({ printed }: Bill, bills: readonly Bill[]): readonly Bill[] {
  if (printed === undefined) return bills;
  const totals = bills.map(toPay);
  const sum = totals.reduce((all, total) => all + total, 0);
  const share = (amount: number): readonly number[] =>
    allocate(amount > sum && amount - sum <= roundingOf(bills) ? sum : amount, totals);
  const [shown, allowed] = [share(printed.total), share(printed.allowed)];
  return bills.map((bill, place) => ({
    ...bill,
    printed: {
      ...printed,
      total: shown[place] ?? 0,
      allowed: allowed[place] ?? 0,
      version: place === 0 ? printed.version : 0,
    },
  }));
}

/** Returns what was printed of two bills that are merged into `merged`: both together, and what was not printed counts as it is. */
export function joinPrinted(bills: readonly Bill[], merged: Bill): Bill {
  const known = bills.flatMap(({ printed }) => printed ?? []);
  if (known.length === 0) return merged;
  const sum = (amount: (bill: Bill) => number): number => bills.reduce((all, bill) => all + amount(bill), 0);
  const near = (amount: number): number =>
    amount > toPay(merged) && amount - toPay(merged) <= roundingOf(bills) ? toPay(merged) : amount;
  const lowered = known.flatMap((one) => one.lowered ?? []);
  const unapproved = lowered.find(({ isUnapproved }) => isUnapproved) ?? lowered[0];
  return {
    ...merged,
    printed: {
      total: near(sum((bill) => bill.printed?.total ?? toPay(bill))),
      allowed: near(sum((bill) => bill.printed?.allowed ?? toPay(bill))),
      version: Math.min(...known.map(({ version }) => version)),
      ...(unapproved && { lowered: unapproved }),
    },
  };
}

/** Returns what was printed, of two versions of one bill: that of the later print; of one print that which was reduced further. */
export function mergePrinted(a: PrintedBill | undefined, b: PrintedBill | undefined): PrintedBill | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return pickWinner(
    a,
    b,
    (one) => one.version,
    (one) => -one.allowed,
    (one) => stableStringify(one),
  );
}
