/** Formats amounts, percentages, times and sizes for printed documents. */
import type { PrintItem } from '@atoll/domain/contract/bill/print';
import { defaultTimezone } from '@atoll/domain/outlet/defaults';

/** Returns laari with two decimals and thousands commas: 123456 is '1,234.56'. */
export function amountText(laari: number): string {
  const whole = Math.trunc(Math.abs(laari) / 100);
  const part = String(Math.abs(laari) % 100).padStart(2, '0');
  return `${laari < 0 ? '-' : ''}${whole.toString().replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
}

/** Returns a percentage without trailing zeros: '8%', '12.5%'. */
export function percentText(percent: number): string {
  return `${Math.round(percent * 100) / 100}%`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns the date ('20-Nov-2026') and time ('19:42') of an instant in a timezone; both are empty for an invalid instant. */
export function localTime(
  instant: string | number | null | undefined,
  timezone: string,
): { date: string; time: string } {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return { date: '', time: '' };
  const parts = Object.fromEntries(
    formatter(timezone)
      .formatToParts(date)
      .map((part) => [part.type, part.value]),
  );
  return {
    date: `${parts['day']}-${months[Number(parts['month']) - 1]}-${parts['year']}`,
    time: `${parts['hour']}:${parts['minute']}`,
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the cached formatter of a timezone; that of the default timezone when the name is unknown. */
function formatter(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known) return known;
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezone });
  } catch {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: defaultTimezone });
  }
  if (formatters.size > 20) formatters.clear();
  formatters.set(timezone, made);
  return made;
}

/**
 * Returns the size of an item in brackets; '' for one that comes in one size only (R35.41). Where a request does not say whether there are several,
 * 'Regular' counts as the only size.
 */
export function sizeText({ size, hasSizes }: Pick<PrintItem, 'size' | 'hasSizes'>): string {
  return size && (hasSizes ?? size !== 'Regular') ? `(${size})` : '';
}
