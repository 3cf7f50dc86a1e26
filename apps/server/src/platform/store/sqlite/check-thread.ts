/**
 * Checks the store on its own thread, so that nothing waits for it; returns what is damaged and, in that case, the
 * newest good backup.
 */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { findDamage, newestGoodBackup } from './damage.ts';
import { SqliteDatabase } from './database.ts';

const { dataDir } = workerData as { dataDir: string };
const database = new SqliteDatabase(join(dataDir, 'atoll.db'), { readOnly: true });
const problems = findDamage(database);
database.close();
parentPort?.postMessage({ problems, backup: problems.length > 0 ? newestGoodBackup(dataDir) : undefined });
