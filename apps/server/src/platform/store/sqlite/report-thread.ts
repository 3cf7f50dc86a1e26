/** Runs the statements of reports on its own thread with a read-only connection, so that no till waits for them. */
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteDatabase } from './database.ts';
import { addPendingSums } from './pending-sums.ts';

const { path } = workerData as { path: string };
const database = new SqliteDatabase(path, { readOnly: true });
database.exec('pragma busy_timeout = 5000; pragma cache_size = -16384;');
addPendingSums(database);

parentPort?.on('message', ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
  try {
    parentPort?.postMessage(database.run(sql, parameters));
  } catch (error) {
    // A copied error loses what SQLite added to it.
    parentPort?.postMessage({ error, errcode: (error as { errcode?: number }).errcode });
  }
});
