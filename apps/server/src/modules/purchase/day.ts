/** Calendar days of invoices: 'YYYY-MM-DD'. */
import { businessDate } from '@atoll/domain/date/business-day';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema.ts';

const dayMs = 86_400_000;

/** Answers the day so many days behind another. */
export function dayBehind(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Answers how many days `to` lies behind `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** Answers the outlet's business day at an instant. */
export async function todayOf(db: Kysely<Database>, outletId: number, now: number): Promise<string> {
  const outlet = await db
    .selectFrom('outlet')
    .select(['timezone', 'business_day_cutoff'])
    .where('id', '=', outletId)
    .executeTakeFirstOrThrow();
  return businessDate(now, outlet.timezone, outlet.business_day_cutoff);
}
