/** Makes one backup on its own thread, so that nothing waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupKind, backUpSqlite } from './backup.ts';

const { dataDir, kind, now } = workerData as { dataDir: string; kind: BackupKind; now: number };
parentPort?.postMessage(backUpSqlite(dataDir, kind, now));
