/** The business days of a named range. Source: decisions A11, requirements R20.4. */
import { addDays } from '@atoll/domain/date/business-day';

export interface DayRange {
  /** 'YYYY-MM-DD', both included. */
  readonly from: string;
  readonly to: string;
}

const pad = (n: number): string => String(n).padStart(2, '0');
const first = (year: number, month: number): string =>
  `${year + Math.floor((month - 1) / 12)}-${pad(((month + 11) % 12) + 1)}-01`;

/** Answers the range of a name as of a business day, or undefined for a name that is none ('Custom' is the caller's). */
export function namedRange(name: string, today: string): DayRange | undefined {
  const [year = 0, month = 0] = today.split('-').map(Number);
  switch (name) {
    case 'Today':
      return { from: today, to: today };
    case 'Weekly':
      return { from: addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay()), to: today };
    case 'Monthly':
      return { from: first(year, month), to: today };
    case 'Last Month':
      return { from: first(year, month - 1), to: addDays(first(year, month), -1) };
    case 'Quarterly':
      return { from: first(year, month - ((month - 1) % 3)), to: today };
    case 'Yearly':
      return { from: `${year}-01-01`, to: today };
    case 'Last Year':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
    default:
      return undefined;
  }
}
