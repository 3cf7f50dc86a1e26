/** When the till tries again to connect to the hub: after 0, 2, 10, 30 s and then every 60 s. Source: R18.22, R35.11. */
import { hubReconnectDelaysMs } from '@atoll/domain/contract/platform/hub';

const laterMs = 60_000;
/**
 * Wait while something other than the server refuses the ticket. No ticket was used, and the till shows old bills until it is connected:
 * so this is short, like the search for a server that is away.
 */
const blockedWaitMs = 1500;
/** Tills that lost the hub together come back apart. */
const randomShare = 0.2;

/** Returns the wait before the next attempt, ms. `failed`: how many failed in a row; `random`: from 0 to 1. */
export function hubWaitMs(failed: number, random: number): number {
  return hubReconnectDelaysMs[failed] ?? Math.round(laterMs * (1 - randomShare / 2 + randomShare * random));
}

export interface Attempts {
  /** An attempt begins: none is planned until it has failed. */
  begin(): void;
  /** Notes whether something other than the server answered the request for the ticket. */
  block(isBlocked: boolean): void;
  /** The attempt failed: the next one is planned. */
  fail(): void;
  /** A connection was lost, and the client's own short waits were in vain. */
  lose(): void;
  /** Starts the series of waits again; nothing is planned. */
  forget(): void;
  /** How long ago the last attempt began, ms. */
  ageMs(): number;
}

/** Makes the series of attempts; `tryAgain` makes one. */
export function makeAttempts(tryAgain: () => void): Attempts {
  let failed = 0;
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
    lose() {
      failed = hubReconnectDelaysMs.length;
      plan();
    },
    forget() {
      clearTimeout(timer);
      failed = 0;
    },
    ageMs: () => performance.now() - startedAt,
  };
}
