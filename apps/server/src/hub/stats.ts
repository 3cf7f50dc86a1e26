import type { BusStats } from './bus/bus.ts';

/** Counts since the start of the server. */
export interface Counters {
  opened: number;
  sent: number;
  received: number;
  invocations: number;
  /** Invocations refused because of the rate limit. */
  refused: number;
  /** Clients disconnected because they did not read. */
  slowCut: number;
  /** Clients disconnected because they were silent. */
  timedOut: number;
  /** Upgrades answered with an error, by status. */
  rejected: number;
  /** Changes sent to this process's connections, from here or from the bus. */
  changes: number;
  /** Heads of the change log that were sent to an outlet's connections. */
  headsSent: number;
  /** Changes that a head showed and no message had told. */
  headsMissed: number;
}

/** The state of the hub, for the metrics and the readiness page. */
export interface HubStats extends Counters {
  readonly connections: number;
  /** Connections that called Hello. */
  readonly subscribed: number;
  readonly outlets: number;
  /** Upgrades that wait for their sign-in. */
  readonly pending: number;
  readonly bufferedBytes: number;
  readonly draining: boolean;
  readonly bus: BusStats;
  /** The sum, over the outlets with connections, of the highest number that a change told this process. */
  readonly headTold: number;
  /** The sum of the last heads that were sent to their connections. */
  readonly headSent: number;
}

export function newCounters(): Counters {
  return {
    opened: 0,
    sent: 0,
    received: 0,
    invocations: 0,
    refused: 0,
    slowCut: 0,
    timedOut: 0,
    rejected: 0,
    changes: 0,
    headsSent: 0,
    headsMissed: 0,
  };
}
