/**
 * Removes what is no longer needed from every outlet, also from one that sells nothing: the change log after 48 hours, and
 * counters of past days. In small steps, each a short transaction, so that no till waits. Source: R34.17.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { createLease } from '../../platform/store/lease.ts';
import type { StoreLog } from '../../platform/store/open-store.ts';
import { changeRetentionMs, expireChanges } from '../../platform/store/outlet/head.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';

const firstPruneMs = 10 * 60_000;
const pruneIntervalMs = 3_600_000;
/** Steps of one outlet at a time; the rest waits for the next hour. */
const maxSteps = 50;
/** Ticket numbers of a day are counted while a ticket of it can still be written. */
const countersMs = 40 * 86_400_000;

/** The oldest change of an outlet. */
const oldestAt = (outletId: number | RawBuilder<number>): RawBuilder<number> =>
  sql`(select at from change_log where outlet_id = ${outletId} order by seq limit 1)`;

/** Returns the outlets whose oldest change is no longer needed. One row of each outlet is read, by one query. */
async function outletsWithExpired(store: Store, before: number): Promise<number[]> {
  const rows = await store.readAllOutlets((db) =>
    db
      .selectFrom('outlet_cursor')
      .select('outlet_id')
      .where(oldestAt(sql.ref('outlet_cursor.outlet_id')), '<', before)
      .orderBy('outlet_id')
      .execute(),
  );
  return rows.map((row) => row.outlet_id);
}

/** Returns whether the oldest change of an outlet is no longer needed. One row is read. */
async function hasExpired(db: Kysely<Database>, outletId: number, before: number): Promise<boolean> {
  const { rows } = await sql`select 1 where ${oldestAt(outletId)} < ${before}`.execute(db);
  return rows.length > 0;
}

/** Removes what an outlet no longer needs, one step at a time. */
async function pruneOutlet(store: Store, outletId: number, before: number, firstDay: string): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    await store.writeOutlet(outletId, async (tx) => {
      tx.write(expireChanges, { outletId, before });
      tx.write(
        tx.db.deleteFrom('ticket_number').where('outlet_id', '=', outletId).where('business_date', '<', firstDay),
      );
    });
    if (!(await store.readOutlet(outletId, (db) => hasExpired(db, outletId, before)))) return;
  }
}

/** Removes from all outlets what is no longer needed at `now` (epoch ms). */
export async function pruneOutlets(store: Store, now: number): Promise<void> {
  const before = now - changeRetentionMs;
  const firstDay = new Date(now - countersMs).toISOString().slice(0, 10);
  for (const id of await outletsWithExpired(store, before)) await pruneOutlet(store, id, before, firstDay);
}

/** Does so each hour, in one of the server processes; returns the function that stops it. */
export function pruneHourly(store: Store, clock: () => number, log: StoreLog): () => void {
  const lease = createLease(store, 'old rows', clock);
  const pruneAlone = async (): Promise<void> => {
    if (await lease.take()) await pruneOutlets(store, clock());
  };
  const prune = (): void => {
    pruneAlone().catch((error: unknown) => log.warn({ err: error }, 'old rows could not be removed'));
  };
  const first = setTimeout(prune, firstPruneMs).unref();
  const timer = setInterval(prune, pruneIntervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
