import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { piecesWorth } from '@atoll/domain/money/denominations';
import { type CashDifference, cashDifferences } from '@atoll/domain/shift/cash-differences';
import { foreignMethod } from '@atoll/domain/shift/shift';
import type { Count } from './kept-count.ts';

/** A currency of the shift and the rate at which its cash was taken, in laari per hundredth of its unit. */
export interface ForeignRate {
  readonly currency: string;
  readonly rate: number;
}

export interface CashComparison {
  /** The counted rufiyaa in laari; null while nothing is counted. */
  readonly counted: number | null;
  /** The counted hundredths of each currency, and what they are worth in laari. */
  readonly foreignCash: readonly { readonly currency: string; readonly units: number; readonly amount: number }[];
  /** Whether the rufiyaa and every currency are counted. */
  readonly isComplete: boolean;
  /** Counted minus expected cash, in laari; null while nothing is counted or the expected cash is hidden. */
  readonly difference: number | null;
  /** The difference of each currency that is counted; empty while `difference` is null. */
  readonly each: readonly CashDifference[];
}

/**
 * Compares the counted cash with the expected cash, each currency by itself and their sum. Foreign cash counts at the rate at which it was taken,
 * rounded to laari.
 */
export function compareCash(
  { by, amount, pieces, units }: Pick<Count, 'by' | 'amount' | 'pieces' | 'units'>,
  currencies: readonly ForeignRate[],
  totals: Pick<ShiftTotals, 'byMethod' | 'byCurrency' | 'expectedCash'> | null,
): CashComparison {
  const counted = by === 'amount' ? amount : piecesWorth(pieces);
  const foreignCash = currencies.map(({ currency, rate }) => ({
    currency,
    units: units[currency] ?? 0,
    amount: Math.round((units[currency] ?? 0) * rate),
  }));
  const isCounted = ({ currency }: { readonly currency: string }): boolean => typeof units[currency] === 'number';
  const found = { counted, foreignCash, isComplete: counted !== null && currencies.every(isCounted) };
  if (counted === null || totals === null) return { ...found, difference: null, each: [] };
  const methods = foreignCash
    .filter(isCounted)
    .map(({ currency, ...one }) => ({ ...one, method: foreignMethod(currency) }));
  return {
    ...found,
    difference: counted + foreignCash.reduce((sum, one) => sum + one.amount, 0) - totals.expectedCash,
    each: cashDifferences([{ method: 'Cash', amount: counted }, ...methods], totals),
  };
}
