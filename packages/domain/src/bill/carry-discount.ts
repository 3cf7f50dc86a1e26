/** What becomes of a bill's discount when its lines go to another bill. Money in laari. Source: docs/rules.md#moved-discount. */
import type { Bill, BillItem } from './bill.ts';
import { billTotals } from './totals.ts';

const hasDiscount = (bill: Bill): boolean => bill.discountPercentage > 0 || bill.discountAmount !== null;

/** Answers the lines with their part of the bill's discount in their own, and the sum of those parts. */
function intoLines(
  bill: Bill,
  keys: ReadonlySet<string>,
): { readonly items: readonly BillItem[]; readonly sum: number } {
  let sum = 0;
  const lines = new Map(billTotals(bill).lines.map((line) => [line.key, line]));
  const items = bill.items.map((item) => {
    const line = lines.get(item.key);
    if (!line || !keys.has(item.key) || line.discount === 0) return item;
    sum += line.discount;
    const value = line.gross - line.amount + line.discount;
    return { ...item, discount: { type: 'Amount' as const, value, reason: item.discount?.reason ?? '' } };
  });
  return { items, sum };
}

/** Answers the bill with its discount in its lines, for the same total: what is cut in pieces or joined then shares it line by line. */
export function discountIntoLines(bill: Bill): Bill {
  if (!hasDiscount(bill)) return bill;
  return { ...bill, ...noDiscount, items: intoLines(bill, new Set(bill.items.map((item) => item.key))).items };
}

const noDiscount = { discountPercentage: 0, discountAmount: null } as const;

/**
 * Answers both bills before the lines of `going` leave `from` for `to`, so that they cost what they cost before: an empty bill takes over a
 * percentage, else each line takes its part of the discount along as its own. When both bills have different discounts, those of `to` go into its
 * lines too, so that none counts twice.
 */
export function carryDiscount(
  from: Bill,
  to: Bill,
  going: ReadonlySet<string>,
): { readonly from: Bill; readonly to: Bill } {
  if (!hasDiscount(from)) return { from, to };
  const { discountPercentage, discountAmount } = from;
  if (discountAmount === null && to.discountAmount === null) {
    if (discountPercentage === to.discountPercentage) return { from, to };
    if (to.items.length === 0 && to.discountPercentage === 0) return { from, to: { ...to, discountPercentage } };
  }
  const moved = intoLines(from, going);
  const rest = discountAmount === null ? {} : { discountAmount: Math.max(0, from.discount - moved.sum) };
  return { from: { ...from, ...rest, items: moved.items }, to: discountIntoLines(to) };
}
