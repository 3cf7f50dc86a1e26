/**
 * Moving average cost. The total value of the stock on hand is stored (whole laari), not a price: value divided by quantity is the average, so
 * rounding errors do not accumulate. A price per stock unit is in thousandths of a laari (a gram of rice costs 1.5 laari).
 *
 * An issue takes its share of the value, rounded half away from zero; the last one takes all that is left, so that no stock has no value.
 * Stock below zero is valued at the last known price. A receipt then covers the negative quantity at the price it was booked with, and what
 * remains on hand has the value that was paid for it. Source: docs/rules.md#stock-value, docs/rules.md#rounding.
 */
import { roundProduct } from '../money/round.ts';

/** The stock of one item in a storage: `onHand` in thousandths of the stock unit, `worth` (its value) in laari. */
export interface StockLevel {
  readonly onHand: number;
  readonly worth: number;
}

export const noStock: StockLevel = { onHand: 0, worth: 0 };

/** Thousandths of a laari × thousandths of a unit in one laari. */
const costScale = 1_000_000;

/** Returns the value in laari of a quantity (thousandths) at a price (thousandths of a laari per stock unit), rounded half away from zero. */
export function worthAt(qty: number, unitCost: number): number {
  return roundProduct(qty, unitCost, costScale);
}

/** Returns the price of a stock unit in thousandths of a laari, from the value (laari) of a quantity (thousandths); 0 for no quantity. */
export function unitCostOf(worth: number, qty: number): number {
  if (qty === 0) return 0;
  return qty < 0 ? roundProduct(-worth, costScale, -qty) : roundProduct(worth, costScale, qty);
}

/** A change of a stock level: the new level, and the change of its value. */
export interface LevelChange {
  readonly level: StockLevel;
  /** Signed laari: after minus before. */
  readonly value: number;
}

const change = (before: StockLevel, onHand: number, worth: number): LevelChange => ({
  // Adding 0 turns a negative zero into 0.
  level: { onHand, worth: onHand === 0 ? 0 : worth + 0 },
  value: (onHand === 0 ? 0 : worth) - before.worth,
});

/** Returns the level after taking a positive quantity out. Stock below zero is valued at `lastCost` (thousandths of a laari per stock unit). */
export function takeOut(level: StockLevel, qty: number, lastCost: number): LevelChange {
  const onHand = level.onHand - qty;
  if (level.onHand <= 0) return change(level, onHand, level.worth - worthAt(qty, lastCost));
  // Not at the average, because the rounding error of a small remainder would be multiplied.
  if (onHand < 0) return change(level, onHand, -worthAt(-onHand, lastCost));
  return change(level, onHand, level.worth - roundProduct(level.worth, qty, level.onHand));
}

/** Returns the level after putting in a positive quantity with a value of `worth` laari. */
export function putIn(level: StockLevel, qty: number, worth: number): LevelChange {
  const onHand = level.onHand + qty;
  if (level.onHand >= 0) return change(level, onHand, level.worth + worth);
  if (onHand <= 0) return change(level, onHand, -roundProduct(-level.worth, -onHand, -level.onHand));
  return change(level, onHand, roundProduct(worth, onHand, qty));
}

/** Returns the current price of an item: the average while there is stock, otherwise the last known price (thousandths of a laari). */
export function currentCost(level: StockLevel, lastCost: number): number {
  return level.onHand > 0 ? unitCostOf(level.worth, level.onHand) : lastCost;
}
