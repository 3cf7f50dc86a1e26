/** Why a set menu costs what it costs, step by step, as one item. Source: R21.21, R21.25. */
import type { BillItem } from '../bill.ts';
import { explainLine, type PriceStep } from '../explain-line.ts';
import { joinedShares } from '../promotion/joined-shares.ts';
import type { LineShare } from '../promotion/off.ts';

/**
 * Returns the steps from the menu's price of a set to what it costs with the extras and options of its parts; the last one is what the parts cost
 * together. `shares` are the promotions of its parts.
 */
export function explainSet(
  head: BillItem,
  parts: readonly BillItem[],
  shares: readonly LineShare[] = [],
): readonly PriceStep[] {
  const options = parts.flatMap(({ name, extraPrice = 0, modifiers }) => [
    ...(extraPrice > 0 ? [{ optionId: 0, name, priceDelta: extraPrice }] : []),
    ...modifiers,
  ]);
  const whole = { ...head, sellingPrice: head.setPrice ?? 0, modifiers: options };
  // What one application takes off several parts is one step.
  return explainLine(
    whole,
    joinedShares(shares, ({ key }) => key),
  );
}
