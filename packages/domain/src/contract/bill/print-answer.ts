/** Responses of the print server. A till reads them without schemas, which it does not need otherwise. */
import { isWaitReason, type WaitReason, waitText } from './print-words.ts';

/** The port of the print server unless PRINT_PORT is set. */
export const printPort = 14141;

/** Refusals of the print server: the `reason` of an error, and its HTTP status in `code`. */
export const printRefusals = {
  bad_request: 400,
  unsupported_type: 400,
  not_paired: 401,
  origin_not_allowed: 403,
  code_wrong: 403,
  printer_unknown: 404,
  job_unknown: 404,
  not_found: 404,
  printer_disabled: 409,
  not_for_practice: 409,
  printer_busy: 409,
  job_state: 409,
  too_large: 413,
  not_json: 415,
  bad_host: 421,
  no_items: 422,
  too_many: 429,
  internal: 500,
  not_ready: 503,
  spool_full: 507,
} as const;
export type PrintRefusal = keyof typeof printRefusals;

/** 200: the job was printed, or sent to a device that cannot confirm it. */
export interface PrintDone {
  readonly jobId: string;
  readonly state: 'printed' | 'sent';
  readonly printer: string;
  readonly duplicate: boolean;
  readonly confirmed: boolean;
  /** A warning that a person should check: the printer accepted the job but did not close the connection. */
  readonly message?: string;
  /** The code of the warning. Absent in answers of an older release. */
  readonly reason?: WaitReason;
}

/** 202: the job is stored on disk and will be printed; it need not be sent again. */
export interface PrintAccepted {
  readonly jobId: string;
  readonly state: 'queued' | 'waiting';
  readonly printer: string;
  readonly duplicate: boolean;
  readonly reason: WaitReason;
  readonly message: string;
}

export type PrintAnswer = PrintDone | PrintAccepted;

/** Any other response. `code` is the HTTP status, `reason` is machine-readable. */
export interface PrintError {
  readonly message: string;
  readonly details: string;
  readonly code: number;
  readonly reason: PrintRefusal;
  readonly errors?: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, unknown>>;

const asObject = (body: unknown): Values | null =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Values) : null;

const isText = (value: unknown, atMost: number): value is string => typeof value === 'string' && value.length <= atMost;

/** Returns the text; '' when it is absent, and null when it is something else or too long. */
const textOf = (value: unknown, atMost: number): string | null =>
  value === undefined || value === null ? '' : isText(value, atMost) ? value : null;

/** Returns the flag; false when it is absent, and null when it is something else. */
const flagOf = (value: unknown): boolean | null =>
  value === undefined || value === null ? false : typeof value === 'boolean' ? value : null;

/** Returns the fields by which a response about a job is recognized, or null for another response. */
function readJob<State extends string>(body: unknown, states: readonly State[]) {
  const values = asObject(body);
  const state = states.find((one) => one === values?.['state']);
  const jobId = values?.['jobId'];
  if (!values || !state || !isText(jobId, 60) || jobId === '') return null;
  const [printer, reason, message] = [
    textOf(values['printer'], 60),
    textOf(values['reason'], 40),
    textOf(values['message'], 400),
  ];
  const duplicate = flagOf(values['duplicate']);
  if (printer === null || reason === null || message === null || duplicate === null) return null;
  return { jobId, state, printer, duplicate, reason, text: message };
}

/**
 * Returns the parsed response of the print server: done for 200, accepted for 202, otherwise its refusal. Returns null for anything else, because
 * another program may listen on its port (R35.86).
 */
export function readPrintAnswer(status: number, body: unknown): PrintAnswer | PrintError | null {
  if (status === 200) return readDone(body);
  if (status === 202) return readAccepted(body);
  return readPrintError(status, body);
}

function readDone(body: unknown): PrintDone | null {
  const job = readJob(body, ['printed', 'sent'] as const);
  const confirmed = flagOf(asObject(body)?.['confirmed']);
  if (!job || confirmed === null) return null;
  const { reason, text, ...done } = job;
  return { ...done, confirmed, message: waitText({ printer: done.printer, reason, text }) };
}

/** Returns a stored job; a reason of another release counts as 'busy', with the text that was sent. */
function readAccepted(body: unknown): PrintAccepted | null {
  const job = readJob(body, ['queued', 'waiting'] as const);
  if (!job) return null;
  const { reason, text, ...accepted } = job;
  return {
    ...accepted,
    reason: isWaitReason(reason) ? reason : 'busy',
    message: waitText({ printer: accepted.printer, reason, text }),
  };
}

/** Returns the refusal of the print server, or null for a response of another program: its `code` must equal the HTTP status. */
export function readPrintError(status: number, body: unknown): PrintError | null {
  const values = asObject(body);
  const [message, details, code, reason] = [
    values?.['message'],
    textOf(values?.['details'], 4000),
    values?.['code'],
    values?.['reason'],
  ];
  if (!isText(message, 1000) || details === null || code !== status) return null;
  if (typeof reason !== 'string' || !Object.hasOwn(printRefusals, reason)) return null;
  return { message, details, code: status, reason: reason as PrintRefusal };
}
