/** Business days: a day ends at the outlet's cut-off, by the wall clock of the outlet's timezone. Source: docs/rules.md#business-day. */

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** By timezone and UTC day: the offset in ms that holds the whole day, or null on a day when the clock changes. */
const offsets = new Map<string, Map<number, number | null>>();

function format(timezone: string): Intl.DateTimeFormat {
  let found = formats.get(timezone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timezone, found);
  }
  return found;
}

function computeOffset(instantMs: number, timezone: string): number {
  const whole = Math.floor(instantMs / 1000) * 1000;
  const parts: Record<string, number> = {};
  for (const { type, value } of format(timezone).formatToParts(whole)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}

/** Returns the UTC offset of a timezone at an instant in ms, positive east of UTC. Throws for an unknown timezone. */
export function utcOffsetMs(instantMs: number, timezone: string): number {
  let days = offsets.get(timezone);
  if (!days) {
    days = new Map();
    offsets.set(timezone, days);
  }
  const day = Math.floor(instantMs / dayMs);
  let offset = days.get(day);
  if (offset === undefined) {
    const first = computeOffset(day * dayMs, timezone);
    offset = first === computeOffset((day + 1) * dayMs, timezone) ? first : null;
    if (days.size > 4000) days.clear();
    days.set(day, offset);
  }
  return offset ?? computeOffset(instantMs, timezone);
}

/** The day that was asked for last: one bill asks for the same one many times. */
let last = { day: Number.NaN, date: '' };

/** Returns the calendar date 'YYYY-MM-DD' of wall-clock time given as UTC ms. */
function dateOf(wallMs: number): string {
  const day = Math.floor(wallMs / dayMs);
  if (last.day !== day) last = { day, date: new Date(wallMs).toISOString().slice(0, 10) };
  return last.date;
}

/** Returns the minutes after midnight of 'HH:mm'. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns the wall-clock date and time of an instant (epoch ms) in a timezone. */
export function wallClock(
  instantMs: number,
  timezone: string,
): { readonly date: string; readonly hour: number; readonly minute: number } {
  const wallMs = instantMs + utcOffsetMs(instantMs, timezone);
  const minutes = Math.floor((((wallMs % dayMs) + dayMs) % dayMs) / 60_000);
  return { date: dateOf(wallMs), hour: Math.floor(minutes / 60), minute: minutes % 60 };
}

/** Returns a date 'YYYY-MM-DD' plus a number of days. */
export function addDays(date: string, days: number): string {
  return dateOf(Date.parse(`${date}T00:00:00Z`) + days * dayMs);
}

/** Returns the days from `from` to `to` (both 'YYYY-MM-DD'); negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** Returns the business day 'YYYY-MM-DD' of an instant (epoch ms). Before the cut-off ('HH:mm', wall clock) it is the previous calendar day. */
export function businessDate(instantMs: number, timezone: string, cutoff: string): string {
  return dateOf(instantMs + utcOffsetMs(instantMs, timezone) - minutesOf(cutoff) * 60_000);
}

/** Returns the instant (epoch ms) when a business day 'YYYY-MM-DD' starts. When the clock change skips the cut-off, returns the moment of the change. */
export function businessDayStart(date: string, timezone: string, cutoff: string): number {
  const wallMs = Date.parse(`${date}T00:00:00Z`) + minutesOf(cutoff) * 60_000;
  const guesses = [wallMs - dayMs / 2, wallMs + dayMs / 2].map((near) => wallMs - utcOffsetMs(near, timezone));
  const [early, late] = [Math.min(...guesses), Math.max(...guesses)];
  for (const guess of [early, late]) if (guess + utcOffsetMs(guess, timezone) === wallMs) return guess;
  let [before, after] = [early, late];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle + utcOffsetMs(middle, timezone) < wallMs) before = middle;
    else after = middle;
  }
  return after;
}
