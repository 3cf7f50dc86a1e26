/** The age of debts. Source: docs/rules.md#ageing. */

/** Upper ends of the bands, in days; older debts are in a last band. */
export const ageingBands = [30, 60, 90] as const;

/** One change of a balance: charges are positive, payments negative. `ageDays` as of the day of the statement. */
export interface AgedEntry {
  readonly amount: number;
  readonly ageDays: number;
}

/**
 * Returns what is owed by age, laari: [0–30, 31–60, 61–90, over 90]. Payments settle the oldest charges first. An overpayment
 * is a negative amount in the first band. The bands add up to the balance.
 */
export function ageing(entries: readonly AgedEntry[]): number[] {
  const bands = [0, 0, 0, 0];
  let paid = entries.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);
  const charges = entries.filter(({ amount }) => amount > 0).toSorted((a, b) => b.ageDays - a.ageDays);
  for (const { amount, ageDays } of charges) {
    const settled = Math.min(paid, amount);
    paid -= settled;
    const found = ageingBands.findIndex((end) => ageDays <= end);
    const band = found < 0 ? ageingBands.length : found;
    bands[band] = (bands[band] ?? 0) + amount - settled;
  }
  bands[0] = (bands[0] ?? 0) - paid;
  return bands;
}
