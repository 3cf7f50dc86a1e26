/** Runs the statements of reports on its own thread with a read-only connection, so that no till waits for them. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../give-way.ts';
import { openReader, type SumTable } from './pragma.ts';

giveWay();
const { path, sums } = workerData as { path: string; sums: readonly SumTable[] };
const database = openReader(path, sums);

parentPort?.on('message', ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
  try {
    parentPort?.postMessage(database.run(sql, parameters));
  } catch (error) {
    // A copied error loses what SQLite added to it.
    parentPort?.postMessage({ error, errcode: (error as { errcode?: number }).errcode });
  }
});
