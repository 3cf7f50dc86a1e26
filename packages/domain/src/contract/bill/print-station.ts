/** Print jobs that a device without a print server sends through the server to a till that has one. Source: R18.23. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { text } from '../platform/shape.ts';
import { printTypes } from './print.ts';

export const handedStates = ['queued', 'sending', 'done', 'waiting', 'failed'] as const;

const jobKey = text(100).check(z.minLength(1));

/** The status of a handed job. `waiting`: the print server of the station has it and prints it when possible. */
export const handedJob = z.object({
  jobKey: z.string(),
  state: z.enum(handedStates),
  isDuplicate: z.boolean(),
  message: z.string(),
});
export type HandedJob = z.infer<typeof handedJob>;

/** The complete request that a till posts to a print server. */
const printBody = z.looseObject({
  type: z.enum(printTypes),
  printerName: text(60),
  jobKey,
  /** Key of the payment, cash event or drawer event for which the drawer opens. */
  drawerKey: z.optional(text(100)),
});

/** Hands a job to the outlet's print station. Returns the job of a known key; a failed job is tried again. */
export const handJob = defineEndpoint({
  key: 'print.hand',
  method: 'POST',
  path: '/bis/print/job',
  summary: 'Hands a print job to a till that has a print server; refused when there is none',
  access: { who: 'member', anyOf: ['bill.open', 'bill.print', 'Kitchen'] },
  body: printBody,
  answer: handedJob,
  refusals: ['printStationMissing', 'billNotSaved', 'servedByOther', 'drawerUnknown'],
});

export const findJob = defineEndpoint({
  key: 'print.job',
  method: 'GET',
  path: '/bis/print/job/:jobKey',
  summary: 'Returns the status of a handed job',
  access: { who: 'member', anyOf: ['bill.open', 'bill.print', 'Kitchen'] },
  params: z.object({ jobKey }),
  answer: handedJob,
  refusals: ['notFound'],
});

/** Lets the caller's device print for others from now on. */
export const registerStation = defineEndpoint({
  key: 'print.register',
  method: 'PUT',
  path: '/bis/print/station',
  summary: 'Lets the caller’s device print for devices without a print server',
  access: { who: 'member', anyOf: ['settings.manage'] },
  refusals: [],
});

/** Reports that a registered print station is available, and returns the jobs that wait. */
export const claimJobs = defineEndpoint({
  key: 'print.claim',
  method: 'POST',
  path: '/bis/print/claim',
  summary: 'Reports a registered print station as available for the next minute, and returns the jobs that wait',
  access: { who: 'member', anyOf: ['bill.open', 'bill.print', 'Kitchen'] },
  answer: z.array(printBody),
  refusals: ['stationUnknown'],
});

/** Records the result of a job; only the station that took it may. */
export const answerJob = defineEndpoint({
  key: 'print.answer',
  method: 'PUT',
  path: '/bis/print/job',
  summary: 'Records the result of a job that this station took',
  access: { who: 'member', anyOf: ['bill.open', 'bill.print', 'Kitchen'] },
  body: z.object({
    jobKey,
    state: z.enum(['done', 'waiting', 'failed']),
    isDuplicate: z.boolean(),
    message: text(300),
  }),
  refusals: ['notFound'],
});
