/** Moves closed bills to the archive while servers run: one process of a database does it, each month once for each outlet. Source: R34.16. */
import { markCaughtUp, outletsBehind } from '../../caught-up.ts';
import { createLease } from '../../lease.ts';
import type { DatabaseLocation, StoreLog } from '../../open-store.ts';
import type { Store } from '../../store.ts';
import { withOwner } from '../open.ts';
import { archivedBefore, moveOldBills } from './move-bills.ts';

const firstMs = 15 * 60_000;
const everyMs = 3_600_000;

/** Moves the bills of the outlets that were not looked at since the month began; returns the number of bills. */
export async function moveToArchive(
  store: Store,
  location: DatabaseLocation,
  { now, months, log }: { readonly now: number; readonly months: number; readonly log: StoreLog },
): Promise<number> {
  const before = archivedBefore(now, months);
  const version = Number(before.replaceAll('-', '').slice(0, 6));
  const outlets = await outletsBehind(store, { name: 'archive', version });
  if (outlets.length === 0) return 0;
  return withOwner(location, log, async (client) => {
    let moved = 0;
    for (const outletId of outlets) {
      moved += await moveOldBills(client, outletId, before);
      await markCaughtUp(store, outletId, { name: 'archive', version });
    }
    return moved;
  });
}

/** Does so each hour; returns the function that stops it. `months`: 0 for never. */
export function keepArchive(
  store: Store,
  location: DatabaseLocation,
  { months, clock, log }: { readonly months: number; readonly clock: () => number; readonly log: StoreLog },
): () => void {
  if (months === 0) return () => undefined;
  const lease = createLease(store, 'archive', clock);
  const move = async (): Promise<void> => {
    if (!(await lease.take())) return;
    const moved = await moveToArchive(store, location, { now: clock(), months, log });
    if (moved > 0) log.info({ bills: moved }, 'closed bills were moved to the archive');
  };
  const run = (): void =>
    void move().catch((error: unknown) => log.warn({ err: error }, 'closed bills could not be moved to the archive'));
  const first = setTimeout(run, firstMs).unref();
  const timer = setInterval(run, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
