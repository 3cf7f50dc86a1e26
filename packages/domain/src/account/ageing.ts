/** The age of the debt of a house account. Source: docs/rules.md#ageing. */
import { addDays } from '../date/business-day.ts';

/** The parts of an entry that ageing reads: signed laari, positive when the debt increases. */
export interface AgeingEntry {
  readonly businessDate: string;
  readonly amount: number;
}

/** The debt by age in days, laari. The ages add up to the balance; when payments exceed the debt, `credit` is the difference. */
export interface Ageing {
  readonly days30: number;
  readonly days60: number;
  readonly days90: number;
  readonly older: number;
  readonly credit: number;
}

/**
 * Returns the ageing on a day: 0…30 days, 31…60, 61…90, and older. Payments are applied to the oldest debts first.
 */
export function ageing(entries: readonly AgeingEntry[], today: string): Ageing {
  const debts = entries
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => (a.businessDate < b.businessDate ? -1 : 1));
  let paid = -entries.reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
  const owed = { days30: 0, days60: 0, days90: 0, older: 0 };
  const [from30, from60, from90] = [addDays(today, -30), addDays(today, -60), addDays(today, -90)];
  for (const { businessDate, amount } of debts) {
    const covered = Math.min(paid, amount);
    paid -= covered;
    const age =
      businessDate >= from30
        ? 'days30'
        : businessDate >= from60
          ? 'days60'
          : businessDate >= from90
            ? 'days90'
            : 'older';
    owed[age] += amount - covered;
  }
  return { ...owed, credit: paid };
}
