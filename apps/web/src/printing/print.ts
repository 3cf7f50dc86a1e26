/** Sends print jobs to this till's print server and shows the result to the person. Source: R16.6, R18.23. */
import { type PrintBody } from '@atoll/domain/contract/bill/print';
import { readPrintAnswer } from '@atoll/domain/contract/bill/print-answer';
import { withoutForbiddenChars } from '@atoll/domain/form/plain-text';
import { printWithinMs } from '../api/api.ts';
import { words } from '../api/words.ts';
import { notify, settingHere, useApp } from '../sync/app-store.ts';
import { printOrigin } from './print-address.ts';

const tokenKey = 'atoll.print-token';
/** Set once this device's own print server accepted a job. Later failures are not handed to a station, because the local server may have the job. */
const ownKey = 'atoll.print-server';
/** Ids of the outlets for which a person chose this device as a print station, with commas. */
const stationKey = 'atoll.print-station';
/** Timeout while the browser asks whether this page may reach programs on this machine. */
const promptTimeoutMs = 60_000;

export const printToken = (): string => localStorage.getItem(tokenKey) ?? '';
/** Stores the token from pairing with the print server; not needed on the till itself. */
export function setPrintToken(token: string): void {
  if (token) localStorage.setItem(tokenKey, token);
  else localStorage.removeItem(tokenKey);
}

/** Returns whether this device has its own print server. */
export const hasPrintServer = (): boolean => localStorage.getItem(ownKey) !== null || printToken() !== '';

/** Returns the outlets for which this device prints for others; null when it printed before this was stored, so that only the server knows. */
export const printStations = (): readonly string[] | null =>
  localStorage.getItem(stationKey)?.split(',').filter(Boolean) ?? null;

export const keepPrintStations = (outlets: readonly string[]): void => localStorage.setItem(stationKey, outlets.join());

/** Records that this device has its own print server. One that just got it is no station: a person chooses that. */
export function keepPrintServer(): void {
  if (!hasPrintServer() && printStations() === null) keepPrintStations([]);
  localStorage.setItem(ownKey, 'here');
}

type Hand = (body: PrintBody) => Promise<Printed | null>;
let handOver: Hand | null = null;
/** Binds the function that prints jobs this device cannot print; it returns null without a station. */
export function bindStation(hand: Hand | null): void {
  handOver = hand;
}

export type Printed =
  /** Printed, or handed to the printer. */
  | {
      readonly state: 'done';
      readonly isDuplicate: boolean;
      /** The printer tells nothing of its paper. */
      readonly isUnconfirmed?: true;
      /** The printer took it without confirmation: a person should check. */
      readonly note?: string;
    }
  /** Stored by the print server; it prints when it can. Counts as printed. */
  | { readonly state: 'waiting'; readonly isDuplicate: boolean; readonly message: string }
  /** `isCertain`: the print server itself refused it; otherwise it may have the job. */
  | {
      readonly state: 'failed';
      readonly message: string;
      readonly isCertain: boolean;
      /** The printer does not exist or is switched off. */
      readonly isPrinterOut?: boolean;
    };

/** Returns the browser's permission to reach programs on this machine; 'unknown' where it has no such permission. */
export async function loopbackPermission(): Promise<PermissionState | 'unknown'> {
  for (const name of ['loopback-network', 'local-network-access']) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // The browser does not know this permission name; the next one may be its name for it.
      continue;
    }
  }
  return 'unknown';
}

/** Prints a job on this device's own print server and returns the result. */
export async function printHere(body: PrintBody): Promise<Printed> {
  const printed = await post(body);
  if (printed.state !== 'failed' || printed.isCertain) keepPrintServer();
  return printed;
}

/** Prints a job of practice on a printer that is for practice; otherwise it shows the paper. */
async function printPractice(body: PrintBody): Promise<Printed> {
  return (await import('./practice.ts')).printPractice(body, printHere);
}

