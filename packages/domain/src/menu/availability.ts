/** When a menu is offered. Source: docs/rules.md#menus. */
export const availabilityDays = [
  'Every day',
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Hours of one day or of every day, 'HH:MM' in the outlet's time; an end before the start is on the next day. */
export interface Availability {
  readonly day: (typeof availabilityDays)[number];
  readonly from: string;
  readonly to: string;
}

/** Returns whether a text is a time of day, 'HH:MM'. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/**
 * Returns whether something with these hours is offered on a day of the week (0 is Sunday) at a time 'HH:MM'. Without hours it always is.
 */
export function isOffered(hours: readonly Availability[], weekday: number, time: string): boolean {
  const isDay = (day: Availability['day'], wanted: number): boolean =>
    day === 'Every day' || availabilityDays.indexOf(day) - 1 === (wanted + 7) % 7;
  if (hours.length === 0) return true;
  return hours.some(({ day, from, to }) => {
    if (from <= to) return isDay(day, weekday) && time >= from && time < to;
    return (isDay(day, weekday) && time >= from) || (isDay(day, weekday - 1) && time < to);
  });
}
