/** Messages of the hub. Source: docs/rules.md#hub-messages. */
export const hubActions = ['Created', 'Updated', 'Paid', 'Voided', 'Transferred', 'Printed'] as const;
export type HubAction = (typeof hubActions)[number];
export const hubEntities = [
  'Bill',
  'Shift',
  'Menu',
  'Settings',
  'Ticket',
  'Notice',
  'Approval',
  'Countdown',
  'Wallet',
] as const;
export type HubEntity = (typeof hubEntities)[number];

/** The message of the hub after a committed change. `billId` is null unless the type is Bill; `origin` is the connection that made the change. */
export interface SyncMessage {
  readonly billId: number | null;
  readonly action: HubAction;
  readonly message: string;
  readonly type: HubEntity;
  readonly outlet: number;
  readonly version: number;
  readonly seq: number;
  readonly origin: string | null;
  /** The trace of the call that made the change (`traceparent`), while the server exports traces: the till that fetches it continues it. */
  readonly trace?: string;
}

/** Sent instead of a ping, so that clients detect lost messages. */
export interface HeadMessage {
  readonly outlet: number;
  readonly seq: number;
}

/** Sent before the answer to Hello: which app the server has. A till that heard another one before looks for the new version. */
export interface ReleaseMessage {
  readonly release: string;
}

export interface HelloRequest {
  readonly outletId: number;
  readonly since: number | null;
}

export interface HelloAnswer {
  readonly connectionId: string;
  readonly head: number;
}

/** Path of the hub on the host. */
export const hubPath = '/api/hub';
/** Delays of the automatic reconnect attempts in ms. After the last one it stops. */
export const hubReconnectDelaysMs = [0, 2000, 10_000, 30_000] as const;
export const hubServerTimeoutMs = 30_000;
export const hubKeepAliveMs = 15_000;
/**
 * After how much silence of its own a client pings. Less than half the time between two messages of the server: a client pings only after a
 * message came, with the next one when the time is over by then, so its pings follow the server's messages. Those go out together, and the
 * server wakes once for the pings of many clients instead of once for each.
 */
export const hubPingMs = 7000;

/** The longest message that a person may send to the other tills. */
export const notifyLength = 200;
/** How many messages a till may send in a minute. */
export const notifiesPerMinute = 6;
