/** The functions and values that the server gives to the hub. */
import type { IncomingHttpHeaders } from 'node:http';
import type { HubBus } from './bus/bus.ts';
import type { HubCredentials, HubIdentity } from './identity.ts';
import type { HubLog } from './log.ts';

export interface HubDependencies {
  /**
   * Returns who a one-use ticket or the bearer token of a native client belongs to. For undefined the hub
   * responds with 401, for 'forbidden' with 403.
   */
  authenticate(credentials: HubCredentials): Promise<HubIdentity | 'forbidden' | undefined>;
  /** Returns the heads of outlets' change logs, by one query however many outlets there are. One without changes has none. */
  readHeads(outletIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns whether the bill belongs to the outlet. A message about any other bill is refused. */
  isOwnBill(outletId: number, billId: number): Promise<boolean>;
  /**
   * Returns whether the session may still be connected. Called after the connection to the bus was lost, when a `disconnect` may have
   * been missed.
   */
  isLive?(identity: HubIdentity): boolean;
  /** Reads which sessions other processes have ended, once before `isLive` is asked for each. */
  readEnded?(): Promise<void>;
  /** Returns whether the headers of an upgrade name this server; every name does when absent. */
  isOwnHost?(headers: IncomingHttpHeaders): boolean | Promise<boolean>;
  /** Names the app that this server has, for each client after its Hello; absent: nothing is said. */
  release?(): string;
  readonly bus: HubBus;
  readonly log: HubLog;
  now(): number;
  allowedOrigins(): readonly string[];
}
