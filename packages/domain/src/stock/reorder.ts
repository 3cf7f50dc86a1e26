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

/** Returns whether an item runs low: it is below zero, or at or below its reorder level. An item with reorder level 0 or none is low only below zero. Source: R35.60. */
export function isLowStock(onHand: number, reorderLevel: number | null): boolean {
  return onHand < 0 || (reorderLevel !== null && reorderLevel > 0 && onHand <= reorderLevel);
}
