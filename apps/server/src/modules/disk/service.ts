/** Notifies the Admins of every outlet when the disk of the data folder is almost full. Source: R35.14. */
import { type DiskSpace, gigabytes, isSpaceLow, readSpace } from '../../platform/disk/space.ts';
import type { StoreLog } from '../../platform/store/open-store.ts';
import type { Store } from '../../platform/store/store.ts';
import { notifyAdmins } from '../notification/service.ts';

const checkIntervalMs = 60_000;
const askIntervalMs = 3_600_000;

interface Parts {
  readonly store: Store;
  readonly log: StoreLog;
  readonly read: () => DiskSpace;
}

/** Checks the disk and notifies the Admins when little space is free, once a day. Returns whether it is low. */
export async function checkDisk({ store, log, read }: Parts): Promise<boolean> {
  const space = read();
  if (!isSpaceLow(space)) return false;
  const [free, total] = [gigabytes(space.freeBytes), gigabytes(space.totalBytes)];
  log.warn({ free, total }, 'the disk of the data folder is almost full');
  await notifyAdmins(store, {
    severity: 'Error',
    title: 'The disk of the server is almost full',
    body: `Only ${free} of ${total} is free. Delete files that you do not need. Atoll cannot save when the disk is full.`,
  });
  return true;
}

/** Checks the disk now and every minute; while it is low, every outlet is asked once an hour only. Returns a function that stops this. */
export function watchDisk(store: Store, dataDir: string, log: StoreLog): () => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  const check = (): void => {
    if (performance.now() < quietUntil) return;
    checkDisk({ store, log, read: () => readSpace(dataDir) })
      .then((isLow) => {
        if (isLow) quietUntil = performance.now() + askIntervalMs;
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the disk could not be looked at'));
  };
  check();
  const timer = setInterval(check, checkIntervalMs).unref();
  return () => clearInterval(timer);
}
