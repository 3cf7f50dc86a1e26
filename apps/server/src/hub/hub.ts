import type http from 'node:http';
import type { BusMessage } from './bus/bus.ts';
import {
  attachTo,
  connectionHost,
  endDeadSessions,
  gateOf,
  newHubState,
  newSocketServer,
  statsOf,
} from './connections.ts';
import { splitUrl } from './credentials.ts';
import { deliver } from './deliver.ts';
import type { HubDependencies } from './dependencies.ts';
import { drain } from './drain.ts';
import type { HubEvent } from './event.ts';
import { HeadBroadcaster } from './head-broadcaster.ts';
import { hubMethods } from './methods.ts';
import { NegotiatedTokens, negotiationAnswer, newConnectionId } from './negotiate.ts';
import { type HubOptions, hubDefaults } from './options.ts';
import { RateOfPeople } from './rate.ts';
import { type HubStats } from './stats.ts';
import { signIn } from './upgrade.ts';

export type { HubEvent } from './event.ts';
export type { HubCredentials, HubIdentity } from './identity.ts';

export interface Hub {
  /** Handles the upgrades of the hub's path on this server. */
  attach(server: http.Server): void;
  /** Handles a negotiation; returns its status and JSON body. Clients that skip negotiation never call it. */
  negotiate(request: Pick<http.IncomingMessage, 'headers' | 'url'>): Promise<{ status: number; body: object }>;
  /** Sends committed changes to the outlets' connections, here and on the other processes. */
  publish(events: readonly HubEvent[]): void;
  /** Closes the connections of a user or a session on all processes; the client does not reconnect automatically. */
  /** Returns the sessions that are connected to this process. */
  sessionIds(): ReadonlySet<string>;
  disconnect(match: { readonly userId?: number; readonly sessionId?: string }, reason: string): void;
  /** Asks every client to reconnect, a few at a time, then closes the rest and the bus. */
  close(): Promise<void>;
  stats(): HubStats;
}

/** Creates the hub of this process. */
export function createHub(deps: HubDependencies, given: Partial<HubOptions> = {}): Hub {
  const options: HubOptions = { ...hubDefaults, ...given };
  const { bus, log } = deps;
  const state = newHubState();
  const { connections, groups, pending } = state;
  const heads = new HeadBroadcaster(deps, groups, options.keepAliveMs, state.counters);
  const tokens = new NegotiatedTokens(options.secret, options.negotiateTtlMs);
  const sockets = newSocketServer(options);
  let draining = false;
  let closing: Promise<void> | undefined;

  const notifies = new RateOfPeople(options.notifiesPerSecond, options.notifyBurst);
  const methods = hubMethods({
    release: () => deps.release?.(),
    mayNotify: (userId) => notifies.take(userId, deps.now()),
    readHead: async (outletId) => (await deps.readHeads([outletId])).get(outletId) ?? 0,
    isOwnBill: (outletId, billId) => deps.isOwnBill(outletId, billId),
    relaySync: (from, sync) => relay({ kind: 'sync', outlet: from.identity.outletId, sync, except: from.id }),
    relayNotify: ({ id, identity: { outletId: outlet, name } }, message) =>
      relay({ kind: 'notify', outlet, message, from: name, except: id }),
  });

  const host = connectionHost(state, deps, options, methods);

  const gate = gateOf(state, deps, options, tokens, () => draining);

  function relay(message: BusMessage): void {
    deliver(state, message);
    bus.publish([message]);
  }

  const stopTicking = options.every(options.tickMs, () => {
    const now = deps.now();
    for (const [socket, since] of pending) if (now - since >= options.handshakeTimeoutMs) socket.destroy();
    heads.tick(now);
    for (const connection of connections.values()) connection.tick(now);
    tokens.sweep(now);
  });
  bus.subscribe((messages) => {
    for (const message of messages) deliver(state, message);
  });
  bus.onReset(() => {
    heads.sendAll();
    endDeadSessions(state, deps).catch((error: unknown) =>
      log.error({ err: error }, 'hub: sessions could not be checked'),
    );
  });

  return {
    attach: (server) => attachTo(server, { state, gate, host, sockets }),
    async negotiate(request) {
      if (draining) return { status: 503, body: { error: 'The server is shutting down.' } };
      const { query } = splitUrl(request.url);
      const { status } = await signIn(gate, request, query);
      if (status !== 101) return { status, body: { error: 'The connection was refused.' } };
      const connectionId = newConnectionId();
      const version = Number(query.get('negotiateVersion') ?? 0);
      return { status: 200, body: negotiationAnswer(version, connectionId, tokens.issue(connectionId, deps.now())) };
    },
    publish(events) {
      const messages = events.map((event) => ({ kind: 'change', ...event }) as const);
      for (const message of messages) deliver(state, message);
      bus.publish(messages);
    },
    disconnect({ userId, sessionId }, reason) {
      if (userId === undefined && sessionId === undefined) return;
      relay({ kind: 'disconnect', userId, sessionId, reason: reason.slice(0, 200) });
    },
    sessionIds: () => new Set([...connections.values()].map(({ identity }) => identity.sessionId)),
    close() {
      draining = true;
      closing ??= drain(connections, options).then(async () => {
        stopTicking();
        await bus.close();
      });
      return closing;
    },
    stats: () => ({ ...statsOf(state), draining, bus: bus.stats() }),
  };
}
