/** Backups of an embedded store: one each day, and on request. A database server is backed up by its own tools. */
import { Worker } from 'node:worker_threads';
import type * as contract from '@atoll/domain/contract/platform/backup';
import type { StoreLog } from '../../platform/store/open-store.ts';
import {
  type Backup,
  type BackupKind,
  backupsKept,
  listBackups,
  type MadeBackup,
} from '../../platform/store/sqlite/backup-list.ts';
import type { Store } from '../../platform/store/store.ts';
import { endNotices, notifyAdmins } from '../notification/service.ts';

const dayMs = 24 * 3600 * 1000;
const firstCheckMs = 5 * 60 * 1000;
const checkIntervalMs = 30 * 60 * 1000;

const present = ({ file, kind, at, bytes }: Backup): contract.Backup => ({
  file,
  kind,
  at: new Date(at).toISOString(),
  bytes,
});

/** A backup that was just made. */
interface MadeHere {
  readonly backup: contract.Backup;
  /** How many older ones were removed because the disk is almost full. */
  readonly removed: number;
}

export interface Backups {
  list(): { isKeptHere: boolean; kept: number; backups: contract.Backup[] };
  /** Copies the store on a separate thread. Rejects when the copy failed or is incomplete. */
  make(kind: BackupKind): Promise<MadeHere>;
  /** Makes the daily backup when the last one is a day old; returns null otherwise. */
  makeDue(): Promise<MadeHere | null>;
}

interface Place {
  readonly dataDir: string;
  readonly clock: () => number;
}

/** Creates the backups of a data folder; copies run one at a time. */
export function createBackups({ dataDir, clock }: Place): Backups {
  let last: Promise<unknown> = Promise.resolve();

  const copy = (kind: BackupKind): Promise<MadeHere> =>
    new Promise((resolve, reject) => {
      const url = new URL('../../platform/store/sqlite/backup-thread.ts', import.meta.url);
      const thread = new Worker(url, { workerData: { dataDir, kind, now: clock() } });
      thread.once('message', (made: MadeBackup) => resolve({ backup: present(made), removed: made.removed }));
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The backup was cut off')));
    });

  const make = (kind: BackupKind): Promise<MadeHere> => {
    const made = last.then(() => copy(kind));
    last = made.catch(() => undefined);
    return made;
  };

  return {
    list: () => ({ isKeptHere: true, kept: backupsKept, backups: listBackups(dataDir).map(present) }),
    make,
    async makeDue() {
      const newest = listBackups(dataDir).find(({ kind }) => kind === 'daily');
      if (newest && clock() - newest.at < dayMs) return null;
      return make('daily');
    },
  };
}

const failedTitle = 'The daily backup failed';

interface Daily {
  readonly backups: Pick<Backups, 'makeDue'>;
  readonly store: Store;
  readonly log: StoreLog;
}

/** Makes the daily backup when it is due. Notifies the Admins when it failed, once a day, until one succeeds. */
export async function backUpWhenDue({ backups, store, log }: Daily): Promise<void> {
  let made: MadeHere | null;
  try {
    made = await backups.makeDue();
  } catch (error) {
    log.error({ err: error }, 'the daily backup failed');
    return notifyAdmins(store, {
      severity: 'Error',
      title: failedTitle,
      body: 'Check that the disk of the server has space. Atoll tries again every half hour.',
    });
  }
  if (!made) return;
  await endNotices(store, failedTitle);
  await warnOfFewer(store, log, made.removed);
}

/** Warns the Admins when the number of backups gave way to free space. `n`: how many were removed. Source: R34.30. */
export async function warnOfFewer(store: Store, log: StoreLog, n: number): Promise<void> {
  if (n === 0) return;
  log.warn({ removed: n }, 'backups were removed because the disk is almost full');
  await notifyAdmins(store, {
    severity: 'Error',
    title: 'Fewer backups are kept: the disk of the server is almost full',
    body: `Atoll deleted ${n} old backups to make a new one. Delete files that you do not need, or use a larger disk.`,
  });
}

/** Checks regularly whether the daily backup is due. Returns a function that stops this. */
export function backUpDaily(daily: Daily): () => void {
  const check = (): void => {
    backUpWhenDue(daily).catch((error: unknown) =>
      daily.log.error({ err: error }, 'the admins could not be notified of the daily backup'),
    );
  };
  const first = setTimeout(check, firstCheckMs).unref();
  const timer = setInterval(check, checkIntervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
