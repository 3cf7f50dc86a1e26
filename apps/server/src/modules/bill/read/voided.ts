/** Closed bills on which something was voided. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { DateRange } from '@atoll/domain/date/ranges';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';

/** Documents that are read at once: few enough that calls of tills wait only briefly for them. */
const atOnce = 50;

/** Returns the void bills of the business days of a range, and the paid ones with a void item: of each kind the latest `most`. */
export async function billsWithVoids(
  db: Kysely<Database>,
  outletId: number,
  { from, to }: DateRange,
  most: number,
): Promise<Bill[]> {
  const voided = await db
    .selectFrom('bill')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .where(sql<boolean>`is_void`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const paid = await db
    .selectFrom('sold_item')
    .select('bill_id as id')
    .distinct()
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .where(sql<boolean>`is_void`)
    .orderBy('bill_id', 'desc')
    .limit(most)
    .execute();
  const ids = [...voided, ...paid].map(({ id }) => id);
  const bills: Bill[] = [];
  for (let at = 0; at < ids.length; at += atOnce)
    bills.push(...(await documents(db, outletId, ids.slice(at, at + atOnce))));
  return bills;
}

async function documents(db: Kysely<Database>, outletId: number, ids: readonly number[]): Promise<Bill[]> {
  const rows = await db
    .selectFrom('bill')
    .select(['id', 'doc'])
    .where('outlet_id', '=', outletId)
    .where('id', 'in', ids)
    .execute();
  const found = new Map(rows.map(({ id, doc }) => [id, doc]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
