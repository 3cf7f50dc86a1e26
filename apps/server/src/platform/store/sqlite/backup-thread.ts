/** Makes one backup on a thread of its own, so that nobody waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupKind, backUpSqlite } from './backup.ts';

const { dataDir, kind, now } = workerData as { dataDir: string; kind: BackupKind; now: number };
parentPort?.postMessage(backUpSqlite(dataDir, kind, now));
