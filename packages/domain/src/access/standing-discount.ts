/** Who may set the discount that a customer or a house account has on each bill. Source: docs/rules.md#customers. */
import { type Held, permissionEffect } from './can.ts';

/** Returns whether a person may change such a discount: only to a percentage that they may give on a bill without asking. Percent; null and undefined: none. */
export function maySetDiscount(held: Held, before: unknown, after: unknown): boolean {
  const percent = Number(after ?? 0);
  return percent === Number(before ?? 0) || permissionEffect(held, 'bill.discount', percent) === 'allow';
}
