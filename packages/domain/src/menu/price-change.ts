/** Changes selling prices by an amount or a percentage, with rounding. Source: R35.53, docs/rules.md#bulk. */
import { type Laari, laari } from '../money/money.ts';
import { roundProduct } from '../money/round.ts';

export interface PriceChange {
  readonly kind: 'amount' | 'percent';
  /** Laari, or basis points; negative lowers prices. */
  readonly by: number;
  /** The new price is a multiple of this, in laari; 1 leaves it as computed. */
  readonly roundTo: number;
}

/** The steps to which new prices can be rounded, in laari. */
export const roundSteps = [1, 25, 50, 100, 500, 1000] as const;

/**
 * Returns the new price, half rounded up, never below 0. A price of 0 stays: it is free, or typed when it is sold. Amounts are laari.
 */
export function changedPrice(price: Laari, { kind, by, roundTo }: PriceChange): Laari {
  if (price === 0) return price;
  const next = kind === 'amount' ? price + by : roundProduct(price, 10_000 + by, 10_000);
  return laari(Math.max(0, roundProduct(Math.max(0, next), 1, roundTo) * roundTo));
}

/** Returns sizes with their new selling prices; everything else of them stays. */
export function changedSizes<Size extends { readonly sellingPrice: number }>(
  sizes: readonly Size[],
  change: PriceChange,
): Size[] {
  return sizes.map((size) => ({ ...size, sellingPrice: changedPrice(laari(size.sellingPrice), change) }));
}
