/** The print server of this till: one call, and what its answers mean for the person. Source: R16.6, R18.23, print study sections 4 and 5. */
import { type PrintBody, readPrintAnswer } from '@atoll/domain/contract/bill/print';
import { words } from '../api/words.ts';
import { notify, settingHere } from '../sync/app-store.ts';
import { printOrigin } from './print-address.ts';

const tokenKey = 'atoll.print-token';
/** Set once this device's own print server took a job: what fails then stays here, for it may have it. */
const ownKey = 'atoll.print-server';
const usualTimeoutMs = 5000;
/** While the browser asks the person whether this page may reach the till's own programs. */
const promptTimeoutMs = 60_000;

export const printToken = (): string => localStorage.getItem(tokenKey) ?? '';
/** The token that the print server gave when this till was paired; none is needed on the till itself. */
export function setPrintToken(token: string): void {
  if (token) localStorage.setItem(tokenKey, token);
  else localStorage.removeItem(tokenKey);
}

/** Answers whether this device has a print server of its own. */
export const hasPrintServer = (): boolean => localStorage.getItem(ownKey) !== null || printToken() !== '';

type Hand = (body: PrintBody) => Promise<Printed | null>;
let handOver: Hand | null = null;
/** Who prints what this device cannot print itself; it answers null when nobody does. */
export function bindStation(hand: Hand | null): void {
  handOver = hand;
}

export type Printed =
  /** On paper, or handed to the printer. */
  | {
      readonly state: 'done';
      readonly isDuplicate: boolean;
      /** The printer took it and did not confirm it: a person should look. */
      readonly note?: string;
    }
  /** Durable there; it prints when it can. Counts as printed. */
  | { readonly state: 'waiting'; readonly isDuplicate: boolean; readonly message: string }
  /** `isCertain`: the print server itself said no; else it may have the job. */
  | {
      readonly state: 'failed';
      readonly message: string;
      readonly isCertain: boolean;
      /** There is no such printer, or it is switched off. */
      readonly isPrinterOut?: boolean;
    };

/** What the browser says of reaching programs on this machine; 'unknown' where it has no such permission. */
export async function loopbackPermission(): Promise<PermissionState | 'unknown'> {
  for (const name of ['loopback-network', 'local-network-access']) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // This browser does not know the name; the next one may be its word for it.
      continue;
    }
  }
  return 'unknown';
}

/** What this device's own print server says of a job. */
export async function printHere(body: PrintBody): Promise<Printed> {
  const printed = await post(body);
  if (printed.state !== 'failed' || printed.isCertain) localStorage.setItem(ownKey, 'here');
  return printed;
}

/** A printer that is not set up, or is switched off, leaves its work to the outlet's FallbackPrinter. */
async function printAnywhere(body: PrintBody): Promise<Printed> {
  const printed = await printHere(body);
  const fallback = settingHere('FallbackPrinter');
  const isElsewhere = fallback !== '' && fallback !== body.printerName && body.type !== 'Image';
  if (printed.state === 'failed' && printed.isCertain && printed.isPrinterOut && isElsewhere)
    return printHere({ ...body, printerName: fallback });
  if (printed.state !== 'failed' || printed.isCertain || hasPrintServer()) return printed;
  return (await handOver?.(body)) ?? printed;
}

async function post(body: PrintBody): Promise<Printed> {
  const isAsking = (await loopbackPermission()) === 'prompt';
  const token = printToken();
  let response: Response;
  try {
    response = await fetch(`${printOrigin()}/print`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(isAsking ? promptTimeoutMs : usualTimeoutMs),
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
  return 'reason' in answer
    ? { state: 'waiting', isDuplicate, message: answer.message }
    : { state: 'done', isDuplicate, ...(answer.message ? { note: answer.message } : {}) };
}

/** Prints, and tells the person of what did not go straight to paper. */
export async function sendToPrinter(body: PrintBody): Promise<Printed> {
  const printed = await printAnywhere(body);
  announce(printed);
  return printed;
}

/** Prints what was tried before; the person is told only of what is new since `before`. */
export async function sendAgain(
  body: PrintBody,
  before: { readonly state: string; readonly message: string },
): Promise<Printed> {
  const printed = await printAnywhere(body);
  const isKnown =
    printed.state !== 'done' &&
    printed.state === before.state &&
    (printed.state === 'failed' || printed.message === before.message);
  if (!isKnown) announce(printed);
  return printed;
}

function announce(printed: Printed): void {
  if (printed.state === 'failed') {
    notify({ kind: 'error', message: words.printServerGone, ...(printed.message ? { details: printed.message } : {}) });
    return;
  }
  const message = printed.state === 'waiting' ? printed.message : printed.note;
  if (message) notify({ kind: 'warning', message });
}
