/** The outlet's calendar in the year of trade: UTC+5, and a business day that starts at 04:00. */

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const dayOf = (at: number): string => new Date(at + hourMs).toISOString().slice(0, 10);
export const hourOf = (at: number): number => new Date(at + 5 * hourMs).getUTCHours();
export const weekdayOf = (day: string): string => names[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
/** Returns the instant of a wall clock time on a business day; `hour` 24 and above is after midnight. */
export const instantAt = (day: string, hour: number): number => Date.parse(`${day}T00:00:00Z`) + (hour - 5) * hourMs;
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** When a rule counts: on a weekday of the business day, and between two times that do not cross the start of it. */
export interface Window {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

export function isWithin(windows: readonly Window[] | undefined, at: number): boolean {
  if (!windows) return true;
  const time = new Date(at + 5 * hourMs).toISOString().slice(11, 16);
  return windows.some(({ day, from, to }) => {
    const isDay = day === 'Every day' || day === weekdayOf(dayOf(at));
    return isDay && (from === to || (time >= from && time < to));
  });
}
