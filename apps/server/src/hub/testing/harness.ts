import http from 'node:http';
import * as signalr from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import type { FastifyInstance } from 'fastify';
import { MemoryBus } from '../bus/memory.ts';
import type { HubDependencies } from '../dependencies.ts';
import { createHub, type Hub, type HubIdentity } from '../hub.ts';
import type { HubOptions } from '../options.ts';
import { identityOf, quiet } from './identity.ts';
import { listen } from './listen.ts';
import { TestTickets } from './test-tickets.ts';

export const origin = 'http://till.test';

/** A hub on a free port, with a clock that only the test moves. */
export interface TestHub {
  readonly hub: Hub;
  readonly app: FastifyInstance;
  readonly port: number;
  readonly url: string;
  readonly tickets: TestTickets;
  /** The head of each outlet's change log. */
  readonly heads: Map<number, number>;
  /** Lets time pass: one tick after each second; the clients' messages are read in between. */
  pass(ms: number): Promise<void>;
  readonly clock: { now: number };
  ticketFor(identity?: Partial<HubIdentity>): Promise<string>;
  stop(): Promise<void>;
}

export async function startHub(
  options: Partial<HubOptions> = {},
  dependencies: Partial<HubDependencies> = {},
  port = 0,
): Promise<TestHub> {
  const clock = { now: 1_000_000 };
  const heads = new Map<number, number>();
  const tickets = new TestTickets(() => clock.now);
  let tick = () => {};
  const hub = createHub(
    {
      async authenticate({ ticket, bearer, outletId }) {
        if (ticket !== undefined) return tickets.redeem(ticket);
        if (bearer === 'broken.token.1') throw new Error('the store is gone');
        if (!bearer?.startsWith('native.token.')) return undefined;
        if (outletId === 13) return 'forbidden';
        return identityOf({ userId: Number(bearer.slice(13)), outletId: outletId ?? 1 });
      },
      readHeads: async (outletIds) => new Map(outletIds.map((id) => [id, heads.get(id) ?? 0])),
      isOwnBill: async (outletId, billId) => Math.floor(billId / 100) === outletId,
      bus: new MemoryBus(),
      log: quiet,
      now: () => clock.now,
      allowedOrigins: () => [origin],
      ...dependencies,
    },
    {
      drainStepMs: 1,
      every(_ms, run) {
        tick = run;
        return () => {};
      },
      ...options,
    },
  );
  const { app, port: listening } = await listen(hub, port);
  return {
    hub,
    app,
    port: listening,
    url: `http://127.0.0.1:${listening}/api/hub`,
    tickets,
    heads,
    clock,
    async pass(ms) {
      for (let left = ms; left > 0; left -= 1000) {
        clock.now += Math.min(1000, left);
        tick();
        await turns(5);
      }
    },
    ticketFor: (identity) => tickets.issue(identityOf(identity)),
    stop: () => app.close(),
  };
}

/** Lets sockets of this process exchange what they sent. */
export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

export interface Peer {
  readonly connection: signalr.HubConnection;
  /** Everything the server invoked, in order. */
  readonly received: { readonly target: string; readonly value: unknown }[];
  readonly connectionId: string;
}

/** Connects the official client as the till does, after its Hello. */
export async function connectPeer(
  test: { readonly url: string; readonly tickets: { issue(identity: HubIdentity): Promise<string> } },
  identity: Partial<HubIdentity> = {},
  settings: { readonly messagePack?: boolean; readonly hello?: boolean; readonly reconnect?: number[] } = {},
): Promise<Peer> {
  const who = identityOf(identity);
  const builder = new signalr.HubConnectionBuilder()
    .withUrl(`${test.url}?outletId=${who.outletId}`, {
      skipNegotiation: true,
      transport: signalr.HttpTransportType.WebSockets,
      accessTokenFactory: () => test.tickets.issue(who),
    })
    .configureLogging(signalr.LogLevel.None);
  if (settings.messagePack) builder.withHubProtocol(new MessagePackHubProtocol());
  if (settings.reconnect) builder.withAutomaticReconnect(settings.reconnect);
  const connection = builder.build();
  const received: { target: string; value: unknown }[] = [];
  for (const target of ['Sync', 'Notify', 'Head']) connection.on(target, (value) => received.push({ target, value }));
  await connection.start();
  let connectionId = '';
  if (settings.hello !== false) {
    const answer = await connection.invoke('Hello', { outletId: who.outletId, since: 0 });
    connectionId = (answer as { connectionId: string }).connectionId;
  }
  return { connection, received, connectionId };
}

/** Sends a POST; returns its status and JSON. */
export function post(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString() || 'null') }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}
