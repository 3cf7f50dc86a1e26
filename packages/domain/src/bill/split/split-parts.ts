/** Computes which parts of a bill go to which check: equal parts, or parts that add up to an amount. Source: docs/rules.md#split. */
import { allocate } from '../../money/allocate.ts';
import { ok, type Result, refuse } from '../../refusal/refusal.ts';
import type { Bill, BillItem } from '../bill.ts';
import { billTotals, lineAmount } from '../totals.ts';
import { discountIntoItems } from './carry-discount.ts';
import type { SplitPart } from './split.ts';

const live = (bill: Bill): BillItem[] => bill.items.filter((item) => !item.isVoid);

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

/**
 * Returns the parts that come closest to an amount (laari, above zero and below the total) without exceeding it: whole items first, the most
 * expensive first, then some thousandths of the item with the lowest unit price among the others. Refuses with invalid.
 */
export function partsOfAmount(bill: Bill, amount: number): Result<readonly SplitPart[]> {
  if (!Number.isInteger(amount) || amount <= 0 || amount >= bill.total) return refuse('invalid');
  const whole = bill.discountAmount === null ? bill : discountIntoItems(bill);
  const totalOf = (parts: readonly SplitPart[]): number => {
    const qtys = new Map(parts.map((part) => [part.key, part.qty]));
    return billTotals({ ...whole, items: whole.items.flatMap((item) => piece(item, qtys.get(item.key))) }).total;
  };
  const lines = live(whole).sort((a, b) => lineAmount(b) - lineAmount(a) || (a.key < b.key ? -1 : 1));
  const taken: SplitPart[] = [];
  const left: BillItem[] = [];
  for (const { key, qty, ...item } of lines) {
    if (totalOf([...taken, { key, qty }]) <= amount) taken.push({ key, qty });
    else left.push({ ...item, key, qty });
  }
  const [cheapest] = left.sort((a, b) => lineAmount(a) / a.qty - lineAmount(b) / b.qty);
  if (cheapest) {
    const qty = maxWhere(Math.round(cheapest.qty * 1000), (thousandths) => {
      return totalOf([...taken, { key: cheapest.key, qty: thousandths / 1000 }]) <= amount;
    });
    if (qty > 0) taken.push({ key: cheapest.key, qty: qty / 1000 });
  }
  return taken.length > 0 ? ok(taken) : refuse('invalid');
}

function piece(item: BillItem, qty: number | undefined): BillItem[] {
  if (qty === undefined) return [];
  if (item.discount?.type !== 'Amount') return [{ ...item, qty }];
  return [{ ...item, qty, discount: { ...item.discount, value: Math.round((item.discount.value * qty) / item.qty) } }];
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
