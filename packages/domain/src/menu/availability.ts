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
