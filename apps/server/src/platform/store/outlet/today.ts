/** The business day of an outlet: 'YYYY-MM-DD'. */
import { businessDate } from '@atoll/domain/date/business-day';
import type { Kysely } from 'kysely';
import type { Database } from '../schema/schema.ts';

/** Returns the outlet's business day at an instant. */
export async function todayOf(db: Kysely<Database>, outletId: number, now: number): Promise<string> {
  const outlet = await db
    .selectFrom('outlet')
    .select(['timezone', 'business_day_cutoff'])
    .where('id', '=', outletId)
    .executeTakeFirstOrThrow();
  return businessDate(now, outlet.timezone, outlet.business_day_cutoff);
}
