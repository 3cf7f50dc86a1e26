import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { piecesWorth } from '@atoll/domain/money/denominations';
import type { Count } from './kept-count.ts';

/** A currency of the shift and the rate at which its cash was taken, in laari per unit. */
export interface ForeignRate {
  readonly currency: string;
  readonly rate: number;
}

export interface CashComparison {
  /** The counted rufiyaa in laari; null while nothing is counted. */
  readonly counted: number | null;
  /** What the counted units of each currency are worth, in laari. */
  readonly foreignCash: readonly { readonly currency: string; readonly amount: number }[];
  /** Whether the rufiyaa and every currency are counted. */
  readonly isComplete: boolean;
  /** Counted minus expected cash, in laari; null while nothing is counted or the expected cash is hidden. */
  readonly difference: number | null;
}

/** Compares the counted cash with the expected cash. Foreign cash counts at the rate at which it was taken, rounded to laari. */
export function compareCash(
  { by, amount, pieces, units }: Pick<Count, 'by' | 'amount' | 'pieces' | 'units'>,
  currencies: readonly ForeignRate[],
  totals: Pick<ShiftTotals, 'expectedCash'> | null,
): CashComparison {
  const counted = by === 'amount' ? amount : piecesWorth(pieces);
  const foreignCash = currencies.map(({ currency, rate }) => ({
    currency,
    amount: Math.round((units[currency] ?? 0) * rate),
  }));
  return {
    counted,
    foreignCash,
    isComplete: counted !== null && currencies.every(({ currency }) => typeof units[currency] === 'number'),
    difference:
      counted === null || totals === null
        ? null
        : counted + foreignCash.reduce((sum, one) => sum + one.amount, 0) - totals.expectedCash,
  };
}
