/**
 * The share of the subtotal that a bill's discount takes off. Whoever allowed it saw a percentage and a bill: an amount grows beyond the percentage when the
 * bill gets smaller. What a percentage takes off: discount-seen.ts. Source: R36.9, docs/rules.md#discount-share.
 */
import { roundProduct } from '../../money/round.ts';
import type { Bill } from '../bill.ts';

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

/**
 * Returns the share that needs to be allowed, because the discount takes off more than the share that was; null when it does not. A laari for each item
 * is rounding, because an amount is shared among the items when some of them move, and so is half of the last decimal of the share.
 */
export function grownShare(bill: Discounted & Pick<Bill, 'discountShare' | 'isVoid' | 'items'>): number | null {
  if (bill.discountShare === undefined || bill.discountAmount === null || bill.isVoid) return null;
  const allowed = roundProduct(bill.subTotal, 2 * Math.round(bill.discountShare * 100) + 1, 20_000);
  return bill.discount - allowed > bill.items.length ? discountShare(bill) : null;
}
