/**
 * Moving average cost. What is kept is the worth of what lies there (whole laari), not a price: worth over quantity is the average, and
 * nothing drifts. A price per stock unit is in thousandths of a laari (a gram of rice costs 1.5 laari).
 *
 * Decided: what goes out takes its share of the worth, rounded half away from zero; the last of it takes all that is left, so that an empty
 * shelf is worth nothing. Goods that go out below zero are owed at the last known price; what then comes in pays the debt at the price it was
 * booked with, and what remains on the shelf is worth what was paid for it. Source: docs/rules.md#stock-value, docs/rules.md#rounding.
 */
import { roundProduct } from '../money/round.ts';

/** What lies in a storage of one item: thousandths of the stock unit, and laari. */
export interface StockLevel {
  readonly onHand: number;
  readonly worth: number;
}

export const noStock: StockLevel = { onHand: 0, worth: 0 };

/** A laari's thousandths times a quantity's thousandths. */
const perWorth = 1_000_000;

/** Answers the laari of a quantity (thousandths) at a price (thousandths of a laari per stock unit), half away from zero. */
export function worthAt(qty: number, unitCost: number): number {
  return roundProduct(qty, unitCost, perWorth);
}

/** Answers the price of a stock unit in thousandths of a laari, for a worth and its quantity; 0 without a quantity. */
export function unitCostOf(worth: number, qty: number): number {
  if (qty === 0) return 0;
  return qty < 0 ? roundProduct(-worth, perWorth, -qty) : roundProduct(worth, perWorth, qty);
}

/** A change of a level: the level after it, and what the worth changed by. */
export interface LevelChange {
  readonly level: StockLevel;
  /** Signed laari: after minus before. */
  readonly value: number;
}

const change = (before: StockLevel, onHand: number, worth: number): LevelChange => ({
  // Adding 0 turns a negative zero into the plain one.
  level: { onHand, worth: onHand === 0 ? 0 : worth + 0 },
  value: (onHand === 0 ? 0 : worth) - before.worth,
});

/** Takes a positive quantity out; `lastCost` (thousandths of a laari) is the price of what is owed once nothing lies there. */
export function takeOut(level: StockLevel, qty: number, lastCost: number): LevelChange {
  const onHand = level.onHand - qty;
  if (level.onHand <= 0) return change(level, onHand, level.worth - worthAt(qty, lastCost));
  // Not the average: what is left of a rounding on a thousandth would be multiplied.
  if (onHand < 0) return change(level, onHand, -worthAt(-onHand, lastCost));
  return change(level, onHand, level.worth - roundProduct(level.worth, qty, level.onHand));
}

/** Puts a positive quantity in that is worth so many laari. */
export function putIn(level: StockLevel, qty: number, worth: number): LevelChange {
  const onHand = level.onHand + qty;
  if (level.onHand >= 0) return change(level, onHand, level.worth + worth);
  if (onHand <= 0) return change(level, onHand, -roundProduct(-level.worth, -onHand, -level.onHand));
  return change(level, onHand, roundProduct(worth, onHand, qty));
}

/** Answers the price at which an item is counted now: the average of what lies there, else the last known price. */
export function presentCost(level: StockLevel, lastCost: number): number {
  return level.onHand > 0 ? unitCostOf(level.worth, level.onHand) : lastCost;
}
