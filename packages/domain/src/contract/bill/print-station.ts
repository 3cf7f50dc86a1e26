/** Print jobs that a device without a print server sends through the server to a till that has one. Source: R18.23. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { instant, text } from '../platform/shape.ts';
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

/** A device that prints for others. */
export const printStation = z.object({
  /** The device's id. */
  id: z.string(),
  /** The user agent of its last sign-in; '' when unknown. */
  device: z.string(),
  /** Its number as a till; null when it never reported as one. */
  tillNumber: z.nullable(z.int()),
  seenAt: instant,
  registeredAt: instant,
  /** It is the caller's device. */
  isThis: z.boolean(),
  /** It was available within the last minute. */
  isThere: z.boolean(),
});
export type PrintStation = z.infer<typeof printStation>;

const stationAccess = { who: 'member', anyOf: ['settings.manage'] } as const;

export const listStations = defineEndpoint({
  key: 'print.stations',
  method: 'GET',
  path: '/bis/print/station',
  summary: 'Returns the devices that print for devices without a print server, the last seen first',
  access: stationAccess,
  answer: z.array(printStation),
  refusals: [],
});

/** Lets the caller's device print for others from now on. */
export const registerStation = defineEndpoint({
  key: 'print.register',
  method: 'PUT',
  path: '/bis/print/station',
  summary: 'Lets the caller’s device print for devices without a print server; needs a password that was typed lately',
  access: stationAccess,
  refusals: ['passwordNeeded'],
});

/** Ends it: the device gets no more jobs until it is registered again. */
export const removeStation = defineEndpoint({
  key: 'print.remove',
  method: 'DELETE',
  path: '/bis/print/station/:id',
  summary: 'Takes a device from those that print for others; needs a password that was typed lately',
  access: stationAccess,
  params: z.object({ id: text(100).check(z.minLength(1)) }),
  refusals: ['notFound', 'passwordNeeded'],
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
