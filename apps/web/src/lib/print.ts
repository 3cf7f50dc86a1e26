/** The print server of this till: one call, and what its answers mean for the person. Source: R16.6, R18.23, print study sections 4 and 5. */
import { type PrintAnswer, type PrintBody, printUrl } from '@atoll/domain/contract/print';
import { notify } from './app-store.ts';
import { words } from './words.ts';

const originKey = 'atoll.print-origin';
const tokenKey = 'atoll.print-token';
const usualTimeoutMs = 5000;
/** While the browser asks the person whether this page may reach the till's own programs. */
const promptTimeoutMs = 60_000;

/** Where this device's print server listens; '' sets it back to the usual place. */
export const printOrigin = (): string => localStorage.getItem(originKey) ?? printUrl;
export function setPrintOrigin(origin: string): void {
  if (origin) localStorage.setItem(originKey, origin);
  else localStorage.removeItem(originKey);
}
export const printToken = (): string => localStorage.getItem(tokenKey) ?? '';
/** The token that the print server gave when this till was paired; none is needed on the till itself. */
export function setPrintToken(token: string): void {
  if (token) localStorage.setItem(tokenKey, token);
  else localStorage.removeItem(tokenKey);
}

export type Printed =
  /** On paper, or handed to the printer. */
  | { readonly state: 'done'; readonly isDuplicate: boolean }
  /** Durable there; it prints when it can. Counts as printed. */
  | { readonly state: 'waiting'; readonly isDuplicate: boolean; readonly message: string }
  /** `isCertain`: the print server itself said no; else it may have the job. */
  | { readonly state: 'failed'; readonly message: string; readonly isCertain: boolean };

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
  const said = (await response.json().catch(() => null)) as (PrintAnswer & { readonly message?: string }) | null;
  const isDuplicate = said?.duplicate ?? false;
  if (response.status === 202) return { state: 'waiting', isDuplicate, message: said?.message ?? '' };
  if (response.ok) return { state: 'done', isDuplicate };
  return { state: 'failed', message: said?.message ?? '', isCertain: true };
}

/** Prints, and tells the person of what did not go straight to paper. */
export async function sendToPrinter(body: PrintBody): Promise<Printed> {
  const printed = await post(body);
  if (printed.state === 'failed') {
    notify({ kind: 'error', message: words.printServerGone, ...(printed.message ? { details: printed.message } : {}) });
  } else if (printed.state === 'waiting' && printed.message) {
    notify({ kind: 'warning', message: printed.message });
  }
  return printed;
}
