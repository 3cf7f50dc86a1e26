/** Backups of an embedded store: one each day, and whenever somebody asks. A database server is backed up by its own tools. */
import { Worker } from 'node:worker_threads';
import type * as contract from '@atoll/domain/contract/backup';
import type { StoreLog } from '../../platform/store/open-store.ts';
import { type Backup, type BackupKind, backupsKept, listBackups } from '../../platform/store/sqlite/backup.ts';

const dayMs = 24 * 3600 * 1000;
const firstLookMs = 5 * 60 * 1000;
const lookMs = 30 * 60 * 1000;

const present = ({ file, kind, at, bytes }: Backup): contract.Backup => ({
  file,
  kind,
  at: new Date(at).toISOString(),
  bytes,
});

export interface Backups {
  list(): { isKeptHere: boolean; kept: number; backups: contract.Backup[] };
  /** Copies the store on a thread of its own; rejects when the copy could not be made or is not whole. */
  make(kind: BackupKind): Promise<contract.Backup>;
  /** Makes the day's backup when the last is a day old; answers whether it did. */
  makeDue(): Promise<boolean>;
}

interface Place {
  readonly dataDir: string;
  readonly clock: () => number;
}

/** Answers what makes and lists the backups of a data folder; one copy at a time. */
export function createBackups({ dataDir, clock }: Place): Backups {
  let last: Promise<unknown> = Promise.resolve();

  const copy = (kind: BackupKind): Promise<contract.Backup> =>
    new Promise((resolve, reject) => {
      const url = new URL('../../platform/store/sqlite/backup-thread.ts', import.meta.url);
      const thread = new Worker(url, { workerData: { dataDir, kind, now: clock() } });
      thread.once('message', (backup: Backup) => resolve(present(backup)));
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The backup was cut off')));
    });

  const make = (kind: BackupKind): Promise<contract.Backup> => {
    const made = last.then(() => copy(kind));
    last = made.catch(() => undefined);
    return made;
  };

  return {
    list: () => ({ isKeptHere: true, kept: backupsKept, backups: listBackups(dataDir).map(present) }),
    make,
    async makeDue() {
      const newest = listBackups(dataDir).find(({ kind }) => kind === 'daily');
      if (newest && clock() - newest.at < dayMs) return false;
      await make('daily');
      return true;
    },
  };
}

/** Looks now and then whether the day's backup is due. Answers how to stop. */
export function backUpDaily(backups: Backups, log: StoreLog): () => void {
  const look = (): void => {
    backups.makeDue().catch((error: unknown) => log.error({ err: error }, 'the daily backup failed'));
  };
  const first = setTimeout(look, firstLookMs).unref();
  const timer = setInterval(look, lookMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
