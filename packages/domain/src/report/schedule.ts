/** When a saved report goes out by mail. Source: docs/rules.md#report-schedules. */
import { addDays, businessDayStart, wallClock } from '../date/business-day.ts';

export const frequencies = ['Daily', 'Weekly', 'Monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** What a mail has attached: its rows, its pages, or both. */
export const mailFormats = ['CSV', 'PDF', 'Both'] as const;
export type MailFormat = (typeof mailFormats)[number];

export interface ReportTimes {
  readonly frequency: Frequency;
  /** By the outlet's wall clock, 'HH:MM'. */
  readonly time: string;
  /** Of Weekly: 0 is Sunday. */
  readonly weekday: number;
  /** Of Monthly: 1 to 28, which every month has. */
  readonly day: number;
}

/** A month, and the days that a change of the clocks may take. */
const mostDays = 33;

function isOn({ frequency, weekday, day }: ReportTimes, date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  if (frequency === 'Weekly') return at.getUTCDay() === weekday;
  return frequency === 'Daily' || at.getUTCDate() === day;
}

/** Answers the first time after an instant (epoch ms), by the outlet's clock. */
export function nextDue(times: ReportTimes, after: number, timezone: string): number {
  const today = wallClock(after, timezone).date;
  for (let ahead = 0; ahead <= mostDays; ahead += 1) {
    const date = addDays(today, ahead);
    const at = businessDayStart(date, timezone, times.time);
    if (isOn(times, date) && at > after) return at;
  }
  throw new RangeError('A schedule is due once a month at least');
}
