/**
 * The network between tills, server and kitchen printer, in simulated time: random delays, lost requests and responses, requests that
 * arrive twice or out of order, tills that are cut off, and connections that are dead without anybody noticing.
 */
import type { chance } from '@atoll/domain/bill/testing/bills';
import type { HelloAnswer } from '@atoll/domain/contract/platform/hub';
import { toSync } from '../../apps/server/src/hub/event.ts';
import type { CommittedChange } from '../../apps/server/src/platform/store/store.ts';
import type { Clock } from './clock.ts';
import type { ConnectionEnd } from './device/till-hub.ts';
import { answerInPlace, type InPlace } from './in-place.ts';
import type { KitchenPrinter } from './kitchen-printer.ts';
import type { ServerAnswer, ServerRequest, ShopServer } from './shop-server.ts';

export type Chance = ReturnType<typeof chance>;

/** Percentages of requests, and a delay. */
export interface Conditions {
  readonly lostRequests: number;
  readonly lostAnswers: number;
  readonly doubled: number;
  readonly maxDelayMs: number;
}

export const goodConditions: Conditions = { lostRequests: 0, lostAnswers: 0, doubled: 0, maxDelayMs: 20 };

/** Connection of a till to the network. `dead`: what it sends is lost, and no response ever comes. */
export type Reach = 'there' | 'cutOff' | 'dead';

interface Connection {
  readonly till: number;
  /** Messages sent while the connection was dead: they arrive when it recovers. */
  readonly undelivered: (() => void)[];
  /** When the last message arrives. */
  deliveredAt: number;
  readonly end: ConnectionEnd;
  readonly connectionId: string;
}

export interface Network {
  conditions: Conditions;
  readonly reach: readonly Reach[];
  /** Cuts a till off, or connects it again. */
  setReach(till: number, reach: Reach): void;
  /** What answers each till instead of the server; null for nothing. */
  readonly inPlace: (InPlace | null)[];
  /** The server accepts nothing until it is restarted. */
  isServerUp: boolean;
  fetch(till: number, url: string, init: RequestInit): Promise<unknown>;
  /** The hub's side of a till's connection. */
  connect(till: number, ticket: string, end: ConnectionEnd): Promise<HelloAnswer>;
  disconnect(end: ConnectionEnd): void;
  /** Breaks the connections of a till, or of all. */
  breakConnections(till?: number): void;
  /** Sends committed changes over the hub. */
  notifyTills(changes: readonly CommittedChange[]): void;
  /** Ends all hanging requests: each fails. */
  resetHanging(): void;
  /** When the last commit happened. */
  lastCommitAt(): number;
  /** Runs a job on the server in turn; an error there has no effect. */
  atServer(job: () => Promise<unknown>): void;
  /** Waits until the server has finished its work. */
  settled(): Promise<void>;
}

/** Browsers end a request without a response after this time. */
const requestTimeoutMs = 300_000;
const headMs = 15_000;

/** A request that the server answered. */
export interface Served {
  readonly till: number;
  readonly request: ServerRequest;
  readonly answer: ServerAnswer;
}

interface Parts {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly server: ShopServer;
  readonly printer: KitchenPrinter;
  readonly tills: number;
  /** Called for every request that the server processed. */
  readonly onServed: (words: string) => void;
  /** Called for every answer of the server itself. */
  readonly onAnswered: (served: Served) => void;
  /** Called when the server died during a command. */
  readonly onDeath: () => void;
}

const answerOf = ({ status, headers, body }: ServerAnswer): object => ({
  status,
  ok: status >= 200 && status < 300,
  headers: new Headers(headers),
  text: async () => body,
  json: async () => JSON.parse(body) as unknown,
});

