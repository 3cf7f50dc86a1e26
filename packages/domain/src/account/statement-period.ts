/** The period of a house account's statement. Source: docs/rules.md#house-accounts. */
import { addDays } from '../date/business-day.ts';

/** Both days belong to the period, 'YYYY-MM-DD'. */
export interface StatementPeriod {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the last complete period before a day: from the day of the statement in one month to the day before it in the next.
 * `billingDay` is 1…28, so that every month has it.
 */
export function lastStatementPeriod(today: string, billingDay: number): StatementPeriod {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const closed = day >= billingDay ? month : month - 1;
  const dayIn = (one: number) => new Date(Date.UTC(year, one - 1, billingDay)).toISOString().slice(0, 10);
  return { from: dayIn(closed - 1), to: addDays(dayIn(closed), -1) };
}
