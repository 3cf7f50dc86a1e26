/** What becomes of an entry after the server's no, or after no answer at all. Source: docs/rules.md#outbox-failures. */
import { CallError, type ErrorBody } from '../api.ts';
import { isOwnRefusal, NotServerError } from '../not-server.ts';
import { words } from '../words.ts';
import { isBarring, notServerReason, type OutboxEntry } from './entry.ts';

export const faultsAllowed = 5;
const firstWaitMs = 500;
const longestWaitMs = 30_000;
const heldMs = 30_000;
/** How long a bill that another till has to bring again first is waited for. */
const otherTillMs = 5000;
const otherTillTries = 60;

/** Doubling waits, each shortened by chance so that tills do not all come at once. */
export function backOffMs(times: number, random: number): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(times, 10));
  return Math.round(full * (0.5 + random / 2));
}

export type Verdict =
  /** The server was not reached: everything waits. `change` says what answered in its place. */
  | { readonly kind: 'away'; readonly waitMs: number | null; readonly change?: Partial<OutboxEntry> }
  /** Nobody is signed in for it, or the token is not taken: waits for a sign-in. */
  | { readonly kind: 'sign-in' }
  /** This entry is settled, waits, or is put aside. */
  | { readonly kind: 'entry'; readonly change: Partial<OutboxEntry> };

const awayStatuses: readonly number[] = [408, 425, 502, 503, 504];

/** A 4xx without the app's own body: something on the way refused, not the server (R35.82). */
const isBareRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status < 500 && !isOwnRefusal(error.body);

export function verdictOn(entry: OutboxEntry, error: unknown, now: number, random: number): Verdict {
  if (error instanceof NotServerError || isBareRefusal(error)) {
    const faults = entry.faults + 1;
    const reason: ErrorBody = { message: words.notServer, reason: notServerReason };
    const change = { faults, reason, notBefore: now + backOffMs(faults, random) };
    return { kind: 'away', waitMs: error.retryAfterMs, change };
  }
  if (!(error instanceof CallError)) return { kind: 'away', waitMs: null };
  const reason: ErrorBody = error.body ?? { message: error.message, code: error.status };
  if (awayStatuses.includes(error.status) || error.status === 429) return { kind: 'away', waitMs: error.retryAfterMs };
  if (error.status === 401) return { kind: 'sign-in' };
  if (error.status >= 500) {
    const faults = entry.faults + 1;
    const parked = faults >= faultsAllowed;
    return {
      kind: 'entry',
      change: { faults, reason, state: parked ? 'parked' : 'queued', notBefore: now + backOffMs(faults, random) },
    };
  }
  if (isBarring(reason)) return { kind: 'entry', change: { state: 'parked', reason, approval: undefined } };
  if (reason.reason === 'noShiftActive')
    return { kind: 'entry', change: { state: 'held', reason, notBefore: now + heldMs } };
  if (entry.again && reason.reason === 'notFound' && entry.tries < otherTillTries)
    return { kind: 'entry', change: { state: 'queued', reason, notBefore: now + otherTillMs } };
  return { kind: 'entry', change: { state: 'rejected', reason } };
}
