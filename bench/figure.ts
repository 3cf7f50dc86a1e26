/** A measured figure, beside what it is held against. */

export interface Figure {
  readonly section: string;
  readonly name: string;
  readonly value: number;
  /** 'ms', '/s', 'MB', 'kB', '%' or '×'. */
  readonly unit: string;
  /** Absent: told for information. */
  readonly budget?: Budget;
  /** The same work by the bare engine, in the same run and unit. */
  readonly bare?: number;
  /** Ours as a part of the bare limit; above 1 where less is better and ours takes longer. */
  readonly ratio?: number;
  readonly note?: string;
}

export interface Budget {
  readonly limit: 'most' | 'least';
  readonly value: number;
}

export const atMost = (value: number): Budget => ({ limit: 'most', value });
export const atLeast = (value: number): Budget => ({ limit: 'least', value });

/** Whether the figure is within its budget; undefined without one. */
export function isMet({ value, budget }: Figure): boolean | undefined {
  if (!budget) return undefined;
  return budget.limit === 'most' ? value <= budget.value : value >= budget.value;
}

/** Answers the value below which a share of the values lies: 0.5 is the median. NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
