/** The days that the dashboard compares a range with. Source: R35.56, docs/rules.md#like-with-like. */
import { addDays, businessDate, businessDayStart, daysBetween } from '../date/business-day.ts';
import type { DateRange, OutletClock, RangeName } from '../date/ranges.ts';

export interface LikeRange extends DateRange {
  /** On the last day only sales before this instant (epoch ms) count; null: the whole day. */
  readonly untilMs: number | null;
}

/** Returns the months between a calendar range and the one before it; 0 for ranges that compare weekdays. */
function monthsBack(range: RangeName): number {
  if (range === 'Monthly' || range === 'Last Month') return 1;
  if (range === 'Quarterly') return 3;
  return range === 'Yearly' || range === 'Last Year' ? 12 : 0;
}

/** Returns the first day of the month that is a number of months before a day's month. */
function monthStart(day: string, back: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
}

/** Returns the period before, day by day; a whole period is compared with a whole one. */
function periodBefore(range: RangeName, { from, to }: DateRange): DateRange {
  const start = monthStart(from, monthsBack(range));
  const last = addDays(from, -1);
  if (range === 'Last Month' || range === 'Last Year') return { from: start, to: last };
  const like = addDays(start, daysBetween(from, to));
  return { from: start, to: like < last ? like : last };
}

/** Returns the same weekdays before a range: as many whole weeks earlier as it needs. */
function weeksBefore({ from, to }: DateRange): DateRange {
  const back = -7 * Math.ceil((daysBetween(from, to) + 1) / 7);
  return { from: addDays(from, back), to: addDays(to, back) };
}

/**
 * Returns the days that a range is compared with: a day or week with the same weekdays before, a month, quarter or year with the one before day by
 * day. When the range ends today, the last compared day ends at the same minute.
 */
export function likeWithLike(range: RangeName, days: DateRange, nowMs: number, clock: OutletClock): LikeRange {
  const { timezone, businessDayCutoff } = clock;
  const before = monthsBack(range) > 0 ? periodBefore(range, days) : weeksBefore(days);
  const isLong = daysBetween(before.from, before.to) < daysBetween(days.from, days.to);
  if (isLong || days.to !== businessDate(nowMs, timezone, businessDayCutoff)) return { ...before, untilMs: null };
  const passedMs = nowMs - businessDayStart(days.to, timezone, businessDayCutoff);
  const minuteMs = 60_000;
  const startMs = businessDayStart(before.to, timezone, businessDayCutoff);
  return { ...before, untilMs: startMs + Math.floor(passedMs / minuteMs) * minuteMs };
}
