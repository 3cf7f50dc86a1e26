/** When points are due to expire. They are only marked: a balance stays until a person posts it. Source: R22.11, docs/rules.md#points-expiry. */
import { addDays } from '../date/business-day.ts';
import { addMonths } from '../date/calendar.ts';
import { expiryOf } from '../wallet/expiry.ts';

/** Returns the first business day whose points are not due on a day, `months` after they were earned; null where points do not expire. Days are YYYY-MM-DD. */
export function keptFrom(today: string, months: number): string | null {
  if (months <= 0) return null;
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = addMonths(year, month, -months);
  let day = `${first.year}-${String(first.month).padStart(2, '0')}-01`;
  while ((expiryOf(day, months) ?? '') < today) day = addDays(day, 1);
  return day;
}
