/** Computes the range that a report is compared with. Source: docs/rules.md#reports. */
import { addDays, daysBetween } from '../date/business-day.ts';
import type { DateRange } from '../date/ranges.ts';
import type { Comparison } from './report.ts';

/** Returns the same day of another year; 29 February becomes 28 February in other than leap years. */
function inYear(date: string, shift: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year + shift, month, 0)).getUTCDate();
  return `${year + shift}-${String(month).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

/** Returns the business days that a range is compared with: as many days just before it, or the same days a year earlier; null for None. */
export function comparedRange(range: DateRange, comparison: Comparison): DateRange | null {
  switch (comparison) {
    case 'None':
      return null;
    case 'PreviousPeriod':
      return { from: addDays(range.from, -daysBetween(range.from, range.to) - 1), to: addDays(range.from, -1) };
    case 'LastYear':
      return { from: inYear(range.from, -1), to: inYear(range.to, -1) };
  }
}
