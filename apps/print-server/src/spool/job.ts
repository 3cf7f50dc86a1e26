/** A print job as the spool keeps it. */
import type { PrintJobView, PrintRequest, PrintState, PrintType, WaitReason } from '@atoll/domain/contract/print';
import * as z from 'zod/mini';
import { waitMessage } from './wording.ts';

export interface Job {
  readonly id: string;
  /** The till's key, or null: then `fingerprint` catches double presses. */
  readonly key: string | null;
  readonly fingerprint: string;
  readonly type: PrintType | 'Test';
  readonly printer: string;
  /** The bill (or slot) that it is about, for counting copies. */
  readonly about: string;
  readonly title: string;
  readonly copyNo: number;
  /** The request as JSON: parsed only when it is printed. */
  readonly body: string;
  readonly acceptedAt: number;
  state: PrintState;
  reason: WaitReason | null;
  attempts: number;
  /** An attempt may have reached the paper: the next one says so. */
  doubtful: boolean;
  changedAt: number;
  /** When a person asked for it again after it was held; staleness counts from here. */
  releasedAt: number | null;
}

/** The request that a job prints. */
export function requestOf(job: Job): PrintRequest {
  return JSON.parse(job.body) as PrintRequest;
}

export const finalStates: readonly PrintState[] = ['sent', 'printed', 'failed', 'cancelled'];

/** Nothing more happens to it by itself. */
export function isFinal(job: Job): boolean {
  return finalStates.includes(job.state);
}

/** The job's name on paper: short, and told apart among the jobs of a day. */
export function shortName(job: Pick<Job, 'id'>): string {
  return job.id.slice(-6);
}

/** What GET /jobs shows: no body. */
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

/** The journal's record of a job's acceptance. */
export function toJobRecord(job: Job): object {
  const { id, key, fingerprint, type, printer, about, title, copyNo, body, acceptedAt } = job;
  return { t: 'job', id, key, fingerprint, type, printer, about, title, copyNo, body, acceptedAt };
}

/** The journal's record of where a job stands. */
export function toStateRecord(job: Job): object {
  const { id, state, reason, attempts, doubtful, changedAt, releasedAt } = job;
  return { t: 'state', id, state, reason, attempts, doubtful, changedAt, releasedAt };
}

/** Jobs as the records leave them, oldest first; a record that is none is passed over. */
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
