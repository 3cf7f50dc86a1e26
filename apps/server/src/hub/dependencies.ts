/** What the hub needs from the server around it. */
import type { HubBus } from './bus/bus.ts';
import type { HubCredentials, HubIdentity } from './identity.ts';
import type { HubLog } from './log.ts';

export interface HubDependencies {
  /** Returns who a one-use ticket or the bearer token of a native client belongs to. Undefined answers 401, 'forbidden' 403. */
  authenticate(credentials: HubCredentials): Promise<HubIdentity | 'forbidden' | undefined>;
  /** Returns the head of the outlet's change log. */
  readHead(outletId: number): Promise<number>;
  isOwnBill(outletId: number, billId: number): Promise<boolean>;
  /**
   * Returns whether the session may still be connected. Asked after the bus was cut off, when a `disconnect` may have
   * been missed.
   */
  isLive?(identity: HubIdentity): Promise<boolean>;
  readonly bus: HubBus;
  readonly log: HubLog;
  now(): number;
  allowedOrigins(): readonly string[];
}
