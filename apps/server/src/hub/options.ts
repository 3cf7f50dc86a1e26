import { hubKeepAliveMs, hubServerTimeoutMs, notifiesPerMinute } from '@atoll/domain/contract/platform/hub';

/** Every limit of the hub. The values are those of the reference server where it has one. Source: docs/rules.md#hub-limits. */
export interface HubOptions {
  /** A connection without a handshake after this time is closed. */
  readonly handshakeTimeoutMs: number;
  /** Maximum silence towards a client; clients give up after twice this time. */
  readonly keepAliveMs: number;
  /** A client that sent no byte for this time is considered gone. */
  readonly clientTimeoutMs: number;
  readonly tickMs: number;
  /** Maximum size of a hub message. */
  readonly messageLimit: number;
  readonly handshakeLimit: number;
  /** Maximum size of a WebSocket message; it may hold several hub messages. */
  readonly frameLimit: number;
  /** A client with more unsent bytes is disconnected; it catches up by the change log. */
  readonly bufferLimit: number;
  readonly invocationsPerSecond: number;
  readonly notifiesPerSecond: number;
  /** How many notifications may come at once. */
  readonly notifyBurst: number;
  /** How many invocations may wait for the running one. */
  readonly queueLimit: number;
  readonly connectionsPerUser: number;
  /** How long a negotiated connection token is valid. */
  readonly negotiateTtlMs: number;
  /** On shutdown the connections are closed one by one within this time, so that they do not all reconnect at the same moment. */
  readonly drainMs: number;
  /** Time between two connections on shutdown, when that takes less. */
  readonly drainStepMs: number;
  /** Time for the closing handshake; then the socket is cut. */
  readonly closeTimeoutMs: number;
  /** Signs negotiated tokens; all processes of one installation share it. Random when absent. */
  readonly secret: string | undefined;
  /** Calls `run` every `ms`; returns the function that stops it. */
  readonly every: (ms: number, run: () => void) => () => void;
}

/** The default limits. */
export const hubDefaults: HubOptions = {
  handshakeTimeoutMs: 15_000,
  keepAliveMs: hubKeepAliveMs,
  clientTimeoutMs: hubServerTimeoutMs,
  tickMs: 1000,
  messageLimit: 32 * 1024,
  handshakeLimit: 4 * 1024,
  frameLimit: 64 * 1024,
  bufferLimit: 1024 * 1024,
  invocationsPerSecond: 20,
  notifiesPerSecond: notifiesPerMinute / 60,
  notifyBurst: notifiesPerMinute,
  queueLimit: 100,
  connectionsPerUser: 1000,
  negotiateTtlMs: 15_000,
  drainMs: 10_000,
  drainStepMs: 20,
  closeTimeoutMs: 2000,
  secret: undefined,
  every(ms, run) {
    const timer = setInterval(run, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
