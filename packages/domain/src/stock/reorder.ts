/** How much of an item to order when it runs low. Quantities in thousandths of the stock unit. Source: docs/rules.md#stock-items. */

interface Levels {
  readonly onHand: number;
  readonly reorderLevel: number;
  readonly parLevel: number | null;
  readonly maxLevel: number | null;
}

/** Computes the quantity that fills an item up to its level, or to the reorder level, and never above its maximum. 0 when there is enough. */
export function qtyToOrder({ onHand, reorderLevel, parLevel, maxLevel }: Levels): number {
  const target = Math.min(parLevel ?? reorderLevel, maxLevel ?? Number.POSITIVE_INFINITY);
  return Math.max(0, target - onHand);
}
