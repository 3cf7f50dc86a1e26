/** The connections of this process: how they open and close, and how many there are. */
import type http from 'node:http';
import type { Duplex } from 'node:stream';
import { hubPath } from '@atoll/domain/contract/platform/hub';
import { WebSocketServer } from 'ws';
import { Connection, type ConnectionHost } from './connection.ts';
import { splitUrl } from './credentials.ts';
import { deliver, type Here } from './deliver.ts';
import type { HubDependencies } from './dependencies.ts';
import { Groups } from './group.ts';
import type { hubMethods } from './methods.ts';
import type { NegotiatedTokens } from './negotiate.ts';
import type { HubOptions } from './options.ts';
import { type HubStats, newCounters } from './stats.ts';
import { admit, type Gate, rejectUpgrade } from './upgrade.ts';

/** What the hub of a process knows. */
export interface HubState extends Here {
  readonly connections: Map<string, Connection>;
  /** Number of connections of each user. */
  readonly ofUser: Map<number, number>;
  /** Sockets whose upgrade is not decided yet, with the time since when. */
  readonly pending: Map<Duplex, number>;
}

export function newHubState(): HubState {
  return {
    connections: new Map(),
    ofUser: new Map(),
    pending: new Map(),
    groups: new Groups(),
    counters: newCounters(),
  };
}

/** Returns the server of WebSockets, which handles upgrades that the hub admits. */
export function newSocketServer(options: HubOptions): WebSocketServer {
  // `closeTimeout` is newer than the type package.
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: options.frameLimit,
    closeTimeout: options.closeTimeoutMs,
  } as ConstructorParameters<typeof WebSocketServer>[0]);
}

/** Returns what a connection calls: methods of the hub, and notes that it opened or closed. */
export function connectionHost(
  { connections, groups, counters, ofUser }: HubState,
  { log, now }: Pick<HubDependencies, 'log' | 'now'>,
  options: HubOptions,
  methods: ReturnType<typeof hubMethods>,
): ConnectionHost {
  return {
    options,
    log,
    counters,
    now,
    has: (method) => methods.has(method),
    async call(connection, method, args) {
      return methods.get(method)?.(connection, args);
    },
    opened(connection) {
      groups.join(connection, now());
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
}

/** Returns what decides on upgrades. */
export function gateOf(
  state: HubState,
  deps: HubDependencies,
  options: HubOptions,
  tokens: NegotiatedTokens,
  isDraining: () => boolean,
): Gate {
  return {
    tokens,
    log: deps.log,
    now: deps.now,
    isDraining,
    isAttached: (id) => state.connections.has(id),
    hasRoom: (userId) => (state.ofUser.get(userId) ?? 0) < options.connectionsPerUser,
    isOwnHost: (headers) => deps.isOwnHost?.(headers) ?? true,
    allowedOrigins: () => deps.allowedOrigins(),
    authenticate: (credentials) => deps.authenticate(credentials),
  };
}

/** Disconnects the sessions that have ended. */
export async function endDeadSessions(
  state: HubState,
  deps: Pick<HubDependencies, 'isLive' | 'readEnded'>,
): Promise<void> {
  await deps.readEnded?.();
  const sessions = new Map([...state.connections.values()].map(({ identity }) => [identity.sessionId, identity]));
  for (const identity of sessions.values()) {
    const { sessionId } = identity;
    if (deps.isLive?.(identity) === false) deliver(state, { kind: 'disconnect', sessionId, reason: 'Signed out' });
  }
}

/** What decides on upgrades and opens connections. */
interface Entrance {
  readonly state: HubState;
  readonly gate: Gate;
  readonly host: ConnectionHost;
  readonly sockets: WebSocketServer;
}

interface UpgradeRequest {
  readonly request: http.IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly query: URLSearchParams;
}

/** Handles the upgrades of the hub's path on a server. */
export function attachTo(server: http.Server, entrance: Entrance): void {
  server.on('upgrade', (request, socket, head) => {
    const { path, query } = splitUrl(request.url);
    if (path !== hubPath) {
      if (server.listenerCount('upgrade') === 1) rejectUpgrade(socket, 404);
      return;
    }
    upgrade(entrance, { request, socket, head, query }).catch((error: unknown) => {
      entrance.gate.log.error({ err: error }, 'hub: upgrade failed');
      socket.destroy();
    });
  });
}

/** Opens a connection, or refuses the upgrade. */
async function upgrade(
  { state, gate, host, sockets }: Entrance,
  { request, socket, head, query }: UpgradeRequest,
): Promise<void> {
  const { connections, counters, ofUser, pending } = state;
  const lost = () => void pending.delete(socket);
  socket.on('error', lost);
  socket.once('close', lost);
  pending.set(socket, gate.now());
  const admission = await admit(gate, request, query);
  pending.delete(socket);
  socket.removeListener('error', lost);
  socket.removeListener('close', lost);
  if (socket.destroyed) return;
  if (admission.status !== 101) {
    counters.rejected++;
    gate.log.info({ status: admission.status }, 'hub: upgrade refused');
    socket.on('error', () => socket.destroy());
    rejectUpgrade(socket, admission.status);
    return;
  }
  const { connectionId, identity } = admission;
  sockets.handleUpgrade(request, socket, head, (webSocket) => {
    counters.opened++;
    ofUser.set(identity.userId, (ofUser.get(identity.userId) ?? 0) + 1);
    connections.set(connectionId, new Connection(connectionId, identity, [webSocket, socket], host));
  });
}

/** Returns the counters and sizes of the hub. */
export function statsOf({ connections, counters, groups, pending }: HubState): Omit<HubStats, 'draining' | 'bus'> {
  let subscribed = 0;
  let bufferedBytes = 0;
  for (const connection of connections.values()) {
    if (connection.subscribed) subscribed++;
    bufferedBytes += connection.bufferedBytes;
  }
  let [headTold, headSent] = [0, 0];
  for (const { toldSeq, sentSeq } of groups.all()) {
    headTold += toldSeq;
    headSent += sentSeq;
  }
  const outlets = groups.size;
  const sizes = { connections: connections.size, subscribed, outlets, pending: pending.size, bufferedBytes };
  return { ...counters, ...sizes, headTold, headSent };
}
