/** The date ranges of dashboard and reports, in business days. Source: R20.4, R35.65, docs/rules.md#ranges. */
import { addDays, businessDate, businessDayStart } from './business-day.ts';

export const rangeNames = [
  'Today',
  'Weekly',
  'Monthly',
  'Last Month',
  'Quarterly',
  'Yearly',
  'Last Year',
  'Custom',
] as const;
/** Ranges of reports besides `rangeNames`. */
const moreRanges = ['Yesterday', 'Last 7 days', 'Last 30 days'] as const;
/** The ranges of reports. */
export const reportRanges = [...rangeNames, ...moreRanges] as const;
export type RangeName = (typeof reportRanges)[number];
export const defaultRange: RangeName = 'Today';

/** Business days 'YYYY-MM-DD', both included. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** Timezone and cut-off of an outlet. An Outlet satisfies it. */
export interface OutletClock {
  readonly timezone: string;
  readonly businessDayCutoff: string;
}

const pad = (n: number): string => String(n).padStart(2, '0');
const firstOf = (year: number, month: number): string => `${year}-${pad(month)}-01`;

/**
 * Returns the business days of a range as of an instant (epoch ms). Weekly is this week from Sunday; Monthly, Quarterly and Yearly are the current
 * period; all end today. Last Month and Last Year are the whole previous one. Last 7 days and Last 30 days include today. Custom is `custom`, its ends in either order, or today without one.
 */
export function dateRange(range: RangeName, nowMs: number, clock: OutletClock, custom?: DateRange): DateRange {
  const today = businessDate(nowMs, clock.timezone, clock.businessDayCutoff);
  const [year = 0, month = 1] = today.split('-').map(Number);
  switch (range) {
    case 'Today':
      return { from: today, to: today };
    case 'Yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'Last 7 days':
      return { from: addDays(today, -6), to: today };
    case 'Last 30 days':
      return { from: addDays(today, -29), to: today };
    case 'Weekly':
      return { from: addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay()), to: today };
    case 'Monthly':
      return { from: firstOf(year, month), to: today };
    case 'Last Month': {
      const before = month === 1 ? firstOf(year - 1, 12) : firstOf(year, month - 1);
      return { from: before, to: addDays(firstOf(year, month), -1) };
    }
    case 'Quarterly':
      return { from: firstOf(year, month - ((month - 1) % 3)), to: today };
    case 'Yearly':
      return { from: firstOf(year, 1), to: today };
    case 'Last Year':
      return { from: firstOf(year - 1, 1), to: `${year - 1}-12-31` };
    case 'Custom':
      if (!custom) return { from: today, to: today };
      return custom.from <= custom.to ? custom : { from: custom.to, to: custom.from };
  }
}

/** Returns the instants (epoch ms) of a range: from `startMs` (included) to `endMs` (excluded). */
export function rangeInstants(
  range: DateRange,
  clock: OutletClock,
): { readonly startMs: number; readonly endMs: number } {
  const { timezone, businessDayCutoff } = clock;
  return {
    startMs: businessDayStart(range.from, timezone, businessDayCutoff),
    endMs: businessDayStart(addDays(range.to, 1), timezone, businessDayCutoff),
  };
}
