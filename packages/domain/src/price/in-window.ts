/** Hours of a week in which a menu is offered or a price counts, read by the wall clock and the business day of an outlet. Source: R21.3, docs/rules.md#windows. */
import { businessDate, minutesOf, wallClock } from '../date/business-day.ts';
import { type Availability, availabilityDays } from '../menu/availability.ts';

/** The outlet's timezone, and the wall-clock time 'HH:mm' at which its business day ends. */
export interface WindowClock {
  readonly timezone: string;
  readonly cutoff: string;
}

const dayMinutes = 1440;

/** Returns minutes after midnight as minutes after the cut-off. */
const sinceCutoff = (minutes: number, cutoff: string): number =>
  (minutes - minutesOf(cutoff) + dayMinutes) % dayMinutes;

/** Returns the weekday of a date 'YYYY-MM-DD', 0 for Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/**
 * Returns whether an instant (epoch ms) is within one of the windows; within any time when there is none. A window has the weekday of its business
 * day, may cross midnight and the cut-off, and lasts `graceMinutes` longer. One whose ends are the same lasts 24 hours.
 */
export function inWindow(
  windows: readonly Availability[],
  at: number,
  { timezone, cutoff, graceMinutes = 0 }: WindowClock & { readonly graceMinutes?: number },
): boolean {
  if (windows.length === 0) return true;
  const { hour, minute } = wallClock(at, timezone);
  const now = sinceCutoff(hour * 60 + minute, cutoff);
  const weekday = weekdayOf(businessDate(at, timezone, cutoff));
  return windows.some(({ day, from, to }) => {
    const start = sinceCutoff(minutesOf(from), cutoff);
    const length = (sinceCutoff(minutesOf(to), cutoff) - start + dayMinutes) % dayMinutes || dayMinutes;
    // A window of the day before may last into this one.
    return [0, 1].some((daysAgo) => {
      const elapsed = now - start + daysAgo * dayMinutes;
      const isItsDay = day === 'Every day' || availabilityDays[((weekday - daysAgo + 7) % 7) + 1] === day;
      return isItsDay && elapsed >= 0 && elapsed < length + graceMinutes;
    });
  });
}
