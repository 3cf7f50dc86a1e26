/** The age of stock. Source: docs/rules.md#stock-age. */
import { allocate } from '../money/allocate.ts';

/**
 * Returns the value of stock by age, laari: one amount for each band, the youngest first, and one for what is older than all of them. What came
 * first is used first, so that what is left came last. `onHand` and the arrivals of each band are thousandths. The amounts add up to `worth`.
 */
export function valueByAge(onHand: number, worth: number, arrivals: readonly number[]): number[] {
  let left = Math.max(0, onHand);
  const parts = arrivals.map((arrived) => {
    const part = Math.min(left, Math.max(0, arrived));
    left -= part;
    return part;
  });
  return onHand <= 0 ? [...parts.map(() => 0), worth] : allocate(worth, [...parts, left]);
}
