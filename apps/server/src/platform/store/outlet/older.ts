/** Reads business days that ended before the open shift began, from a replica where there is one. Source: R34.9, docs/rules.md#replicas. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema/schema.ts';
import type { Store } from '../store.ts';

/** Like `readForLists`, for rows up to a business day; without a last day they are read on the primary. */
export async function readDays<T>(
  store: Store,
  outletId: number,
  toDay: string | undefined,
  read: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const hasReplica = store.meter.replicaLagMs !== null;
  const isOlder = hasReplica && toDay !== undefined && (await isBeforeShift(store, outletId, toDay));
  return isOlder ? store.readOlder(outletId, read) : store.readForLists(outletId, read);
}

function isBeforeShift(store: Store, outletId: number, day: string): Promise<boolean> {
  return store.readOutlet(outletId, async (db) => {
    const shift = await db
      .selectFrom('shift')
      .select('business_date')
      .where('outlet_id', '=', outletId)
      .where(sql<boolean>`is_open`)
      .executeTakeFirst();
    return shift !== undefined && day < shift.business_date;
  });
}
