/**
 * What a bill's discount may take off. Whoever allowed it saw a percentage and a bill: an amount grows beyond the percentage when the bill gets smaller, a
 * percentage takes off more than was seen when the bill gets larger. Source: R36.9, docs/rules.md#discount-share.
 */
import { roundProduct } from '../money/round.ts';
import type { Bill } from './bill.ts';

type Discounted = Pick<Bill, 'discount' | 'discountAmount' | 'discountPercentage' | 'subTotal'>;

/** Returns a part of a whole as a percentage with two decimals; 0 of nothing. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;

/** Returns the percentage that the bill's discount takes off its subtotal. */
export const discountShare = ({ discount, discountAmount, discountPercentage, subTotal }: Discounted): number =>
  discountAmount === null ? discountPercentage : shareOf(discount, subTotal);

/** Returns the bill with the share that was allowed; that of a bill of an earlier release is its present one. */
export function withShare(bill: Bill): Bill {
  if (bill.discountShare !== undefined || bill.discountAmount === null || !bill.isOpen) return bill;
  return { ...bill, discountShare: discountShare(bill) };
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
): number | null {
  if (bill.discountSeen === undefined || bill.discountAmount !== null) return null;
  return bill.discount - bill.discountSeen > bill.items.length ? bill.discountPercentage : null;
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

/**
 * Returns the share that needs to be allowed, because the discount takes off more than the share that was; null when it does not. A laari for each item
 * is rounding, because an amount is shared among the items when some of them move, and so is half of the last decimal of the share.
 */
export function grownShare(bill: Discounted & Pick<Bill, 'discountShare' | 'isVoid' | 'items'>): number | null {
  if (bill.discountShare === undefined || bill.discountAmount === null || bill.isVoid) return null;
  const allowed = roundProduct(bill.subTotal, 2 * Math.round(bill.discountShare * 100) + 1, 20_000);
  return bill.discount - allowed > bill.items.length ? discountShare(bill) : null;
}
