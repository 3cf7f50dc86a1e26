/** Worker that draws one PDF report, so that no call waits for it. Its memory is released when it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { drawReport } from './draw.ts';
import type { ReportContent } from './report-content.ts';

parentPort?.postMessage(drawReport(workerData as ReportContent));
