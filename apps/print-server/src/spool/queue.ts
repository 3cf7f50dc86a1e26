/**
 * The queue of one printer: jobs print one at a time, in the order of their arrival, and after a failure the queue pauses, each time
 * longer. A job that failed before its first byte is tried again; one that failed later is marked MAY BE A DUPLICATE at the next attempt.
 */

import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import type { WaitReason } from '@atoll/domain/contract/bill/print-words';
import { ticketStaleMs } from '@atoll/domain/ticket/stale';
import { type Device, DeviceTrouble, type Printout, type Session } from '../device/device.ts';
import { faultText } from '../fault.ts';
import type { Job } from './job.ts';
import { isFinal } from './job.ts';
import type { Spool } from './spool.ts';

const firstPauseMs = 250;
const maxPauseMs = 15_000;
/** A network printer needs a moment between one client and the next. */
const betweenJobsMs = 50;
const billStaleMs = 30 * 60_000;

export interface QueueParts {
  readonly spool: Spool;
  readonly clock: () => number;
  readonly printer: () => PrinterConfig | undefined;
  /** Returns the printer to use for the next job: one whose status mode is unknown is queried first. */
  readonly prepare: (printer: PrinterConfig) => Promise<PrinterConfig>;
  readonly device: (printer: PrinterConfig) => Device;
  readonly printout: (job: Job, printer: PrinterConfig) => Printout;
  readonly log: (text: string) => void;
}

export interface PrintQueue {
  add(job: Job): void;
  /** Removes a job that is not being sent; returns false when it is being sent. */
  remove(job: Job): boolean;
  /** Tries again at once instead of after the pause. */
  kick(): void;
  /** Resolves at the next change of the job: printed, failed, or waiting for the reason that it returns. */
  outcome(job: Job): Promise<WaitReason | null>;
  load(): { sending: boolean; waiting: number; reason: WaitReason | null };
  /** Starts no more attempts; resolves when the running one is done. */
  stop(): Promise<void>;
}

/** Returns the queue of one printer. */
export function printQueue(parts: QueueParts): PrintQueue {
  const { spool, clock } = parts;
  const line: Job[] = [];
  const watchers = new Map<Job, ((reason: WaitReason | null) => void)[]>();
  let current: Job | null = null;
  let reason: WaitReason | null = null;
  let failures = 0;
  let stopped = false;
  let lastJobEnd = 0;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;

  function notify(job: Job, why: WaitReason | null): void {
    for (const resolve of watchers.get(job) ?? []) resolve(why);
    watchers.delete(job);
  }

  function wakeIn(ms: number): void {
    if (stopped || timer !== null || running !== null) return;
    timer = setTimeout(() => {
      timer = null;
      running = work().finally(() => {
        running = null;
        if (line.length > 0) wakeIn(pauseMs());
      });
    }, ms);
  }

  function kick(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    wakeIn(0);
  }

  function pauseMs(): number {
    if (failures === 0) return 0;
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1));
    return reason === 'refused_busy' ? pause * (0.75 + Math.random() / 2) : pause;
  }

  /** Prints from the head of the queue until it is empty or the printer cannot print. */
  async function work(): Promise<void> {
    for (let job = line[0]; job !== undefined && !stopped; job = line[0]) {
      const trouble = await oneJob(job);
      if (trouble === null) continue;
      failures += 1;
      if (trouble !== reason) parts.log(`${job.printer}: ${trouble}`);
      reason = trouble;
      for (const waiting of line) notify(waiting, trouble);
      return;
    }
  }

  async function oneJob(job: Job): Promise<WaitReason | null> {
    const printer = parts.printer();
    if (!printer?.enabled) return keepWaiting(job, new DeviceTrouble('offline'));
    if (isStale(job)) return finish(job, 'held', 'held_stale');
    current = job;
    try {
      await settlePrinter(printer);
      const prepared = await parts.prepare(printer);
      if (prepared.statusMode !== printer.statusMode) await pauseBetween(printer);
      const session = await parts.device(prepared).open(parts.printout(job, prepared));
      if (line[0] !== job) {
        session.close(); // The job was cancelled in the meantime.
        return null;
      }
      const { confirmed, isSilent } = await sendWith(session, job);
      failures = 0;
      reason = null;
      return await finish(job, confirmed ? 'printed' : 'sent', isSilent ? 'not_confirmed' : null);
    } catch (cause) {
      if (line[0] !== job) return null;
      if (cause instanceof DeviceTrouble) return keepWaiting(job, cause);
      parts.log(`job ${job.id} cannot be printed: ${cause instanceof Error ? (cause.stack ?? '') : faultText(cause)}`);
      return finish(job, 'failed', 'device_error');
    } finally {
      current = null;
      lastJobEnd = clock();
    }
  }

  async function settlePrinter(printer: PrinterConfig): Promise<void> {
    const left = lastJobEnd + betweenJobsMs - clock();
    if (printer.kind === 'tcp' && left > 0 && left <= betweenJobsMs)
      await new Promise((wake) => setTimeout(wake, left));
  }

  async function pauseBetween(printer: PrinterConfig): Promise<void> {
    if (printer.kind === 'tcp') await new Promise((wake) => setTimeout(wake, betweenJobsMs));
  }

  /** Sends a job. The record that it is being sent is on disk before the first byte leaves. */
  async function sendWith(session: Session, job: Job): ReturnType<Session['send']> {
    try {
      await spool.change(job, { state: 'sending', reason: null, attempts: job.attempts + 1 });
    } catch (cause) {
      session.close();
      throw new DeviceTrouble('device_error', false, cause);
    }
    return session.send();
  }

  function isStale(job: Job): boolean {
    const limit = job.type === 'Kot' || job.type === 'Bot' ? ticketStaleMs : billStaleMs;
    return clock() - (job.releasedAt ?? job.acceptedAt) > limit;
  }

  async function finish(job: Job, state: Job['state'], why: WaitReason | null): Promise<null> {
    const at = line.indexOf(job);
    if (at >= 0) line.splice(at, 1);
    await spool.change(job, { state, reason: why }).catch((cause: unknown) => parts.log(`spool: ${faultText(cause)}`));
    notify(job, why);
    return null;
  }

  function keepWaiting(job: Job, trouble: DeviceTrouble): WaitReason {
    const doubtful = job.doubtful || trouble.started;
    if (job.state !== 'waiting' || job.reason !== trouble.reason || doubtful !== job.doubtful) {
      const change = { state: 'waiting', reason: trouble.reason, doubtful } as const;
      spool.change(job, change).catch((cause: unknown) => parts.log(`spool: ${faultText(cause)}`));
    }
    return trouble.reason;
  }

  return {
    add(job) {
      line.push(job);
      kick();
    },
    remove(job) {
      const at = line.indexOf(job);
      if (current === job && job.state === 'sending') return false;
      if (at >= 0) line.splice(at, 1);
      notify(job, null);
      return true;
    },
    kick,
    outcome(job) {
      if (isFinal(job) || job.state === 'held') return Promise.resolve(job.reason);
      return new Promise((resolve) => watchers.set(job, [...(watchers.get(job) ?? []), resolve]));
    },
    load: () => ({
      sending: current?.state === 'sending',
      waiting: line.length,
      reason: line.length > 0 ? reason : null,
    }),
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
