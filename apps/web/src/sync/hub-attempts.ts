/** Schedules attempts to connect to the hub: after 0, 2, 10, 30 s and then every 60 s. Source: R18.22, R35.11. */
import { hubReconnectDelaysMs } from '@atoll/domain/contract/platform/hub';

const laterMs = 60_000;
/**
 * Wait while something other than the server refuses the ticket. No ticket was used, and the till shows old bills until it is connected:
 * the wait is as short as the probe interval of an unreachable server.
 */
const blockedWaitMs = 1500;
/** A connection that the server ends sooner than this counts as a failed attempt, so that tills do not connect and end in a loop. */
const minHeldMs = 10_000;
/** Random share of the wait, so that tills do not reconnect all at once. */
const randomShare = 0.2;

/** Returns the wait before the next attempt, ms. `failed`: how many failed in a row; `random`: from 0 to 1. */
export function hubWaitMs(failed: number, random: number): number {
  return hubReconnectDelaysMs[failed] ?? Math.round(laterMs * (1 - randomShare / 2 + randomShare * random));
}

export interface Attempts {
  /** An attempt starts: none is scheduled until it has failed. */
  begin(): void;
  /** Records whether something other than the server answered the request for the ticket. */
  block(isBlocked: boolean): void;
  /** The attempt failed: schedules the next one. */
  fail(): void;
  /**
   * A connection ended. The server ends it without retries when the session is revoked or its permissions change: the next attempt follows at once,
   * and its ticket shows whether the device is still signed in. After the client's own retries (`hasRetried`) the longest wait follows.
   */
  lose(hasRetried: boolean): void;
  /** Resets the waits; nothing is scheduled. */
  forget(): void;
  /** Returns true until the waits exceed 10 s. */
  isSoon(): boolean;
  /** Returns the ms since the last attempt started. */
  ageMs(): number;
}

/** Creates the scheduler; `tryAgain` makes one attempt. */
export function makeAttempts(tryAgain: () => void): Attempts {
  let failed = 0;
  /** Connections in a row that ended soon after their attempt. */
  let shortLived = 0;
  let isBlocked = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (): void => {
    clearTimeout(timer);
    timer = setTimeout(tryAgain, isBlocked ? blockedWaitMs : hubWaitMs(failed, Math.random()));
  };
  return {
    begin() {
      clearTimeout(timer);
      startedAt = performance.now();
    },
    block(now) {
      isBlocked = now;
    },
    fail() {
      if (!isBlocked) failed += 1;
      plan();
    },
    lose(hasRetried) {
      if (performance.now() - startedAt >= minHeldMs) shortLived = 0;
      failed = hasRetried ? hubReconnectDelaysMs.length : shortLived;
      shortLived += 1;
      plan();
    },
    forget() {
      clearTimeout(timer);
      failed = 0;
    },
    isSoon: () => failed < hubReconnectDelaysMs.length - 1,
    ageMs: () => performance.now() - startedAt,
  };
}
