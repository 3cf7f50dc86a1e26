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
  };
}
