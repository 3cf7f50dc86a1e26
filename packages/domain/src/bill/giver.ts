/** Who gave the discounts and complimentary items of a bill: whoever made the change, never who ordered the item. Source: docs/rules.md#givers. */
import type { Bill, BillItem, Giver } from './bill.ts';

type Reduction = Partial<Pick<BillItem, 'discount' | 'isComp'>>;

/** Returns who gave the item away after a change by a person; undefined when nothing is given. What only remains stays with who gave it. */
export function afterReduction(known: BillItem, changes: Reduction, by: number | null): Giver | undefined {
  const { discount = known.discount, isComp = known.isComp } = changes;
  if (discount === null && !isComp) return undefined;
  const isGiven = changes.isComp === true || (changes.discount ?? null) !== null;
  return isGiven ? { by, approver: null } : known.givenBy;
}

type Discount = Partial<Pick<Bill, 'discountPercentage' | 'discountAmount'>>;

/** Returns who gave the bill's discount after a person wrote these fields, without its reason where none is left; nothing when they leave the discount as it is. */
export function afterDiscount(stored: Bill, written: Discount, by: number | null): Partial<Bill> {
  if (written.discountPercentage === undefined && written.discountAmount === undefined) return {};
  const { discountPercentage = stored.discountPercentage, discountAmount = stored.discountAmount } = written;
  const isNone = discountPercentage === 0 && discountAmount === null;
  return isNone ? { discountBy: undefined, discountReason: undefined } : { discountBy: { by, approver: null } };
}

/** Returns whether something is given away on the bill of which it does not say who gave it: it was given in an earlier release. */
export function lacksGivers(bill: Bill): boolean {
  const { items, discountPercentage, discountAmount, discountBy } = bill;
  if ((discountPercentage > 0 || discountAmount !== null) && discountBy === undefined) return true;
  return items.some((item) => !item.isVoid && (item.isComp || item.discount !== null) && item.givenBy === undefined);
}