/** Prints a job; uses the outlet's FallbackPrinter when the printer is not set up or is switched off. */
async function printAnywhere(body: PrintBody): Promise<Printed> {
  if (body.outlet.practiceOf) return printPractice(body);
  const printed = await printHere(body);
  const fallback = settingHere('FallbackPrinter');
  const isElsewhere = fallback !== '' && fallback !== body.printerName && body.type !== 'Image';
  if (printed.state === 'failed' && printed.isCertain && printed.isPrinterOut && isElsewhere)
    return printHere({ ...body, printerName: fallback });
  if (printed.state !== 'failed' || printed.isCertain || hasPrintServer()) return printed;
  return (await handOver?.(body)) ?? printed;
}

/** Drops characters that the print server refuses, from texts saved before they were refused everywhere (R35.91). */
const printable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? withoutForbiddenChars(value) : value;

let underWay = 0;
/** Returns how many jobs wait for the answer of the print server. */
export const printsUnderWay = (): number => underWay;

/** Forgets the jobs that wait, as when the app is loaded again. */
export function forgetPrints(): void {
  underWay = 0;
}

async function post(body: PrintBody): Promise<Printed> {
  underWay += 1;
  try {
    return await send(body);
  } finally {
    underWay -= 1;
  }
}

/** Returns a bill with the outlet's logo as a picture, where it has one. */
const withPicture = async (body: PrintBody): Promise<PrintBody> =>
  body.type === 'Bill' && body.outlet.logo
    ? import('./paper-logo.ts').then(
        ({ withLogo }) => withLogo(body),
        () => body,
      )
    : body;

async function send(job: PrintBody): Promise<Printed> {
  const body = await withPicture(job);
  const isAsking = (await loopbackPermission()) === 'prompt';
  const token = printToken();
  let response: Response;
  try {
    response = await fetch(`${printOrigin()}/print`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body, printable),
      signal: AbortSignal.timeout(isAsking ? promptTimeoutMs : printWithinMs),
    });
  } catch {
    return { state: 'failed', message: '', isCertain: false };
  }
  const answer = readPrintAnswer(response.status, await response.json().catch(() => null));
  // Another program answered: no print server has the job.
  if (answer === null) return { state: 'failed', message: '', isCertain: false };
  if ('code' in answer) {
    const isPrinterOut = answer.reason === 'printer_unknown' || answer.reason === 'printer_disabled';
    return { state: 'failed', message: answer.message, isCertain: true, isPrinterOut };
  }
  const isDuplicate = answer.duplicate;
  return answer.state === 'queued' || answer.state === 'waiting'
    ? { state: 'waiting', isDuplicate, message: answer.message }
    : {
        state: 'done',
        isDuplicate,
        ...(answer.state === 'sent' && { isUnconfirmed: true }),
        ...(answer.message ? { note: answer.message } : {}),
      };
}

/** Prints, and shows a message when the job did not print at once. */
export async function sendToPrinter(body: PrintBody): Promise<Printed> {
  const printed = await printAnywhere(body);
  announce(printed);
  return printed;
}

/** Screens that show the tickets which did not print. */
let alarmBars = 0;

/** Tells that a bar on the screen shows the tickets which did not print, until the returned function is called. */
export function showAlarmBar(): () => void {
  alarmBars += 1;
  return () => {
    alarmBars -= 1;
  };
}

/** Prints a ticket. A failure that a bar on the screen shows is only kept among the notifications. */
export async function sendTicket(body: PrintBody): Promise<Printed> {
  const printed = await printAnywhere(body);
  announce(printed, alarmBars > 0);
  return printed;
}

/** Prints a job again; shows only what changed since `before`. */
export async function sendAgain(
  body: PrintBody,
  before: { readonly state: string; readonly message: string },
): Promise<Printed> {
  const printed = await printAnywhere(body);
  const isKnown =
    printed.state !== 'done' &&
    printed.state === before.state &&
    (printed.state === 'failed' || printed.message === before.message);
  if (!isKnown) announce(printed, alarmBars > 0);
  return printed;
}

/** Shows the result of a job that did not print at once; several failures are one message. */
function announce(printed: Printed, isOnBar = false): void {
  if (printed.state === 'failed') {
    const { message: details } = printed;
    const toast = { kind: 'error', message: words.printServerGone, ...(details ? { details } : {}) } as const;
    useApp.getState().notify({ ...toast, id: `printFailed ${details}` }, isOnBar);
    return;
  }
  const message = printed.state === 'waiting' ? printed.message : printed.note;
  if (message) notify({ kind: 'warning', message });
}
