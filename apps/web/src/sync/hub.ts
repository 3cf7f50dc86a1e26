/** The hub interface. The client library is loaded with the first start, so that it does not delay the first screen. */
import type { HeadMessage, HelloAnswer, HubAction, SyncMessage } from '@atoll/domain/contract/platform/hub';
import type { HubState } from '../api/connection.ts';
import { fetchOnce } from '../locale/fetch-once.ts';

export interface HubOptions {
  /** Origin of the server; '' is the page's own. */
  readonly host: string;
  readonly outletId: number;
  /** Returns a new one-use ticket for each attempt to connect. */
  readonly ticket: () => Promise<string>;
  /** Returns the last known change, for Hello. */
  readonly since: () => number | null;
  readonly onState: (state: HubState) => void;
  /** Connected, or connected again: the connection's id and the outlet's last change. */
  readonly onHello: (answer: HelloAnswer) => void;
  readonly onSync: (message: SyncMessage) => void;
  readonly onHead: (message: HeadMessage) => void;
  readonly onNotify: (message: string, from: string) => void;
}

export interface Hub {
  /** Connects unless connected or connecting. Rejects when it cannot. */
  start(): Promise<void>;
  stop(): Promise<void>;
  isIdle(): boolean;
  /** Tells the outlet's other clients of a change of a bill. */
  sync(billId: number, action: HubAction, outletId: number): Promise<void>;
  /** Sends a message to the outlet's other clients. */
  notify(message: string): Promise<void>;
}

let before: Promise<unknown> = Promise.resolve();

/** Loads the client library only after a promise: the first screen comes before. */
export function loadHubAfter(promise: Promise<unknown>): void {
  before = promise;
}

export function makeHub(options: HubOptions): Hub {
  let hub: Hub | null = null;
  let isStopped = false;

  const fetched = fetchOnce(async () => {
    await before;
    const { makeConnection } = await import('./hub-connection.ts');
    hub = makeConnection(options);
    return hub;
  });

  return {
    async start() {
      isStopped = false;
      const connection = await fetched();
      if (!isStopped) await connection.start();
    },
    async stop() {
      isStopped = true;
      await hub?.stop();
    },
    isIdle: () => hub?.isIdle() ?? true,
    sync: async (billId, action, outletId) => (await fetched()).sync(billId, action, outletId),
    notify: async (message) => (await fetched()).notify(message),
  };
}
