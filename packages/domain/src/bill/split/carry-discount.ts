/** Carries a bill's discount along when its items move to another bill. Money in laari. Source: docs/rules.md#moved-discount. */
import type { Bill, BillItem } from '../bill.ts';
import { billTotals } from '../totals.ts';

const hasDiscount = (bill: Bill): boolean => bill.discountPercentage > 0 || bill.discountAmount !== null;

/** Returns the items, those of `keys` with their share of the bill's discount as their own discount, and the sum of those shares. */
function intoItems(
  bill: Bill,
  keys: ReadonlySet<string>,
): { readonly items: readonly BillItem[]; readonly sum: number } {
  let sum = 0;
  const lines = new Map(billTotals(bill).lines.map((line) => [line.key, line]));
  const items = bill.items.map((item) => {
    const line = lines.get(item.key);
    if (!line || !keys.has(item.key) || line.discount === 0) return item;
    sum += line.discount;
    const value = line.gross - line.promotion - line.amount + line.discount;
    const givenBy = item.discount === null ? bill.discountBy : item.givenBy;
    const discount = { type: 'Amount' as const, value, reason: item.discount?.reason || bill.discountReason || '' };
    return { ...item, discount, ...(givenBy && { givenBy }) };
  });
  return { items, sum };
}

/** Returns the bill with its discount allocated to its items, for the same total. Items that are then cut or moved keep their share. */
export function discountIntoItems(bill: Bill): Bill {
  if (!hasDiscount(bill)) return bill;
  return { ...bill, ...noDiscount, items: intoItems(bill, new Set(bill.items.map((item) => item.key))).items };
}

const noDiscount = {
  discountPercentage: 0,
  discountAmount: null,
  discountBy: undefined,
  discountReason: undefined,
  discountSeen: undefined,
} as const;

/**
 * Returns both bills, prepared for moving the items of `going` from `from` to `to` without changing what they cost: an empty bill takes over a
 * percentage, otherwise each item takes its share of the discount along as its own. When both bills have different discounts, the discount of `to`
 * is allocated to its items too, so that none counts twice.
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
    if (to.items.length === 0 && to.discountPercentage === 0)
      return {
        from,
        to: {
          ...to,
          discountPercentage,
          discountBy: from.discountBy,
          ...(from.discountReason && { discountReason: from.discountReason }),
          ...(from.discountSeen !== undefined && { discountSeen: 0 }),
        },
      };
  }
  const moved = intoItems(from, going);
  const rest = discountAmount === null ? {} : { discountAmount: Math.max(0, from.discount - moved.sum) };
  return { from: { ...from, ...rest, items: moved.items }, to: discountIntoItems(to) };
}
