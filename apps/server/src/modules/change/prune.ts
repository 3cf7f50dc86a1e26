/**
 * Removes what is no longer needed from every outlet, also from one that sells nothing. In small steps, each a short
 * transaction, so that no till waits. Source: R34.17.
 */
import { createLease } from '../../platform/store/lease.ts';
import type { StoreLog } from '../../platform/store/open-store.ts';
import type { Store } from '../../platform/store/store.ts';
import { hasOldRows, outletsWithOldRows, removeOldRows } from './old-rows.ts';

const firstPruneMs = 10 * 60_000;
const pruneIntervalMs = 3_600_000;
/** Steps of one outlet at a time; the rest waits for the next hour. */
const maxSteps = 50;

/** Removes what an outlet no longer needs, one step at a time. */
async function pruneOutlet(store: Store, outletId: number, now: number): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    await store.writeOutlet(outletId, async (tx) => removeOldRows(tx, now));
    if (!(await store.readOutlet(outletId, (db) => hasOldRows(db, outletId, now)))) return;
  }
}

/** Removes from all outlets what is no longer needed at `now` (epoch ms). */
export async function pruneOutlets(store: Store, now: number): Promise<void> {
  const found = await store.readAllOutlets((db) => outletsWithOldRows(db, now));
  for (const { outlet_id } of found) await pruneOutlet(store, outlet_id, now);
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
