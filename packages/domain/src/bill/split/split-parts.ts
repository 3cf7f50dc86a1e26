/** Computes which parts of a bill go to which check: equal parts, or parts that add up to an amount. Source: docs/rules.md#split. */
import { allocate } from '../../money/allocate.ts';
import { ok, type Result, refuse } from '../../refusal/refusal.ts';
import type { Bill, BillItem } from '../bill.ts';
import { partsOfSet } from '../set-menu/set-menu.ts';
import { lineAmount } from '../totals.ts';
import { type SplitPart, splitBill } from './split.ts';

/** Returns the items that a split divides: a set menu goes with its parts, and a gift card stays whole, on the bill. */
const live = (bill: Bill): BillItem[] => {
  const keys = new Set(bill.items.map(({ key }) => key));
  return bill.items.filter(({ isVoid, card, parentKey }) => !isVoid && !card && !(parentKey && keys.has(parentKey)));
};

/** Returns what an item costs, a set menu with its parts. */
const amountOf = ({ items }: Bill, item: BillItem): number =>
  [item, ...partsOfSet(items, item.key).filter(({ isVoid }) => !isVoid)].reduce((sum, one) => sum + lineAmount(one), 0);

/**
 * Returns the parts of each check but the first when `checks` (2…9) checks share every item equally, in thousandths. The remainder stays
 * with the earlier checks. Refuses with invalid, or with nothingToPay for a bill without items.
 */
export function equalParts(bill: Bill, checks: number): Result<readonly (readonly SplitPart[])[]> {
  if (!Number.isInteger(checks) || checks < 2 || checks > 9) return refuse('invalid');
  const lines = live(bill);
  if (lines.length === 0) return refuse('nothingToPay');
  const shares = lines.map((item) =>
    allocate(
      Math.round(item.qty * 1000),
      Array.from({ length: checks }, () => 1),
    ),
  );
  const parts = Array.from({ length: checks - 1 }, (_, check) =>
    lines.flatMap((item, index) => {
      const qty = shares[index]?.[check + 1] ?? 0;
      return qty > 0 ? [{ key: item.key, qty: qty / 1000 }] : [];
    }),
  );
  return parts.every((one) => one.length > 0) ? ok(parts) : refuse('invalid');
}

/** How many items are tried as the one that is cut, and how many thousandths to each side of the amount. */
const maxCut = 12;
const maxSteps = 60;

interface Candidate {
  readonly parts: readonly SplitPart[];
  /** How far the check's total is from the amount, laari. */
  readonly off: number;
}

/**
 * Returns the parts whose total comes nearest to an amount (laari, above zero and below the total), so that both bills add up to the whole to the
 * laari: whole items first, the most expensive first, then some thousandths of one other item, that with which the amount is met best. Of two as
 * near, the one that does not exceed it. Refuses with invalid, also when no parts add up.
 */
export function partsOfAmount(bill: Bill, amount: number): Result<readonly SplitPart[]> {
  if (!Number.isInteger(amount) || amount <= 0 || amount >= bill.total) return refuse('invalid');
  const lines = live(bill).sort((a, b) => amountOf(bill, b) - amountOf(bill, a) || (a.key < b.key ? -1 : 1));
  const cheap = lines.toSorted((a, b) => amountOf(bill, a) / a.qty - amountOf(bill, b) / b.qty).slice(0, maxCut);
  let best: Candidate | null = null;
  for (const cut of cheap) {
    const taken: SplitPart[] = [];
    for (const { key, qty } of lines.filter((item) => item !== cut))
      if (totalsOf(bill, [...taken, { key, qty }]).check <= amount) taken.push({ key, qty });
    const found = nearestCut(bill, amount, taken, cut);
    if (found !== null && (best === null || found.off < best.off)) best = found;
    if (best?.off === 0) break;
  }
  return best ? ok(best.parts) : refuse('invalid');
}

/** Returns the nearest parts of whole items and some thousandths of another one, or null when none add up to the bill. */
function nearestCut(bill: Bill, amount: number, taken: readonly SplitPart[], cut: BillItem): Candidate | null {
  const end = Math.round(cut.qty * 1000);
  const partsAt = (n: number) => (n === 0 ? taken : [...taken, { key: cut.key, qty: n / 1000 }]);
  const below = maxWhere(end + 1, (n) => totalsOf(bill, partsAt(n)).check <= amount);
  let best: Candidate | null = null;
  for (const side of [-1, 1])
    for (let step = 0; step < maxSteps; step += 1) {
      const n = side < 0 ? below - step : below + 1 + step;
      const parts = partsAt(n);
      if (n < 0 || n > end || parts.length === 0) break;
      const { check, sum } = totalsOf(bill, parts);
      const off = Math.abs(check - amount);
      if (best !== null && off >= best.off) break;
      if (sum === bill.total && check < bill.total) best = { parts, off };
    }
  return best;
}

/** Returns the total of a check with these parts, and the sum with what remains of the bill. */
function totalsOf(bill: Bill, parts: readonly SplitPart[]): { readonly check: number; readonly sum: number } {
  if (parts.length === 0) return { check: 0, sum: bill.total };
  const blank = { ...bill, items: [], discountPercentage: 0, discountAmount: null };
  const context = { now: bill.modifiedAt, userId: null, newKey: (key: string, check: number) => `${key} ${check}` };
  const split = splitBill(bill, [{ bill: blank, parts }], context);
  if (!split.ok) return { check: Number.POSITIVE_INFINITY, sum: 0 };
  const check = split.value.targets[0]?.total ?? 0;
  return { check, sum: check + split.value.from.total };
}

/** Returns the greatest number below `end` for which `holds` is true (binary search): it is true from 0 up to that number, and false above. */
function maxWhere(end: number, holds: (n: number) => boolean): number {
  let [yes, no] = [0, end];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
