/** Print jobs that a device without a print server hands to a till that has one, through the server. Source: R18.23. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { printTypes } from './print.ts';
import { text } from './shape.ts';

export const handedStates = ['queued', 'sending', 'done', 'waiting', 'failed'] as const;

const jobKey = text(100).check(z.minLength(1));

/** How a handed job stands. `waiting`: it is with the print server of the station and prints when it can. */
export const handedJob = z.object({
  jobKey: z.string(),
  state: z.enum(handedStates),
  isDuplicate: z.boolean(),
  message: z.string(),
});
export type HandedJob = z.infer<typeof handedJob>;

/** What a till posts to a print server, whole. */
const printBody = z.looseObject({ type: z.enum(printTypes), printerName: text(60), jobKey });

/** Hands a job to the outlet's print station. A key that is known answers its job; one that failed is tried again. */
export const handJob = defineEndpoint({
  key: 'print.hand',
  method: 'POST',
  path: '/bis/print/job',
  summary: 'Hand a print job to a till that has a print server; refused when none is there',
  access: { who: 'member', anyOf: ['bill.open', 'bill.print', 'Kitchen'] },
  body: printBody,
  answer: handedJob,
  refusals: ['printStationMissing'],
});

export const findJob = defineEndpoint({
  key: 'print.job',
  method: 'GET',
  path: '/bis/print/job/:jobKey',
  summary: 'How a handed job stands',
  access: { who: 'member', anyOf: ['bill.open', 'bill.print', 'Kitchen'] },
  params: z.object({ jobKey }),
  answer: handedJob,
  refusals: ['notFound'],
});

/** A till with a print server says that it is there, and takes the jobs that wait. */
export const claimJobs = defineEndpoint({
  key: 'print.claim',
  method: 'POST',
  path: '/bis/print/claim',
  summary: 'Be a print station for the next minute, and take the jobs that wait for one',
  access: { who: 'member', anyOf: ['bill.open', 'bill.print', 'Kitchen'] },
  answer: z.array(printBody),
  refusals: [],
});

/** Only the station that took a job says what came of it. */
export const answerJob = defineEndpoint({
  key: 'print.answer',
  method: 'PUT',
  path: '/bis/print/job',
  summary: 'What came of a job that this station took',
  access: { who: 'member', anyOf: ['bill.open', 'bill.print', 'Kitchen'] },
  body: z.object({
    jobKey,
    state: z.enum(['done', 'waiting', 'failed']),
    isDuplicate: z.boolean(),
    message: text(300),
  }),
  refusals: ['notFound'],
});
