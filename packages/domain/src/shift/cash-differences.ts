/** Compares counted with expected cash, each currency by itself. Money in laari. Source: docs/rules.md#shift-close. */
import { expectedByMethod, foreignMethod, type ShiftTotals } from './shift.ts';

/** A counted method; foreign cash has its units in hundredths, unless a till of an earlier release counted it. */
export interface CountedMethod {
  readonly method: string;
  readonly amount: number;
  readonly units?: number | undefined;
}

export interface CashDifference {
  /** 'Cash', or 'Cash USD' for foreign cash. */
  readonly method: string;
  /** Counted minus expected, laari. */
  readonly amount: number;
  /** Counted minus expected in hundredths of the currency; absent for rufiyaa, and where only the worth was counted. */
  readonly units?: number;
}

type Taken = Pick<ShiftTotals, 'byCurrency'>;

/** Returns what units of foreign cash are worth at the average rate of the shift, laari, or undefined for a currency that it did not take. */
function worthOf({ byCurrency = [] }: Taken, method: string, units: number): number | undefined {
  const row = byCurrency.find(({ currency }) => foreignMethod(currency) === method);
  return row && row.units !== 0 ? Math.round((units * row.amount) / row.units) : undefined;
}

/** Returns the counted methods with the amount of foreign cash computed from its units, whatever amount was sent. */
export function countedAtRates(counted: readonly CountedMethod[], totals: Taken): CountedMethod[] {
  return counted.map(({ method, amount, units }) =>
    units === undefined ? { method, amount } : { method, amount: worthOf(totals, method, units) ?? amount, units },
  );
}

/** Returns the difference of the rufiyaa and of each foreign currency of the shift. Foreign cash that was not counted has none. */
export function cashDifferences(
  counted: readonly CountedMethod[],
  totals: Pick<ShiftTotals, 'byMethod' | 'byCurrency' | 'expectedCash'>,
): readonly CashDifference[] {
  const foreign = totals.byCurrency ?? [];
  const methods = ['Cash', ...foreign.map(({ currency }) => foreignMethod(currency))];
  return expectedByMethod(totals)
    .filter(({ method }) => methods.includes(method))
    .flatMap(({ method, amount, units }): CashDifference[] => {
      const found = counted.find((one) => one.method === method);
      if (found === undefined && method !== 'Cash') return [];
      const isBoth = units !== undefined && found?.units !== undefined;
      return [
        {
          method,
          amount: (found?.amount ?? 0) - amount,
          ...(isBoth ? { units: (found.units ?? 0) - units } : {}),
        },
      ];
    });
}

/** Returns the largest difference without its sign: of one currency or of the sum. Cash that is short in one does not hide in another. */
export const largestDifference = (sum: number, each: readonly CashDifference[]): number =>
  Math.max(Math.abs(sum), ...each.map(({ amount }) => Math.abs(amount)));
