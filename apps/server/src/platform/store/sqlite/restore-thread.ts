/** Prepares the copy of a backup on its own thread, so that tills do not wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { UnfitBackup } from './backup-file.ts';
import { prepareRestore } from './restore.ts';

const { folder, now, ...wanted } = workerData as {
  folder: string;
  now: number;
  path: string;
  passphrase?: string;
  note: string;
};
try {
  await prepareRestore(folder, wanted, now);
  parentPort?.postMessage({ ok: true });
} catch (error) {
  if (!(error instanceof UnfitBackup)) throw error;
  parentPort?.postMessage({ ok: false, reason: error.reason, details: error.details });
}
