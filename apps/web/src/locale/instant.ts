/**
 * Formats instants and business days in the outlet's timezone. Names of months and weekdays are among the labels, because browsers do not know
 * them in every language.
 */
import { formatDate } from '@atoll/domain/date/format';
import { labelText } from './label.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timezone} ${JSON.stringify(options)}`;
  let known = formats.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezone });
    formats.set(key, known);
  }
  return known;
}

/** Returns a date with English words, such as '20 Nov', in the language of the screen. */
export const localizeDate = (date: string): string => date.replace(/\p{L}+/gu, (word) => labelText(word));

/** '14:05' */
export function clockTime(instant: string | number, timezone: string): string {
  return format(timezone, { hour: '2-digit', minute: '2-digit' }).format(new Date(instant));
}

/**
 * '20 Nov' of a business day YYYY-MM-DD; with the year when `year` is set. Without a format of the browser: the first one takes a tenth of a start, and
 * the bill screen has no other (R34.5).
 */
export function shortDay(day: string, year = false): string {
  const [date, month = '', ofYear] = formatDate(day.slice(0, 10)).split('-');
  return `${Number(date)} ${labelText(month)}${year ? ` ${ofYear}` : ''}`;
}

/** '20-Nov-2026' of a business day YYYY-MM-DD, as record views show dates (R10.1). */
export const recordDate = (day: string): string => localizeDate(formatDate(day.slice(0, 10)));

/** 'Sunday' of 0, 'Saturday' of 6. */
export function weekday(day: number): string {
  return localizeDate(format('UTC', { weekday: 'long' }).format(new Date(Date.UTC(1970, 0, 4 + day))));
}

/** 'Saturday 21 November' of an instant. */
export function longDay(instant: string | number, timezone: string): string {
  return localizeDate(format(timezone, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(instant)));
}

/** '20-Nov-2026 19:42' of an instant. */
export function dayAndTime(instant: string | number, timezone: string): string {
  const parts = format(timezone, {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('day')}-${labelText(part('month').slice(0, 3))}-${part('year')} ${part('hour')}:${part('minute')}`;
}
