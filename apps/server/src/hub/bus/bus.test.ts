import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createDatabase } from '../../platform/store/testing/engine.ts';
import { quiet } from '../testing/identity.ts';
import { hasRedis, startRedis } from '../testing/redis.ts';
import type { BusMessage, HubBus } from './bus.ts';
import { MemoryBus, MemoryExchange } from './memory.ts';
import { openBus } from './open.ts';
import { PostgresBus } from './postgres.ts';
import { RedisBus } from './redis.ts';

interface Kind {
  readonly name: string;
  start(): Promise<void>;
  open(): Promise<HubBus>;
  /** Breaks all connections of all buses, where there are any. */
  cut?(): Promise<void>;
  stop(): Promise<void>;
}

function memory(): Kind {
  const exchange = new MemoryExchange();
  return {
    name: 'memory',
    start: async () => {},
    open: async () => new MemoryBus(exchange),
    stop: async () => {},
  };
}

function postgres(): Kind {
  let url = '';
  return {
    name: 'PostgreSQL',
    async start() {
      url = await createDatabase(inject('postgresUrl'));
    },
    open: () => openBus({ databaseUrl: url }, quiet),
    async cut() {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'atoll hub' and datname = current_database()`,
      );
      await client.end();
    },
    stop: async () => {},
  };
}

function redis(): Kind {
  let server: Awaited<ReturnType<typeof startRedis>>;
  return {
    name: 'Redis',
    async start() {
      server = await startRedis();
    },
    open: () => openBus({ busUrl: server.url, databaseUrl: 'postgres://unused' }, quiet),
    async cut() {
      const client = new Redis(server.url);
      await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await client.quit();
    },
    stop: () => server.stop(),
  };
}

const notify = (text: string): BusMessage => ({ kind: 'notify', outlet: 1, message: text, except: 'c' });
const change = (seq: number): BusMessage => ({
  kind: 'change',
  outlet: 1,
  seq,
  entity: 'Bill',
  id: 5,
  version: seq,
  action: 'Updated',
  origin: 'connection-of-somebody',
});

const kinds = [
  { ...memory(), isHere: true },
  { ...postgres(), isHere: inject('postgresUrl') !== '' },
  { ...redis(), isHere: hasRedis },
];

const overBus = (kind: Kind) => () => {
  const open: HubBus[] = [];
  beforeAll(() => kind.start());
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
  });
  afterAll(() => kind.stop());

  async function bus(): Promise<{ bus: HubBus; heard: BusMessage[]; resets: () => number; leave: () => void }> {
    const opened = await kind.open();
    open.push(opened);
    const heard: BusMessage[] = [];
    let resets = 0;
    opened.onReset(() => resets++);
    const leave = opened.subscribe((messages) => void heard.push(...messages));
    return { bus: opened, heard, resets: () => resets, leave };
  }

  it('carries every kind of message to the others as it is, and not back', async () => {
    const [a, b, c] = [await bus(), await bus(), await bus()];
    const messages: BusMessage[] = [
      change(1),
      notify('ކޮފީ "☕"\n'),
      {
        kind: 'sync',
        outlet: 2,
        except: 'x',
        sync: { billId: 1, action: 'Paid', message: '', type: 'Bill', outlet: 2, version: 0, seq: 0, origin: 'x' },
      },
      { kind: 'disconnect', userId: 4, reason: 'Deactivated' },
    ];
    a.bus.publish(messages);
    await vi.waitFor(() => expect(b.heard).toEqual(messages));
    await vi.waitFor(() => expect(c.heard).toEqual(messages));
    c.bus.publish([change(2)]);
    await vi.waitFor(() => expect(a.heard).toEqual([change(2)]));
  });

  it('carries a burst whole and in order', async () => {
    const [a, b] = [await bus(), await bus()];
    const all = Array.from({ length: 1000 }, (_, i) => (i % 9 === 0 ? notify(`${i} ${'ކ'.repeat(500)}`) : change(i)));
    for (const message of all) a.bus.publish([message]);
    await vi.waitFor(() => expect(b.heard).toHaveLength(1000), { timeout: 10_000 });
    expect(b.heard).toEqual(all);
  });

  it('stops when it is told to', async () => {
    const [a, b, c] = [await bus(), await bus(), await bus()];
    b.leave();
    a.bus.publish([change(1)]);
    await vi.waitFor(() => expect(c.heard).toHaveLength(1));
    expect(b.heard).toEqual([]);
  });

  it('sends what waits before it closes, and nothing after', async () => {
    const [a, b] = [await bus(), await bus()];
    a.bus.publish([change(1), change(2)]);
    await a.bus.close();
    await a.bus.close();
    a.bus.publish([change(3)]);
    await vi.waitFor(() => expect(b.heard).toEqual([change(1), change(2)]));
  });

  if (!kind.cut) return;
  const cut = kind.cut;
  it('says when it was cut off, and carries again, also what came meanwhile', async () => {
    const [a, b] = [await bus(), await bus()];
    a.bus.publish([change(1)]);
    await vi.waitFor(() => expect(b.heard).toHaveLength(1));
    expect([a.resets(), b.resets()]).toEqual([0, 0]);
    await cut();
    await vi.waitFor(() => expect([a.resets(), b.resets()]).toEqual([1, 1]), { timeout: 10_000 });
    a.bus.publish([change(2)]);
    await vi.waitFor(() => expect(b.heard.at(-1)).toEqual(change(2)), { timeout: 10_000 });
    await cut();
    a.bus.publish([change(3)]);
    await vi.waitFor(() => expect(b.resets()).toBe(2), { timeout: 10_000 });
    b.bus.publish([change(4)]);
    await vi.waitFor(() => expect(a.heard.at(-1)).toEqual(change(4)), { timeout: 10_000 });
  });
};
for (const kind of kinds) describe.skipIf(!kind.isHere)(`the bus over ${kind.name}`, overBus(kind));

describe('which bus is opened', () => {
  it('none beyond the process when neither a bus nor PostgreSQL is configured', async () => {
    expect(await openBus({}, quiet)).toBeInstanceOf(MemoryBus);
    expect(await openBus({ busUrl: 'memory', databaseUrl: 'postgres://unused' }, quiet)).toBeInstanceOf(MemoryBus);
  });

  it('fails at start when it cannot be reached or is unknown', async () => {
    await expect(PostgresBus.open('postgres://x@127.0.0.1:1/x', quiet)).rejects.toThrow();
    await expect(RedisBus.open('redis://127.0.0.1:1', quiet)).rejects.toThrow();
    await expect(openBus({ busUrl: 'nats://x' }, quiet)).rejects.toThrow('BUS_URL must start with');
  });
});
