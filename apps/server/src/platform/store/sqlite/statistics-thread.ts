/** Counts the statistics of a store on its own thread, so that nothing waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { countStatistics } from './statistics.ts';

const { path } = workerData as { path: string };
parentPort?.postMessage(await countStatistics(path));
