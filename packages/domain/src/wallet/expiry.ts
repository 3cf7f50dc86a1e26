/** When gift cards expire. An expired card is only marked: its balance stays until a person posts it. Source: R22.11, docs/rules.md#wallets. */
import { addMonths } from '../date/calendar.ts';

/** Returns the last day on which a card pays that is sold on a day, `months` later; null for cards that do not expire. Days are YYYY-MM-DD. */
export function expiryOf(soldOn: string, months: number): string | null {
  if (months <= 0) return null;
  const [year = 0, month = 1, day = 1] = soldOn.split('-').map(Number);
  const last = addMonths(year, month, months);
  const days = new Date(Date.UTC(last.year, last.month, 0)).getUTCDate();
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${last.year}-${pad(last.month)}-${pad(Math.min(day, days))}`;
}

/** Returns whether a card with this last day has expired on a business day. */
export const hasExpired = (expiresOn: string | null, today: string): boolean => expiresOn !== null && expiresOn < today;
