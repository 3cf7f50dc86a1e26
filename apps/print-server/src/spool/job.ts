/** A print job as the spool stores it. */
import type { PrintJobView, PrintRequest, PrintState, PrintType } from '@atoll/domain/contract/bill/print';
import type { WaitReason } from '@atoll/domain/contract/bill/print-words';
import { waitMessage } from '@atoll/domain/contract/bill/print-words';
import * as z from 'zod/mini';

export interface Job {
  readonly id: string;
  /** The till's key. When it is null, `fingerprint` detects double presses. */
  readonly key: string | null;
  readonly fingerprint: string;
  readonly type: PrintType | 'Test';
  readonly printer: string;
  /** The bill (or slot) that the job prints, for counting copies. */
  readonly about: string;
  readonly title: string;
  readonly copyNo: number;
  /** The request as JSON; it is parsed only when it is printed. */
  readonly body: string;
  readonly acceptedAt: number;
  state: PrintState;
  reason: WaitReason | null;
  attempts: number;
  /** True when an attempt may have printed something: the next one is marked as a possible duplicate. */
  doubtful: boolean;
  changedAt: number;
  /** When somebody released it after it was held; its age counts from here. */
  releasedAt: number | null;
}

/** Returns the request that a job prints. */
export function requestOf(job: Job): PrintRequest {
  return JSON.parse(job.body) as PrintRequest;
}

export const finalStates: readonly PrintState[] = ['sent', 'printed', 'failed', 'cancelled'];

/** True when the job is finished and does not change by itself any more. */
export function isFinal(job: Job): boolean {
  return finalStates.includes(job.state);
}

/** Returns the job's name on paper: short, and unique among the jobs of a day. */
export function shortName(job: Pick<Job, 'id'>): string {
  return job.id.slice(-6);
}

/** Returns what GET /jobs shows of a job, without its body. */
export function presentJob(job: Job): PrintJobView {
  return {
    jobId: job.id,
    jobKey: job.key,
    type: job.type,
    printer: job.printer,
    state: job.state,
    reason: job.reason,
    message: job.reason ? waitMessage(job.printer, job.reason) : null,
    title: job.title,
    copyNo: job.copyNo,
    attempts: job.attempts,
    mayBeDuplicate: job.doubtful,
    acceptedAt: new Date(job.acceptedAt).toISOString(),
    changedAt: new Date(job.changedAt).toISOString(),
  };
}

const jobRecord = z.object({
  t: z.literal('job'),
  id: z.string(),
  key: z.nullable(z.string()),
  fingerprint: z.string(),
  type: z.enum(['Bill', 'Kot', 'Bot', 'Image', 'Slip', 'Test']),
  printer: z.string(),
  about: z.string(),
  title: z.string(),
  copyNo: z.number(),
  body: z.string(),
  acceptedAt: z.number(),
});
const stateRecord = z.object({
  t: z.literal('state'),
  id: z.string(),
  state: z.enum(['queued', 'sending', 'waiting', 'held', 'sent', 'printed', 'failed', 'cancelled']),
  reason: z.nullable(z.string()),
  attempts: z.number(),
  doubtful: z.boolean(),
  changedAt: z.number(),
  releasedAt: z.nullable(z.number()),
});
const anyRecord = z.discriminatedUnion('t', [jobRecord, stateRecord]);

/** Returns the journal record of an accepted job. */
export function toJobRecord(job: Job): object {
  const { id, key, fingerprint, type, printer, about, title, copyNo, body, acceptedAt } = job;
  return { t: 'job', id, key, fingerprint, type, printer, about, title, copyNo, body, acceptedAt };
}

/** Returns the journal record of a job's state. */
export function toStateRecord(job: Job): object {
  const { id, state, reason, attempts, doubtful, changedAt, releasedAt } = job;
  return { t: 'state', id, state, reason, attempts, doubtful, changedAt, releasedAt };
}

/** Returns the jobs that the records describe, oldest first; unknown records are skipped. */
export function replay(records: readonly object[]): Map<string, Job> {
  const jobs = new Map<string, Job>();
  for (const one of records) {
    const { data } = anyRecord.safeParse(one);
    if (data?.t === 'job') {
      const { t: _, ...fields } = data;
      const start = { state: 'queued', reason: null, attempts: 0, doubtful: false, releasedAt: null } as const;
      jobs.set(data.id, { ...fields, ...start, changedAt: data.acceptedAt });
    } else if (data) {
      const job = jobs.get(data.id);
      const { t: _, reason, ...fields } = data;
      if (job) Object.assign(job, fields, { reason: reason as WaitReason | null });
    }
  }
  return jobs;
}
