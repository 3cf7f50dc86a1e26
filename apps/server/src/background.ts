/** What the server does by itself while it runs: the day's backup, the weekly check of the store, a look at the disk each minute. */
import { checkWeekly } from './modules/backup/check.ts';
import { backUpDaily, createBackups } from './modules/backup/service.ts';
import { watchDisk } from './modules/disk/service.ts';
import type { StoreLog } from './platform/store/open-store.ts';
import type { Store } from './platform/store/store.ts';

/** Begins all of it. Returns how to stop. A database server is backed up and checked by its own tools. */
export function beginBackground(store: Store, dataDir: string, log: StoreLog): () => void {
  const clock = Date.now;
  const stops = [watchDisk(store, dataDir, log)];
  if (store.engine === 'sqlite')
    stops.push(backUpDaily(createBackups({ dataDir, clock }), log), checkWeekly({ store, dataDir, clock, log }));
  return () => {
    for (const stop of stops) stop();
  };
}
