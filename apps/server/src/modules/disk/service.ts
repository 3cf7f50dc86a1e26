/** Tells the Admins of every outlet when the disk of the data folder has little room left. Source: requirement R35.14. */
import { type DiskSpace, gigabytes, isSpaceLow, readSpace } from '../../platform/disk/space.ts';
import type { StoreLog } from '../../platform/store/open-store.ts';
import type { Store } from '../../platform/store/store.ts';
import { tellAdmins } from '../notification/service.ts';

const lookMs = 60_000;

interface Parts {
  readonly store: Store;
  readonly log: StoreLog;
  readonly read: () => DiskSpace;
}

/** Looks once: when there is little room, the Admins are told, once a day. */
export async function lookAtDisk({ store, log, read }: Parts): Promise<void> {
  const space = read();
  if (!isSpaceLow(space)) return;
  const [free, total] = [gigabytes(space.freeBytes), gigabytes(space.totalBytes)];
  log.warn({ free, total }, 'the disk of the data folder is almost full');
  await tellAdmins(store, {
    severity: 'Error',
    title: 'The disk of the server is almost full',
    body: `${free} of ${total} is free. Remove what is not needed, or nothing can be saved soon.`,
  });
}

/** Looks now and every minute. Returns how to stop. */
export function watchDisk(store: Store, dataDir: string, log: StoreLog): () => void {
  const look = (): void => {
    lookAtDisk({ store, log, read: () => readSpace(dataDir) }).catch((error: unknown) =>
      log.warn({ err: error }, 'the disk could not be looked at'),
    );
  };
  look();
  const timer = setInterval(look, lookMs).unref();
  return () => clearInterval(timer);
}
