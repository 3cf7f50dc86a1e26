/** Draws one paper on a thread of its own: no call waits for it, and what drawing takes of memory goes with it. */
import { parentPort, workerData } from 'node:worker_threads';
import { drawPaper } from './draw.ts';
import type { Paper } from './report-content.ts';

parentPort?.postMessage(drawPaper(workerData as Paper));
