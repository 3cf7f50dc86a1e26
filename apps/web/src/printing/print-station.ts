/**
 * Prints for devices without a print server: they hand the job through the server to a till that has one, under the same job key. This
 * device does the same for others when it has one. Source: R18.23.
 */

import type { PrintBody } from '@atoll/domain/contract/bill/print';
import type { HandedJob } from '@atoll/domain/contract/bill/print-station';
import { cutText } from '@atoll/domain/form/plain-text';
import { CallError, call, forPrinting } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { on } from '../api/event.ts';
import { words } from '../api/words.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import { sentWithin } from '../outbox/outbox.ts';
import { useSession } from '../session/session.ts';
import { withLock } from '../storage/lock.ts';
import {
  bindStation,
  hasPrintServer,
  keepPrintServer,
  keepPrintStations,
  type Printed,
  printHere,
  printStations,
} from './print.ts';

const lookMs = 700;
/** An available station takes a job within a second. */
const untakenMs = 3000;
const maxWaitMs = 12_000;
const claimMs = 20_000;

/** What the server prints must have reached it: the bill, or the cash for which the drawer opens. */
const sentMs = 3000;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

function printedOf({ state, isDuplicate, message }: HandedJob): Printed | null {
  switch (state) {
    case 'done':
      return { state, isDuplicate, ...(message ? { note: message } : {}) };
    case 'waiting':
      return { state, isDuplicate, message };
    case 'failed':
      return { state, message, isCertain: true };
    default:
      return null;
  }
}

/** Hands a job to the outlet's print station and waits for the result; null when there is no station. */
export async function handToStation(body: PrintBody): Promise<Printed | null> {
  const { jobKey } = body;
  if (jobKey === undefined || !useConnection.getState().isOnline) return null;
  const isNeeded = (entry: OutboxEntry): boolean =>
    (body.bill.key !== undefined && entry.billKey === body.bill.key) ||
    (body.drawerKey !== undefined && entry.body['key'] === body.drawerKey);
  await sentWithin(isNeeded, sentMs);
  try {
    let job = await call('print.hand', { body: { ...body, jobKey }, ...forPrinting });
    for (const since = performance.now(); ; ) {
      const printed = printedOf(job);
      if (printed) return printed;
      // The station has it or may have it: its key prevents a second print on a retry.
      const limitMs = job.state === 'queued' ? untakenMs : maxWaitMs;
      if (performance.now() - since > limitMs) return { state: 'failed', message: '', isCertain: false };
      await wait(lookMs);
      job = await call('print.job', { params: { jobKey }, ...forPrinting });
    }
  } catch (error) {
    const reason = error instanceof CallError ? error.body?.reason : undefined;
    if (reason === 'printStationMissing') return { state: 'failed', message: words.noStation, isCertain: false };
    return error instanceof CallError && wordedRefusals.has(reason)
      ? { state: 'failed', message: error.message, isCertain: true }
      : null;
  }
}

/** Refusals of a handed job that say what the person can do. */
const wordedRefusals: ReadonlySet<unknown> = new Set(['billNotSaved', 'servedByOther', 'drawerUnknown']);

/** Records whether this device is a print station of an outlet. */
export function keepIsStation(outletId: number, isStation: boolean): void {
  const others = (printStations() ?? []).filter((id) => id !== String(outletId));
  keepPrintStations(isStation ? [...others, String(outletId)] : others);
}

/** Returns the jobs that wait for this station. A device that is no station is remembered, and does not ask again. */
async function claim(outletId: number): Promise<PrintBody[]> {
  try {
    const jobs = (await call('print.claim', { ...forPrinting })) as unknown as PrintBody[];
    keepIsStation(outletId, true);
    return jobs;
  } catch (error) {
    if (error instanceof CallError && error.body?.reason === 'stationUnknown') keepIsStation(outletId, false);
    throw error;
  }
}

/** Lets this device print for others from now on. Rejects with the server's refusal. */
export async function becomeStation(): Promise<void> {
  const outletId = useSession.getState().scope?.outletId;
  await call('print.register', { inPlace: true });
  keepPrintServer();
  if (outletId !== undefined) keepIsStation(outletId, true);
  tryServe();
}

/** Prints the jobs that wait for a station, one after another. */
export async function serveOthers(): Promise<void> {
  const { user, scope, isLocked } = useSession.getState();
  if (!user || !scope || scope.practiceOf || isLocked || !hasPrintServer() || !useConnection.getState().isOnline)
    return;
  if (printStations()?.includes(String(scope.outletId)) === false) return;
  await withLock('print-station', async () => {
    const jobs = await claim(scope.outletId);
    for (const job of jobs) {
      const printed = await printHere(job);
      await call('print.answer', {
        body: {
          jobKey: job.jobKey ?? '',
          state: printed.state,
          isDuplicate: printed.state !== 'failed' && printed.isDuplicate,
          message: cutText(printed.state === 'done' ? (printed.note ?? '') : printed.message, 300),
        },
        ...forPrinting,
      });
    }
  });
}

/** Tries to serve; a failure is retried at the next occasion. */
const tryServe = (): void => void serveOthers().catch(() => undefined);

/** Lets this device hand over jobs that it cannot print, and print for others when it can. Runs until the returned function is called. */
export function keepStation(): () => void {
  bindStation(handToStation);
  const timer = setInterval(tryServe, claimMs);
  const stop = on('tickets', tryServe);
  tryServe();
  return () => {
    bindStation(null);
    clearInterval(timer);
    stop();
  };
}
