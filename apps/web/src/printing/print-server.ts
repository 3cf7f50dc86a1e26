/** Calls to this till's print server other than printing: printers, jobs, pairing. */
import { type PrinterConfig, type PrinterView, type PrintJobView } from '@atoll/domain/contract/bill/print';
import { type PrintAnswer, readPrintError } from '@atoll/domain/contract/bill/print-answer';
import { sentenceText } from '../locale/sentence.ts';
import { loopbackPermission, printToken, setPrintToken } from './print.ts';
import { printOrigin } from './print-address.ts';

const answerMs = 5000;
/** Timeout while the browser asks for permission, or while the local network is scanned. */
const promptTimeoutMs = 60_000;

/** A refusal of the print server in the language of the screen, or `reason` 'gone' when it could not be reached. */
export class PrintFault extends Error {
  readonly reason: string;
  readonly details: string;
  constructor(reason: string, message: string, details = '') {
    super(sentenceText(message));
    this.name = 'PrintFault';
    this.reason = reason;
    this.details = details;
  }
}

interface AskOptions {
  readonly isPatient?: boolean;
  /** An address other than this device's print server. */
  readonly origin?: string;
}

/** Calls the print server. `has` is a field that identifies its answers, because another program may listen on its port (R35.86). */
async function ask<T extends object>(
  method: string,
  path: string,
  has: keyof T & string,
  body?: unknown,
  options: AskOptions = {},
): Promise<T> {
  const { isPatient = false, origin = printOrigin() } = options;
  const waits = isPatient || (await loopbackPermission()) === 'prompt' ? promptTimeoutMs : answerMs;
  const token = printToken();
  let response: Response;
  try {
    response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(waits),
    });
  } catch {
    throw new PrintFault('gone', '');
  }
  if (response.status === 204) return {} as T;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && typeof answer === 'object' && answer !== null && has in answer) return answer as T;
  const error = readPrintError(response.status, answer);
  throw error ? new PrintFault(error.reason, error.message, error.details) : new PrintFault('gone', '');
}

export interface PrintServerStatus {
  readonly name: string;
  readonly version: string;
  /** false: this app must be paired with a code first. */
  readonly paired: boolean;
  readonly jobs?: { readonly queued: number; readonly waiting: number; readonly held: number; readonly failed: number };
}

export interface FoundPrinters {
  readonly queues: readonly string[];
  readonly devices: readonly string[];
  readonly hosts: readonly string[];
}

const at = (name: string): string => `/printers/${encodeURIComponent(name)}`;

/** Returns the status of the print server at an address. Throws 'gone' when it is no print server. */
export async function findPrintServer(origin: string): Promise<PrintServerStatus> {
  const status = await ask<PrintServerStatus>('GET', '/status', 'name', undefined, { origin });
  if (status.name !== 'atoll-print-server') throw new PrintFault('gone', '');
  return status;
}
export const listPrinters = async (): Promise<PrinterView[]> =>
  (await ask<{ items: PrinterView[] }>('GET', '/printers', 'items')).items;
/** Returns the printers found. `network`: also scans all addresses of the local network, which takes some seconds. */
export const discoverPrinters = (network: boolean): Promise<FoundPrinters> =>
  ask('GET', `/printers/discover${network ? '?network=1' : ''}`, 'queues', undefined, { isPatient: network });
export const putPrinter = (printer: Partial<PrinterConfig> & { readonly name: string }): Promise<PrinterView> =>
  ask('PUT', at(printer.name), 'name', printer, { isPatient: true });
export async function removePrinter(name: string): Promise<void> {
  await ask<{ name: string }>('DELETE', at(name), 'name');
}
export const printTestPage = (name: string): Promise<PrintAnswer> =>
  ask('POST', `${at(name)}/test`, 'jobId', {}, { isPatient: true });

/** Requests a pairing code; it is shown on the print server's own page on this till. */
export const askForCode = (): Promise<{ expiresAt: string }> => ask('POST', '/pair', 'expiresAt', {});
export async function confirmCode(code: string): Promise<void> {
  setPrintToken((await ask<{ token: string }>('POST', '/pair/confirm', 'token', { code })).token);
}

export const listPrintJobs = async (): Promise<PrintJobView[]> =>
  (await ask<{ items: PrintJobView[] }>('GET', '/jobs?limit=200', 'items')).items;
export const retryPrintJob = (id: string): Promise<PrintAnswer> => ask('POST', `/jobs/${id}/retry`, 'jobId', {});
export const reprintJob = (id: string, printedBy: string, jobKey: string): Promise<PrintAnswer> =>
  ask('POST', `/jobs/${id}/reprint`, 'jobId', { printedBy, jobKey });
export const cancelPrintJob = (id: string): Promise<PrintJobView> => ask('DELETE', `/jobs/${id}`, 'jobId');
/** Returns the printed text of a job without printing it. */
export const previewJob = (id: string): Promise<{ text: string }> => ask('GET', `/jobs/${id}/preview`, 'text');
