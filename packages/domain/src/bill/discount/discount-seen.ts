/**
 * What a bill's discount took off when it was given. A percentage takes off more than was seen then when the bill gets larger, and is allowed again before the
 * bill is paid or divided. No till needs this for its first screen. Source: R36.9, docs/rules.md#discount-share.
 */
import type { Bill } from '../bill.ts';
import { discountShare } from './discount-share.ts';

/** A percentage that takes off more than when it was given. Laari. */
export interface GrownDiscount {
  readonly percentage: number;
  /** What it took off then. */
  readonly seen: number;
  readonly now: number;
}

/** Returns the bill with its present share and discount allowed. Without a discount it keeps none. */
export function allowShare(bill: Bill): Bill {
  const { discountShare: _share, discountSeen: _seen, ...rest } = bill;
  if (bill.discountAmount !== null) return { ...rest, discountShare: discountShare(bill) };
  return bill.discountPercentage === 0
    ? rest
    : { ...rest, discountShare: discountShare(bill), discountSeen: bill.discount };
}

/**
 * Returns the percentage that needs to be allowed again before the bill is paid or divided, because it takes off more than was seen when it was allowed;
 * null when it does not. A laari for each item is rounding. Bills of earlier releases do not say what was seen.
 */
export function grownDiscount(
  bill: Pick<Bill, 'discount' | 'discountAmount' | 'discountPercentage' | 'discountSeen' | 'items'>,
): GrownDiscount | null {
  const { discount: now, discountAmount, discountPercentage: percentage, discountSeen: seen, items } = bill;
  return seen === undefined || discountAmount !== null || now - seen <= items.length ? null : { percentage, seen, now };
}

/** Returns the bill with what its percentage takes off now as seen, where that is more than before. */
export const seeDiscount = <T extends Bill>(bill: T): T =>
  grownDiscount(bill) === null ? bill : { ...bill, discountSeen: bill.discount };

/**
 * Returns two bills after items moved from the first, which took `before` off: what was seen of a percentage goes along with the items that it takes off.
 * An item that takes its part along as a discount of its own leaves the percentage without it.
 */
export function moveSeen(before: Bill, from: Bill, to: Bill): { readonly from: Bill; readonly to: Bill } {
  const moved = before.discountAmount === null ? before.discount - from.discount : 0;
  const isAlong = to.discountAmount === null && to.discountPercentage === before.discountPercentage;
  const seen = (bill: Bill, more: number): Bill =>
    bill.discountSeen === undefined ? bill : { ...bill, discountSeen: bill.discountSeen + more };
  return { from: seen(from, -moved), to: isAlong ? seen(to, moved) : to };
}
