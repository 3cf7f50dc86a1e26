/** The weekly check of an embedded store, in the background. Source: R35.14. */
import { Worker } from 'node:worker_threads';
import type { StoreLog } from '../../platform/store/open-store.ts';
import type { Backup } from '../../platform/store/sqlite/backup-list.ts';
import { restoreCommand } from '../../platform/store/sqlite/damage.ts';
import type { Store } from '../../platform/store/store.ts';
import { notifyAdmins } from '../notification/service.ts';

const weekMs = 7 * 86_400_000;
const firstCheckMs = 10 * 60_000;
const checkIntervalMs = 3_600_000;
const checkedMark = 'store-checked';

interface Found {
  readonly problems: readonly string[];
  readonly backup: Backup | undefined;
}

function check(dataDir: string): Promise<Found> {
  return new Promise((resolve, reject) => {
    const url = new URL('../../platform/store/sqlite/check-thread.ts', import.meta.url);
    const thread = new Worker(url, { workerData: { dataDir } });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The check was cut off')));
  });
}

interface Place {
  readonly store: Store;
  readonly dataDir: string;
  readonly clock: () => number;
  readonly log: StoreLog;
}

/** Checks the store when the last check is a week old. Notifies the Admins of damage, with what to do. Returns whether a check was due. */
export async function checkWhenDue({ store, dataDir, clock, log }: Place): Promise<boolean> {
  const last = await store.readOrg((db) =>
    db.selectFrom('secret').select('created_at').where('name', '=', checkedMark).executeTakeFirst(),
  );
  if (last && Math.abs(clock() - last.created_at) < weekMs) return false;
  const { problems, backup } = await check(dataDir);
  if (problems.length > 0) {
    log.error({ problems, backup: backup?.file }, 'the store is damaged');
    await notifyAdmins(store, {
      severity: 'Error',
      title: 'The data on the server is damaged',
      body: backup
        ? `Stop the server, then restore the newest good backup: ${restoreCommand(dataDir, backup)}`
        : 'There is no good backup. Do not stop the server. Ask for help with its data folder.',
    });
  }
  const row = { value: problems[0] ?? 'ok', created_at: clock() };
  await store.writeOrg((db) =>
    db
      .insertInto('secret')
      .values({ name: checkedMark, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),
  );
  return true;
}

/** Checks every hour whether the weekly check is due. Returns a function that stops this. */
export function checkWeekly(place: Place): () => void {
  const checkNow = (): void => {
    checkWhenDue(place).catch((error: unknown) => place.log.error({ err: error }, 'the store could not be checked'));
  };
  const first = setTimeout(checkNow, firstCheckMs).unref();
  const timer = setInterval(checkNow, checkIntervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
