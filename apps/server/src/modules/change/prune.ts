/**
 * Removes what is no longer needed from every outlet, also from one that sells nothing: the change log after 48 hours, and
 * counters of past days. In small steps, each a short transaction, so that no till waits. Source: R34.17.
 */
import type { StoreLog } from '../../platform/store/open-store.ts';
import { changeRetentionMs, expireChanges } from '../../platform/store/outlet/head.ts';
import type { Store } from '../../platform/store/store.ts';

const firstPruneMs = 10 * 60_000;
const pruneIntervalMs = 3_600_000;
/** Steps of one outlet at a time; the rest waits for the next hour. */
const maxSteps = 50;
/** Ticket numbers of a day are counted while a ticket of it can still be written. */
const countersMs = 40 * 86_400_000;

/** Returns whether the oldest change of an outlet is no longer needed. One row is read. */
async function hasExpired(store: Store, outletId: number, before: number): Promise<boolean> {
  const oldest = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('change_log')
      .select('at')
      .where('outlet_id', '=', outletId)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst(),
  );
  return oldest !== undefined && oldest.at < before;
}

/** Removes from all outlets what is no longer needed at `now` (epoch ms). */
export async function pruneOutlets(store: Store, now: number): Promise<void> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select('id').orderBy('id').execute());
  const before = now - changeRetentionMs;
  const firstDay = new Date(now - countersMs).toISOString().slice(0, 10);
  for (const { id: outletId } of outlets)
    for (let step = 0; step < maxSteps && (await hasExpired(store, outletId, before)); step += 1)
      await store.writeOutlet(outletId, async (tx) => {
        tx.write(expireChanges, { outletId, before });
        tx.write(
          tx.db.deleteFrom('ticket_number').where('outlet_id', '=', outletId).where('business_date', '<', firstDay),
        );
      });
}

/** Does so each hour; returns the function that stops it. */
export function pruneHourly(store: Store, clock: () => number, log: StoreLog): () => void {
  const prune = (): void => {
    pruneOutlets(store, clock()).catch((error: unknown) => log.warn({ err: error }, 'old rows could not be removed'));
  };
  const first = setTimeout(prune, firstPruneMs).unref();
  const timer = setInterval(prune, pruneIntervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
