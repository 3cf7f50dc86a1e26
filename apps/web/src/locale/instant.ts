/** Instants and business days as people read them, in the outlet's timezone. */

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

/** '14:05' */
export function clockTime(instant: string | number, timezone: string): string {
  return format(timezone, { hour: '2-digit', minute: '2-digit' }).format(new Date(instant));
}

/** '20 Nov' of a business day YYYY-MM-DD; with the year when `year` is set. */
export function shortDay(day: string, year = false): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return format('UTC', { day: 'numeric', month: 'short', ...(year ? { year: 'numeric' } : {}) }).format(date);
}

/** 'Saturday 21 November' of an instant. */
export function longDay(instant: string | number, timezone: string): string {
  return format(timezone, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(instant));
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
  return `${part('day')}-${part('month').slice(0, 3)}-${part('year')} ${part('hour')}:${part('minute')}`;
}
