/** Closed bills on which something was voided. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { DateRange } from '@atoll/domain/date/ranges';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';

/** Returns the void bills of the business days of a range, and the paid ones with a void item: of each kind the latest `most`. */
export async function billsWithVoids(
  db: Kysely<Database>,
  outletId: number,
  { from, to }: DateRange,
  most: number,
): Promise<Bill[]> {
  const voided = await db
    .selectFrom('bill')
    .select('doc')
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .where(sql<boolean>`is_void`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const ids = db
    .selectFrom('sold_item')
    .select('bill_id')
    .distinct()
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .where(sql<boolean>`is_void`)
    .orderBy('bill_id', 'desc')
    .limit(most);
  const paid = await db
    .selectFrom(ids.as('some'))
    .innerJoin('bill', (join) => join.onRef('bill.id', '=', 'some.bill_id').on('bill.outlet_id', '=', outletId))
    .select('doc')
    .execute();
  return [...voided, ...paid].map(({ doc }) => doc);
}
