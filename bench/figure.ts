/** A measured figure with its budget. */

export interface Figure {
  readonly section: string;
  readonly name: string;
  readonly value: number;
  /** 'ms', '/s', 'MB', 'kB', '%' or '×'. */
  readonly unit: string;
  /** Absent for a figure that is for information only. */
  readonly budget?: Budget;
  /** The same work by the bare engine, in the same run and unit. */
  readonly bare?: number;
  /** Our figure divided by the bare limit; above 1 where less is better and ours takes longer. */
  readonly ratio?: number;
  readonly note?: string;
}

export interface Budget {
  readonly limit: 'most' | 'least';
  readonly value: number;
}

export const atMost = (value: number): Budget => ({ limit: 'most', value });
export const atLeast = (value: number): Budget => ({ limit: 'least', value });

/** Returns whether the figure is within its budget; undefined without one. */
export function isMet({ value, budget }: Figure): boolean | undefined {
  if (!budget) return undefined;
  return budget.limit === 'most' ? value <= budget.value : value >= budget.value;
}

/** Returns the value below which a share of the values is: 0.5 is the median. NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
