/**
 * What the server does regularly while it runs: the daily backup, the weekly check of the store, its statistics, a
 * check of the disk and the due price changes each minute, old rows, and the archive.
 */
import { checkWeekly } from './modules/backup/check.ts';
import { backUpDaily, createBackups } from './modules/backup/service.ts';
import { keepStatistics } from './modules/backup/statistics.ts';
import { pruneHourly } from './modules/change/service.ts';
import { watchDisk } from './modules/disk/service.ts';
import { applyChangesOnTime } from './modules/price/service.ts';
import type { Config } from './platform/config/config.ts';
import { locationOf, type StoreLog } from './platform/store/open-store.ts';
import type { Store } from './platform/store/store.ts';

/** Starts all of it; returns the function that stops it. A database server is backed up and checked by its own tools. */
export async function startBackground(store: Store, config: Config, log: StoreLog): Promise<() => void> {
  const { dataDir } = config;
  const clock = Date.now;
  const stops = [watchDisk(store, dataDir, log), pruneHourly(store, clock, log), applyChangesOnTime(store, clock, log)];
  if (store.engine === 'sqlite')
    stops.push(
      backUpDaily({ backups: createBackups({ dataDir, clock }), store, log }),
      checkWeekly({ store, dataDir, clock, log }),
      keepStatistics(dataDir, log),
    );
  const location = locationOf(config);
  if ('databaseUrl' in location) {
    const { keepArchive } = await import('./platform/store/postgres/layout/keep-archive.ts');
    stops.push(keepArchive(store, location, { months: config.archiveAfterMonths, clock, log }));
  }
  return () => {
    for (const stop of stops) stop();
  };
}
