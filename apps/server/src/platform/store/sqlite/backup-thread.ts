/** Makes one backup on its own thread, so that nothing waits for it. Returns it, with how many others gave way to it. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../give-way.ts';
import { backUpSqlite } from './backup.ts';
import { type BackupKind } from './backup-list.ts';
import { backUpDailyPages } from './copy/daily.ts';

giveWay();
const { dataDir, kind, now } = workerData as { dataDir: string; kind: BackupKind; now: number };
parentPort?.postMessage(kind === 'daily' ? await backUpDailyPages(dataDir, now) : backUpSqlite(dataDir, kind, now));
