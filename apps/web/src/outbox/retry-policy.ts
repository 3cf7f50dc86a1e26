/** What becomes of an entry after the server's no, or after no answer at all. Source: docs/rules.md#outbox-failures. */
import { CallError, type ErrorBody } from '../api/api.ts';
import { isOwnRefusal, NotServerError } from '../api/not-server.ts';
import { words } from '../api/words.ts';
import { isForbiddenReason, maxWaitMs, notServerReason, type OutboxEntry } from './entry.ts';

const firstWaitMs = 500;
const maxBackOffMs = 30_000;
const blockedRetryMs = 30_000;
/** While an outage may be a short one an entry is tried this often, so that it arrives soon after. */
const outageWaitMs = 4000;
const outageTries = 60;
/** What the server fails at for so long is shown to a person. */
const overdueMs = 3_600_000;
/** How long a bill that another till has to bring again first is waited for. */
const otherTillMs = 5000;
const otherTillTries = 60;

/** Doubling waits, each shortened by chance so that tills do not all come at once. */
export function backOffMs(times: number, random: number): number {
  const full = Math.min(maxBackOffMs, firstWaitMs * 2 ** Math.min(times, 10));
  return Math.round(full * (0.5 + random / 2));
}

export type RetryPolicy =
  /** The server was not reached: everything waits. `change` says what answered in its place. */
  | {
      readonly kind: 'away';
      readonly waitMs: number | null;
      readonly change?: Partial<OutboxEntry>;
      /** The server answered: it cannot save now. */
      readonly isServer?: true;
    }
  /** Nobody is signed in for it, or the token is not taken: waits for a sign-in. */
  | { readonly kind: 'sign-in' }
  /** This entry is settled, waits, or is put aside. */
  | { readonly kind: 'entry'; readonly change: Partial<OutboxEntry> };

const awayStatuses: readonly number[] = [408, 425, 429, 502, 504];

/** A 4xx without the app's own body: something on the way refused, not the server (R35.82). */
const isBareRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status < 500 && !isOwnRefusal(error.body);

const cappedWait = (waitMs: number | null): number | null => waitMs && Math.min(waitMs, maxWaitMs);

/** Returns an entry's change after the server, or something in its place, failed at it: it is tried again, however often (R35.5). */
function failed(entry: OutboxEntry, reason: ErrorBody, now: number, random: number) {
  const faults = entry.faults + 1;
  const { failingSince: before, reason: last } = entry;
  const isSame = last?.reason === reason.reason && last?.code === reason.code;
  // A time that lies ahead was written by a clock that was wrong.
  const failingSince = isSame && before !== undefined && before <= now ? before : now;
  const full = backOffMs(faults, random);
  const notBefore = now + (faults < outageTries ? Math.min(full, outageWaitMs) : full);
  return {
    state: 'queued',
    faults,
    reason,
    notBefore,
    failingSince,
    isOverdue: now - failingSince >= overdueMs,
  } as const;
}

export function retryPolicyFor(entry: OutboxEntry, error: unknown, now: number, random: number): RetryPolicy {
  if (error instanceof NotServerError || isBareRefusal(error)) {
    const reason: ErrorBody = { message: words.notServer, reason: notServerReason };
    return { kind: 'away', waitMs: cappedWait(error.retryAfterMs), change: failed(entry, reason, now, random) };
  }
  if (!(error instanceof CallError)) return { kind: 'away', waitMs: null };
  const reason: ErrorBody = error.body ?? { message: error.message, code: error.status };
  if (error.status === 503) {
    const { failingSince } = failed(entry, reason, now, random);
    return { kind: 'away', waitMs: cappedWait(error.retryAfterMs), change: { reason, failingSince }, isServer: true };
  }
  if (awayStatuses.includes(error.status)) return { kind: 'away', waitMs: cappedWait(error.retryAfterMs) };
  if (error.status === 401) return { kind: 'sign-in' };
  if (error.status >= 500) return { kind: 'entry', change: failed(entry, reason, now, random) };
  if (isForbiddenReason(reason)) return { kind: 'entry', change: { state: 'parked', reason, approval: undefined } };
  if (reason.reason === 'noShiftActive')
    return { kind: 'entry', change: { state: 'held', reason, notBefore: now + blockedRetryMs } };
  if (entry.again && reason.reason === 'notFound' && entry.tries < otherTillTries)
    return { kind: 'entry', change: { state: 'queued', reason, notBefore: now + otherTillMs } };
  return { kind: 'entry', change: { state: 'rejected', reason } };
}
