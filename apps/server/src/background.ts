/**
 * What the server does regularly while it runs: the daily backup, the weekly check of the store, its statistics, a
 * check of the disk each minute, and old rows.
 */
import { checkWeekly } from './modules/backup/check.ts';
import { backUpDaily, createBackups } from './modules/backup/service.ts';
import { keepStatistics } from './modules/backup/statistics.ts';
import { pruneHourly } from './modules/change/service.ts';
import { watchDisk } from './modules/disk/service.ts';
import type { StoreLog } from './platform/store/open-store.ts';
import type { Store } from './platform/store/store.ts';

/** Starts all of it; returns the function that stops it. A database server is backed up and checked by its own tools. */
export function startBackground(store: Store, dataDir: string, log: StoreLog): () => void {
  const clock = Date.now;
  const stops = [watchDisk(store, dataDir, log), pruneHourly(store, clock, log)];
  if (store.engine === 'sqlite')
    stops.push(
      backUpDaily({ backups: createBackups({ dataDir, clock }), store, log }),
      checkWeekly({ store, dataDir, clock, log }),
      keepStatistics(dataDir, log),
    );
  return () => {
    for (const stop of stops) stop();
  };
}
