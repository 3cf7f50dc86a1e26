/** The retry policy: what happens to an entry after a refusal, a fault or no answer. Source: docs/rules.md#outbox-failures. */
import { CallError, type ErrorBody } from '../api/api.ts';
import { isOwnRefusal, NotServerError } from '../api/not-server.ts';
import { isServerOlder } from '../api/release.ts';
import { words } from '../api/words.ts';
import { isForbiddenReason, maxWaitMs, notServerReason, type OutboxEntry } from './entry.ts';

const firstWaitMs = 500;
const maxBackOffMs = 30_000;
const blockedRetryMs = 30_000;
/** While an outage may be short, an entry is retried this often, so that it arrives soon after. */
const outageWaitMs = 4000;
const outageTries = 60;
/** An entry at which the server fails for this long is shown to a person. */
const overdueMs = 3_600_000;
/** How long to wait for a bill that another till must send again first. */
const otherTillMs = 5000;
const otherTillTries = 60;

/** Returns the back-off in ms: it doubles, with random shortening so that tills do not all retry at once. */
export function backOffMs(times: number, random: number): number {
  const full = Math.min(maxBackOffMs, firstWaitMs * 2 ** Math.min(times, 10));
  return Math.round(full * (0.5 + random / 2));
}

export type RetryPolicy =
  /** The server was not reached: everything waits. `change` records what answered in its place. */
  | {
      readonly kind: 'away';
      readonly waitMs: number | null;
      readonly change?: Partial<OutboxEntry>;
      /** The server answered that it cannot save now. */
      readonly isServer?: true;
    }
  /** Nobody is signed in, or the token is refused: waits for a sign-in. */
  | { readonly kind: 'sign-in' }
  /** The change of this entry: refused, waiting or failed. */
  | { readonly kind: 'entry'; readonly change: Partial<OutboxEntry> };

const awayStatuses: readonly number[] = [408, 425, 429, 502, 504];

/** Returns true for a 4xx without the app's own body: another program refused, not the server (R35.82). */
const isBareRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status < 500 && !isOwnRefusal(error.body);

const cappedWait = (waitMs: number | null): number | null => waitMs && Math.min(waitMs, maxWaitMs);

/** Returns an entry's change after the server, or a program in its place, failed: it is retried without limit (R35.5). */
function failed(entry: OutboxEntry, reason: ErrorBody, now: number, random: number) {
  const faults = entry.faults + 1;
  const { failingSince: before, reason: last } = entry;
  const isSame = last?.reason === reason.reason && last?.code === reason.code;
  // A time in the future was written under a wrong clock.
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
  // A server of the release before may not know the call, or what it is about: it is updated again (R31.35).
  if (reason.reason === 'notFound' && isServerOlder())
    return { kind: 'entry', change: { ...failed(entry, reason, now, random), notBefore: now + blockedRetryMs } };
  return { kind: 'entry', change: { state: 'rejected', reason } };
}
