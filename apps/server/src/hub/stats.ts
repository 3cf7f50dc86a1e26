/** Running counts since the start. */
export interface Counters {
  opened: number;
  sent: number;
  received: number;
  invocations: number;
  /** Invocations above the rate. */
  refused: number;
  /** Consumers cut because they did not read. */
  slowCut: number;
  /** Clients that fell silent. */
  timedOut: number;
  /** Upgrades answered with an error, by status. */
  rejected: number;
  /** Changes told to this process's connections, from here or from the bus. */
  changes: number;
}

/** How the hub is, for the metrics and the readiness page. */
export interface HubStats extends Counters {
  readonly connections: number;
  /** Connections that said Hello. */
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
