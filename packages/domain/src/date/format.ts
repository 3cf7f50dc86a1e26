/** Formats dates for people, with short English month names. Source: R10.1, R11.7. */
import { wallClock } from './business-day.ts';
import { monthNames } from './calendar.ts';

const month = (date: string): string => monthNames[Number(date.slice(5, 7)) - 1] ?? '';

/** Returns a date 'YYYY-MM-DD' as DD-MMM-yyyy: '13-Jan-2020'. */
export function formatDate(date: string): string {
  return `${date.slice(8, 10)}-${month(date)}-${date.slice(0, 4)}`;
}

/** Returns a date 'YYYY-MM-DD' as the date picker shows it: '13 Jan, 2020'. */
export function formatPickedDate(date: string): string {
  return `${Number(date.slice(8, 10))} ${month(date)}, ${date.slice(0, 4)}`;
}

export const pickedDatePlaceholder = 'eg. 13 Jan, 2020';

/** Returns the wall-clock time of an instant (ISO or epoch ms) in a timezone: '14:05'. */
export function formatTime(instant: string | number, timezone: string): string {
  const { hour, minute } = wallClock(new Date(instant).getTime(), timezone);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Returns an instant (ISO or epoch ms) as '13-Jan-2020 14:05', wall clock of a timezone. */
export function formatInstant(instant: string | number, timezone: string): string {
  const { date } = wallClock(new Date(instant).getTime(), timezone);
  return `${formatDate(date)} ${formatTime(instant, timezone)}`;
}
