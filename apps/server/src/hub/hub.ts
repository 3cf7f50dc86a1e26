import type http from 'node:http';
import type { Duplex } from 'node:stream';
import { hubPath } from '@atoll/domain/contract/platform/hub';
import { WebSocketServer } from 'ws';
import type { BusMessage, HubBus } from './bus/bus.ts';
import { Connection, type ConnectionHost } from './connection.ts';
import { splitUrl } from './credentials.ts';
import { deliver, type Here } from './deliver.ts';
import { drain } from './drain.ts';
import type { HubEvent } from './event.ts';
import { Groups } from './group.ts';
import { HeadBroadcaster } from './head-broadcaster.ts';
import type { HubCredentials, HubIdentity } from './identity.ts';
import type { HubLog } from './log.ts';
import { hubMethods } from './methods.ts';
import { NegotiatedTokens, negotiationAnswer, newConnectionId } from './negotiate.ts';
import { type HubOptions, hubDefaults } from './options.ts';
import { type HubStats, newCounters } from './stats.ts';
import { admit, type Gate, rejectUpgrade, signIn } from './upgrade.ts';

export type { HubEvent } from './event.ts';
export type { HubCredentials, HubIdentity } from './identity.ts';

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

export interface Hub {
  /** Handles the upgrades of the hub's path on this server. */
  attach(server: http.Server): void;
  /** Handles a negotiation; returns its status and JSON body. Clients that skip negotiation never call it. */
  negotiate(request: Pick<http.IncomingMessage, 'headers' | 'url'>): Promise<{ status: number; body: object }>;
  /** Sends committed changes to the outlets' connections, here and on the other processes. */
  publish(events: readonly HubEvent[]): void;
  /** Closes the connections of a user or a session on all processes; the client does not reconnect automatically. */
  disconnect(match: { readonly userId?: number; readonly sessionId?: string }, reason: string): void;
  /** Asks every client to reconnect, a few at a time, then closes the rest and the bus. */
  close(): Promise<void>;
  stats(): HubStats;
}

/** Creates the hub of this process. */
export function createHub(deps: HubDependencies, given: Partial<HubOptions> = {}): Hub {
  const options: HubOptions = { ...hubDefaults, ...given };
  const { bus, log } = deps;
  const counters = newCounters();
  const connections = new Map<string, Connection>();
  const ofUser = new Map<number, number>();
  const pending = new Map<Duplex, number>();
  const groups = new Groups();
  const here: Here = { connections, groups, counters };
  const heads = new HeadBroadcaster(deps, groups, options.keepAliveMs);
  const tokens = new NegotiatedTokens(options.secret, options.negotiateTtlMs);
  // `closeTimeout` is newer than the type package.
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: options.frameLimit,
    closeTimeout: options.closeTimeoutMs,
  } as ConstructorParameters<typeof WebSocketServer>[0]);
  let draining = false;
  let closing: Promise<void> | undefined;

  const methods = hubMethods({
    now: deps.now,
    readHead: (outletId) => deps.readHead(outletId),
    isOwnBill: (outletId, billId) => deps.isOwnBill(outletId, billId),
    relaySync: (from, sync) => relay({ kind: 'sync', outlet: from.identity.outletId, sync, except: from.id }),
    relayNotify: (from, message) => relay({ kind: 'notify', outlet: from.identity.outletId, message, except: from.id }),
  });

  const host: ConnectionHost = {
    options,
    log,
    counters,
    now: deps.now,
    has: (method) => methods.has(method),
    async call(connection, method, args) {
      return methods.get(method)?.(connection, args);
    },
    opened(connection) {
      groups.join(connection, deps.now());
    },
    closed(connection) {
      connections.delete(connection.id);
      groups.leave(connection);
      const { userId } = connection.identity;
      const left = (ofUser.get(userId) ?? 1) - 1;
      if (left > 0) ofUser.set(userId, left);
      else ofUser.delete(userId);
    },
  };

  const gate: Gate = {
    tokens,
    log,
    now: deps.now,
    isDraining: () => draining,
    isAttached: (id) => connections.has(id),
    hasRoom: (userId) => (ofUser.get(userId) ?? 0) < options.connectionsPerUser,
    allowedOrigins: () => deps.allowedOrigins(),
    authenticate: (credentials) => deps.authenticate(credentials),
  };

  function relay(message: BusMessage): void {
    deliver(here, message);
    bus.publish([message]);
  }

  async function endDeadSessions(): Promise<void> {
    const sessions = new Map([...connections.values()].map(({ identity }) => [identity.sessionId, identity]));
    for (const identity of sessions.values()) {
      const { sessionId } = identity;
      if ((await deps.isLive?.(identity)) === false)
        deliver(here, { kind: 'disconnect', sessionId, reason: 'Signed out' });
    }
  }

  async function upgrade(
    request: http.IncomingMessage,
    socket: Duplex,
    head: Buffer,
    query: URLSearchParams,
  ): Promise<void> {
    const lost = () => void pending.delete(socket);
    socket.on('error', lost);
    socket.once('close', lost);
    pending.set(socket, deps.now());
    const admission = await admit(gate, request, query);
    pending.delete(socket);
    socket.removeListener('error', lost);
    socket.removeListener('close', lost);
    if (socket.destroyed) return;
    if (admission.status !== 101) {
      counters.rejected++;
      log.info({ status: admission.status }, 'hub: upgrade refused');
      socket.on('error', () => socket.destroy());
      rejectUpgrade(socket, admission.status);
      return;
    }
    const { connectionId, identity } = admission;
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      counters.opened++;
      ofUser.set(identity.userId, (ofUser.get(identity.userId) ?? 0) + 1);
      connections.set(connectionId, new Connection(connectionId, identity, webSocket, host));
    });
  }

  const stopTicking = options.every(options.tickMs, () => {
    const now = deps.now();
    for (const [socket, since] of pending) if (now - since >= options.handshakeTimeoutMs) socket.destroy();
    heads.tick(now);
    for (const connection of connections.values()) connection.tick(now);
    tokens.sweep(now);
  });
  bus.subscribe((messages) => {
    for (const message of messages) deliver(here, message);
  });
  bus.onReset(() => {
    heads.sendAll();
    endDeadSessions().catch((error: unknown) => log.error({ err: error }, 'hub: sessions could not be checked'));
  });

  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        const { path, query } = splitUrl(request.url);
        if (path !== hubPath) {
          if (server.listenerCount('upgrade') === 1) rejectUpgrade(socket, 404);
          return;
        }
        upgrade(request, socket, head, query).catch((error: unknown) => {
          log.error({ err: error }, 'hub: upgrade failed');
          socket.destroy();
        });
      });
    },
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
      for (const message of messages) deliver(here, message);
      bus.publish(messages);
    },
    disconnect({ userId, sessionId }, reason) {
      if (userId === undefined && sessionId === undefined) return;
      relay({ kind: 'disconnect', userId, sessionId, reason: reason.slice(0, 200) });
    },
    close() {
      draining = true;
      closing ??= drain(connections, options).then(async () => {
        stopTicking();
        await bus.close();
      });
      return closing;
    },
    stats() {
      let subscribed = 0;
      let bufferedBytes = 0;
      for (const connection of connections.values()) {
        if (connection.subscribed) subscribed++;
        bufferedBytes += connection.bufferedBytes;
      }
      const outlets = groups.size;
      const sizes = { connections: connections.size, subscribed, outlets, pending: pending.size, bufferedBytes };
      return { ...counters, ...sizes, draining };
    },
  };
}
