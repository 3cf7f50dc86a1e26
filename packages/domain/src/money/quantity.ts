/** Quantities as shown on screen and paper, by weight with their unit and the price per unit. Source: R35.40. */
import { formatAmount } from './money.ts';

/** The unit of items that are sold by weight. */
export const weightUnit = 'kg';

/** The largest weight that is sold by weight as a rule, in kg: a full sack. */
const sackKg = 50;
/** The largest number of portions of one item that is typed as a rule. */
const partyPortions = 500;

/** Returns whether a quantity is probably a typing mistake, such as 1,500 kg for 1.500 kg. Source: docs/rules.md#large-quantity. */
export const isQuantityUnusual = (qty: number, unit = ''): boolean => qty > (unit ? sackKg : partyPortions);

interface Weighed {
  readonly qty: number;
  /** Absent or '': the item is counted. */
  readonly unit?: string | undefined;
  /** Laari per unit, without modifiers. */
  readonly sellingPrice: number;
  /** Laari per unit. */
  readonly modifiers: readonly { readonly priceDelta: number }[];
}

/** Returns a quantity: '0.350 kg' by weight, with three decimals; otherwise '2' or '0.5', without trailing zeros. */
export function quantityText(qty: number, unit = ''): string {
  return unit ? `${qty.toFixed(3)} ${unit}` : String(Math.round(qty * 1000) / 1000);
}

/** Returns the quantity of an item before its name: '2 ×' with `sign`, or '0.350 kg' by weight. */
export function quantityOf({ qty, unit }: Pick<Weighed, 'qty' | 'unit'>, sign = '×'): string {
  return unit ? quantityText(qty, unit) : `${quantityText(qty)} ${sign}`;
}

/** Returns '0.350 kg × 16.00' for an item by weight, with its price per unit including modifiers; '' for a counted one. */
export function weighedText({ qty, unit, sellingPrice, modifiers }: Weighed): string {
  if (!unit) return '';
  const price = modifiers.reduce((sum, { priceDelta }) => sum + priceDelta, sellingPrice);
  return `${quantityText(qty, unit)} × ${formatAmount(Math.max(0, price))}`;
}
