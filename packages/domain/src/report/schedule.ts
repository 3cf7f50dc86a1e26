/** When a saved report is sent by email. Source: docs/rules.md#report-schedules. */
import { addDays, businessDayStart, wallClock } from '../date/business-day.ts';

export const frequencies = ['Daily', 'Weekly', 'Monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** The attachments of the email: rows (CSV), pages (PDF), or both. */
export const mailFormats = ['CSV', 'PDF', 'Both'] as const;
export type MailFormat = (typeof mailFormats)[number];

export interface ReportTimes {
  readonly frequency: Frequency;
  /** 'HH:MM' in the outlet's timezone. */
  readonly time: string;
  /** For Weekly: 0 is Sunday. */
  readonly weekday: number;
  /** For Monthly: 1 to 28, which every month has. */
  readonly day: number;
}

/** The longest search: a month and a margin for clock changes. */
const maxSearchDays = 33;

function isOn({ frequency, weekday, day }: ReportTimes, date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  if (frequency === 'Weekly') return midnight.getUTCDay() === weekday;
  return frequency === 'Daily' || midnight.getUTCDate() === day;
}

/** Returns the next due instant (epoch ms) after `after` (epoch ms), in the outlet's timezone. */
export function nextDue(times: ReportTimes, after: number, timezone: string): number {
  const today = wallClock(after, timezone).date;
  for (let ahead = 0; ahead <= maxSearchDays; ahead += 1) {
    const date = addDays(today, ahead);
    const at = businessDayStart(date, timezone, times.time);
    if (isOn(times, date) && at > after) return at;
  }
  throw new RangeError('A schedule is due once a month at least');
}
