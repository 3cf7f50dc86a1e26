/** Keeps the statistics of an embedded store; PostgreSQL keeps its own. Source: R34.27. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StoreLog } from '../../platform/store/open-store.ts';

const firstCountMs = 5 * 60_000;
const countIntervalMs = 86_400_000;

function count(dataDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = new URL('../../platform/store/sqlite/statistics-thread.ts', import.meta.url);
    const thread = new Worker(url, { workerData: { path: join(dataDir, 'atoll.db') } });
    thread.once('error', reject);
    thread.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The count ended with ${code}`))));
  });
}

/** Counts them five minutes after the start and each day; returns the function that stops this. */
export function keepStatistics(dataDir: string, log: StoreLog): () => void {
  const countNow = (): void => {
    count(dataDir).catch((error: unknown) =>
      log.warn({ err: error }, 'the statistics of the store could not be counted'),
    );
  };
  const first = setTimeout(countNow, firstCountMs).unref();
  const timer = setInterval(countNow, countIntervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
