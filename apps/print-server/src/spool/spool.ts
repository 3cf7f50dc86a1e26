/**
 * The stored jobs: each is accepted once, written to the journal before it is acknowledged, and kept for a week so that it can be printed
 * again. After a crash, a job that was being sent may have printed; it is marked when it prints again.
 */

import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { PrintRequest } from '@atoll/domain/contract/bill/print';
import { faultText } from '../fault.ts';
import { PrintProblem } from '../problem.ts';
import type { Job } from './job.ts';
import { isFinal, replay, toJobRecord, toStateRecord } from './job.ts';
import { openJournal, readJournal } from './journal.ts';

/** How long and how many finished jobs are kept for reprints and repeated keys. */
const defaultLimits = { days: 7, jobs: 5000 };
const doublePressMs = 3000;
const dayMs = 86_400_000;
const journalLimit = 64 * 1024 * 1024;

export type JobChange = Partial<Pick<Job, 'state' | 'reason' | 'attempts' | 'doubtful' | 'releasedAt'>>;
export type Draft = Pick<Job, 'key' | 'type' | 'printer' | 'about' | 'title' | 'copyNo' | 'body' | 'fingerprint'>;

export interface Spool {
  /** Resolves when the job is on disk. Returns the existing job for a known key, or for the same press within 3 s. */
  accept(draft: Draft): Promise<{ job: Job; duplicate: boolean }>;
  /** Changes a job; resolves when the change is on disk. */
  change(job: Job, change: JobChange): Promise<void>;
  find(id: string): Job | undefined;
  /** Returns all jobs, newest first. */
  list(): Job[];
  /** Returns the unfinished jobs, oldest first. */
  unfinished(): Job[];
  /** Returns the highest copy number that documents of this bill and type have. */
  copiesOf(about: string): number;
  trouble(): string | null;
  close(): Promise<void>;
}

/** Opens the spool of a folder. `isExact` is true for a printer on which a job sent again cannot print twice. */
export async function openSpool(
  folder: string,
  clock: () => number,
  isExact: (printer: string) => boolean,
  kept = defaultLimits,
): Promise<Spool> {
  const path = join(folder, 'journal.ndjson');
  const jobs = replay(await readJournal(path));
  requeueInterrupted(jobs, isExact);
  const byKey = new Map<string, Job>();
  const accepting = new Map<Job, Promise<void>>();
  for (const job of jobs.values()) remember(job);
  const journal = await openJournal(path);
  let compactedAt = 0;
  await compact();

  function remember(job: Job): void {
    jobs.set(job.id, job);
    byKey.set(job.key ?? job.fingerprint, job);
  }

  function forgetOld(): void {
    const oldest = clock() - kept.days * dayMs;
    for (const job of jobs.values()) {
      const old = job.acceptedAt < oldest || jobs.size > kept.jobs;
      if (!old) return;
      if (!isFinal(job) && job.state !== 'held') continue;
      jobs.delete(job.id);
      const key = job.key ?? job.fingerprint;
      if (byKey.get(key) === job) byKey.delete(key);
    }
  }

  async function compact(): Promise<void> {
    compactedAt = clock();
    await journal.rewrite(() => {
      forgetOld();
      return [...jobs.values()].flatMap((job) => [toJobRecord(job), toStateRecord(job)]);
    });
  }

  function known(draft: Draft): Job | undefined {
    const job = byKey.get(draft.key ?? draft.fingerprint);
    return draft.key !== null || (job && Math.abs(clock() - job.acceptedAt) < doublePressMs) ? job : undefined;
  }

  return {
    async accept(draft) {
      const before = known(draft);
      if (before) {
        await accepting.get(before);
        return { job: before, duplicate: true };
      }
      const job = newJob(draft, clock());
      remember(job);
      const written = journal.append(toJobRecord(job)).catch((cause: unknown) => {
        jobs.delete(job.id);
        byKey.delete(job.key ?? job.fingerprint);
        throw spoolProblem(cause);
      });
      accepting.set(job, written);
      await written.finally(() => accepting.delete(job));
      if (jobs.size > kept.jobs) forgetOld();
      if (Math.abs(clock() - compactedAt) > dayMs || journal.size() > journalLimit) compact().catch(() => undefined);
      return { job, duplicate: false };
    },
    change(job, change) {
      Object.assign(job, change, { changedAt: clock() });
      return journal.append(toStateRecord(job));
    },
    find: (id) => jobs.get(id),
    list: () => [...jobs.values()].reverse(),
    unfinished: () => [...jobs.values()].filter((job) => job.state === 'queued' || job.state === 'waiting'),
    copiesOf: (about) =>
      [...jobs.values()].reduce((most, job) => (job.about === about ? Math.max(most, job.copyNo) : most), 0),
    trouble: () => journal.trouble(),
    close: () => journal.close(),
  };
}

/** Puts jobs that were being sent at a crash back into the queue. They may have printed, so they are marked unless the printer prints a job only once. */
function requeueInterrupted(jobs: ReadonlyMap<string, Job>, isExact: (printer: string) => boolean): void {
  for (const job of jobs.values()) {
    if (job.state !== 'sending') continue;
    job.state = 'queued';
    if (!isExact(job.printer)) job.doubtful = true;
  }
}

/** Returns a draft as a job that waits in its queue. `now` is epoch ms. */
function newJob(draft: Draft, now: number): Job {
  return {
    ...draft,
    id: newId(now),
    acceptedAt: now,
    changedAt: now,
    state: 'queued',
    reason: null,
    attempts: 0,
    doubtful: false,
    releasedAt: null,
  };
}

function spoolProblem(cause: unknown): PrintProblem {
  return new PrintProblem('spool_full', 'Could not store the ticket. It did not print. Try again', faultText(cause));
}

/** Returns a new id. It grows with time, so that the list is in order; its end is random. */
function newId(now: number): string {
  return now.toString(36).padStart(9, '0') + randomBytes(6).toString('hex');
}

/** Returns what a job prints, as a text; copies are counted by it. */
export function aboutOf(request: PrintRequest): string {
  const { bill, outlet } = request;
  const bit = bill.key || bill.id || `${bill.type} ${bill.slot} ${bill.createdAt ?? ''}`;
  const ticket = request.type === 'Kot' || request.type === 'Bot' ? ` ${request.kotNo ?? ''}` : '';
  if (request.type === 'Slip') return `Slip ${outlet.outletId ?? outlet.name} ${JSON.stringify(request.slip)}`;
  return `${request.type} ${outlet.outletId ?? outlet.name} ${bit}${ticket}`;
}

/** Returns a text that is different for each press of a button, for a till that sends no key. */
export function fingerprintOf(request: PrintRequest): string {
  const { bill, type, printerName, title, copyNo, kotNo, copies } = request;
  const items = bill.items.map((item) => [item.key || item.name, item.qty, item.change, item.isVoid]);
  const parts = [
    aboutOf(request),
    type,
    printerName,
    title,
    copyNo,
    kotNo,
    copies,
    bill.status,
    bill.modifiedAt,
    items,
  ];
  return `#${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