/** Creates the network of a history. */
export function makeNetwork(parts: Parts): Network {
  const { clock, chance, server, printer, tills, onServed, onAnswered, onDeath } = parts;
  const connections = new Set<Connection>();
  const reach: Reach[] = Array.from({ length: tills }, () => 'there');
  const hanging = new Set<() => void>();
  let connected = 0;
  let lastCommit = 0;
  let answersInPlace = 0;
  let work: Promise<void> = Promise.resolve();
  const happens = (percent: number): boolean => percent > 0 && chance.below(100) < percent;
  const delay = (): number => 1 + chance.below(network.conditions.maxDelayMs);

  /** Runs the server's jobs one after another; the simulation waits for them before time advances. */
  function serve(job: () => Promise<void>): void {
    work = work.then(job);
  }

  /** No response comes: the till notices soon, or only after its timeout. */
  function swallow(failed: () => void): void {
    if (chance.below(2) === 0) clock.after(delay(), failed);
    else hanging.add(failed);
  }

  function send(
    till: number,
    url: string,
    init: RequestInit,
    answered: (answer: ServerAnswer) => void,
    failed: () => void,
  ) {
    const path = url.replace(/^https?:\/\/[^/]+/, '');
    const headers = Object.fromEntries(new Headers(init.headers));
    const request = {
      method: init.method ?? 'GET',
      url: path,
      headers,
      body: (init.body as string | undefined) ?? null,
    };
    const arrive = (isFirst: boolean): void => {
      if (!network.isServerUp) {
        if (isFirst) clock.after(delay(), failed);
        return;
      }
      serve(async () => {
        if (!network.isServerUp) return isFirst ? failed() : undefined;
        const kind = network.inPlace[till] ?? null;
        const other = kind === null ? null : await answerInPlace(kind, request, server, (answersInPlace += 1));
        const answer = other ?? (await server.handle(request));
        onServed(
          `${till} ${request.method} ${path.replace(/\/\d+$|=[\da-f]{64}|=\d+/g, '#')} ${answer?.status ?? 'died'} ${gist(request.body)}`,
        );
        if (answer === null) {
          onDeath();
          return isFirst ? void clock.after(delay(), failed) : undefined;
        }
        if (other === null) onAnswered({ till, request, answer });
        if (!isFirst) return undefined;
        if (happens(network.conditions.lostAnswers) || network.reach[till] !== 'there') return swallow(failed);
        clock.after(delay(), () => answered(answer));
      });
    };
    if (happens(network.conditions.lostRequests)) return swallow(failed);
    clock.after(delay(), () => arrive(true));
    if (request.method !== 'GET' && happens(network.conditions.doubled))
      clock.after(delay() + delay(), () => arrive(false));
  }

  /** Sends a message over a connection; messages arrive in order. */
  function deliverLater(connection: Connection, words: () => void): void {
    connection.deliveredAt = Math.max(connection.deliveredAt, clock.now() + delay());
    clock.after(connection.deliveredAt - clock.now(), () => deliver(connection, words));
  }

  function deliver(connection: Connection, words: () => void): void {
    if (!connections.has(connection)) return;
    if (network.reach[connection.till] === 'there') words();
    else connection.undelivered.push(words);
  }

  function print(body: string): { status: number; body: string } {
    return printer.take(JSON.parse(body) as Parameters<KitchenPrinter['take']>[0]);
  }

  const network: Network = {
    conditions: goodConditions,
    reach,
    inPlace: Array.from({ length: tills }, () => null),
    setReach(till, next) {
      reach[till] = next;
      if (next === 'cutOff') network.breakConnections(till);
      if (next !== 'there') return;
      for (const connection of connections)
        if (connection.till === till) for (const words of connection.undelivered.splice(0)) words();
    },
    isServerUp: true,
    fetch(till, url, init) {
      return new Promise((resolve, reject) => {
        const fail = (): void => reject(new TypeError('Failed to fetch'));
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        clock.after(requestTimeoutMs, fail);
        if (!url.startsWith('/api/')) {
          // The print server runs on the till: a network fault does not affect it, but it may be off or its response lost.
          clock.after(delay(), () => {
            if (printer.isAway) return fail();
            const printed = print(init.body as string);
            if (printer.losesAnswer()) return undefined;
            return resolve(answerOf({ ...printed, headers: { 'content-type': 'application/json' } }));
          });
          return;
        }
        const from = reach[till];
        if (from === 'cutOff') clock.after(5, fail);
        else if (from === 'dead') hanging.add(fail);
        if (from !== 'there') return;
        send(till, url, init, (answer) => resolve(answerOf(answer)), fail);
      });
    },
    connect(till, ticket, end) {
      return new Promise((resolve, reject) => {
        clock.after(delay(), () => {
          const isBetween = (network.inPlace[till] ?? null) !== null;
          if (!network.isServerUp || isBetween || network.reach[till] !== 'there' || ticket === '')
            return reject(new Error('Not reached'));
          connected += 1;
          const connectionId = `connection-${connected}`;
          connections.add({ till, undelivered: [], deliveredAt: 0, end, connectionId });
          serve(async () => resolve({ connectionId, head: await headOf(server, end.outletId) }));
          return undefined;
        });
      });
    },
    disconnect(end) {
      for (const connection of connections) if (connection.end === end) connections.delete(connection);
    },
    breakConnections(till) {
      for (const connection of connections) {
        if (till !== undefined && connection.till !== till) continue;
        connections.delete(connection);
        clock.after(delay(), () => connection.end.onBroken());
      }
    },
    notifyTills(changes) {
      lastCommit = clock.now();
      for (const change of changes) {
        const message = toSync(change);
        for (const connection of connections) {
          if (connection.connectionId === message.origin || connection.end.outletId !== message.outlet) continue;
          deliverLater(connection, () => connection.end.onSync(message));
        }
      }
    },
    resetHanging() {
      for (const failed of hanging) clock.after(delay(), failed);
      hanging.clear();
    },
    lastCommitAt: () => lastCommit,
    atServer(job) {
      serve(async () => {
        await job();
      });
    },
    async settled() {
      for (let seen: Promise<void> | null = null; seen !== work; ) {
        seen = work;
        await seen;
      }
    },
  };

  const beat = (): void => {
    clock.after(headMs, beat);
    serve(async () => {
      for (const connection of connections) {
        if (!network.isServerUp) continue;
        const head = { outlet: connection.end.outletId, seq: await headOf(server, connection.end.outletId) };
        deliverLater(connection, () => connection.end.onHead(head));
      }
    });
  };
  clock.after(headMs, beat);
  return network;
}

/** Returns a short description of a request. */
function gist(body: string | null): string {
  if (body === null) return '';
  const { key, slot, version, from, to, items = [], status } = JSON.parse(body) as Record<string, unknown>;
  const lines = (items as readonly { readonly key?: string }[]).map((item) => item.key ?? item);
  return JSON.stringify({ key, slot, version, from, to, status, lines });
}

async function headOf(server: ShopServer, outletId: number): Promise<number> {
  const row = await server.store.readOutlet(outletId, (db) =>
    db.selectFrom('outlet_cursor').select('seq').where('outlet_id', '=', outletId).executeTakeFirst(),
  );
  return row?.seq ?? 0;
}
