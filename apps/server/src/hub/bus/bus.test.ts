import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../platform/store/testing/engine.ts';
import { eventually } from '../testing/eventually.ts';
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
  /** Breaks the connections of all buses that listen or send, where there are any. */
  cut?(which: 'listener' | 'sender'): Promise<void>;
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
    async cut(which) {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = $1 and datname = current_database()`,
        [`atoll hub ${which}`],
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
    async cut(which) {
      const client = new Redis(server.url);
      await client.call('CLIENT', 'KILL', 'TYPE', which === 'listener' ? 'pubsub' : 'normal', 'SKIPME', 'yes');
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

const overBus = (kind: Kind) => {
  const open: HubBus[] = [];
  beforeAll(() => kind.start());
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
  });
  afterAll(() => kind.stop());

  async function bus(): Promise<{ bus: HubBus; received: BusMessage[]; resets: () => number; leave: () => void }> {
    const opened = await kind.open();
    open.push(opened);
    const received: BusMessage[] = [];
    let resets = 0;
    opened.onReset(() => resets++);
    const leave = opened.subscribe((messages) => void received.push(...messages));
    return { bus: opened, received, resets: () => resets, leave };
  }

  it('carries every kind of message to the other processes unchanged, and not back', async () => {
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
    await eventually(() => expect(b.received).toEqual(messages));
    await eventually(() => expect(c.received).toEqual(messages));
    c.bus.publish([change(2)]);
    await eventually(() => expect(a.received).toEqual([change(2)]));
  });

  it('carries a burst complete and in order', async () => {
    const [a, b] = [await bus(), await bus()];
    const all = Array.from({ length: 1000 }, (_, i) => (i % 9 === 0 ? notify(`${i} ${'ކ'.repeat(500)}`) : change(i)));
    for (const message of all) a.bus.publish([message]);
    await eventually(() => expect(b.received).toHaveLength(1000));
    expect(b.received).toEqual(all);
  });

  it('delivers nothing after the subscription ends', async () => {
    const [a, b, c] = [await bus(), await bus(), await bus()];
    b.leave();
    a.bus.publish([change(1)]);
    await eventually(() => expect(c.received).toHaveLength(1));
    expect(b.received).toEqual([]);
  });

  it('sends waiting messages before it closes, and none after', async () => {
    const [a, b] = [await bus(), await bus()];
    a.bus.publish([change(1), change(2)]);
    await a.bus.close();
    await a.bus.close();
    a.bus.publish([change(3)]);
    const c = await bus();
    c.bus.publish([change(4)]);
    await eventually(() => expect(b.received).toEqual([change(1), change(2), change(4)]));
  });

  it('[R34.20] measures how long a message needs through the bus and back, and how many wait', async () => {
    const { bus: a } = await bus();
    expect(a.stats()).toEqual({ lagMs: 0, waiting: 0 });
    const all = Array.from({ length: 100 }, (_, i) => change(i));
    a.publish(all);
    expect(a.stats().waiting).toBe(kind.name === 'memory' ? 0 : 100);
    await eventually(() => expect(a.stats().waiting).toBe(0));
    await eventually(() => expect(a.stats().lagMs > 0).toBe(kind.name !== 'memory'));
    expect(a.stats().lagMs).toBeLessThan(5000);
  });

  if (!kind.cut) return;
  const cut = kind.cut;

  it('reports that it was cut off, and carries messages again', async () => {
    const [a, b] = [await bus(), await bus()];
    for (const count of [1, 2]) {
      await cut('listener');
      await eventually(() => expect([a.resets(), b.resets()]).toEqual([count, count]));
      a.bus.publish([change(count)]);
      await eventually(() => expect(b.received.at(-1)).toEqual(change(count)));
    }
    expect(b.received).toEqual([change(1), change(2)]);
  });

  it('sends a message again over a new connection when the old one is broken', async () => {
    const [a, b] = [await bus(), await bus()];
    a.bus.publish([change(1)]);
    await eventually(() => expect(b.received).toHaveLength(1));
    await cut('sender');
    a.bus.publish([change(2)]);
    a.bus.publish([change(3)]);
    await eventually(() => expect(b.received).toEqual([change(1), change(2), change(3)]));
    expect(b.resets()).toBe(0);
  });
};
for (const kind of kinds) {
  describe.skipIf(!kind.isHere)(`the bus over ${kind.name}`, () => {
    overBus(kind);
  });
}

describe('openBus', () => {
  it('opens no bus beyond the process when neither a bus nor PostgreSQL is configured', async () => {
    expect(await openBus({}, quiet)).toBeInstanceOf(MemoryBus);
    expect(await openBus({ busUrl: 'memory', databaseUrl: 'postgres://unused' }, quiet)).toBeInstanceOf(MemoryBus);
  });

  it('fails at start when the bus cannot be reached or is unknown', async () => {
    await expect(PostgresBus.open('postgres://x@127.0.0.1:1/x', quiet)).rejects.toThrow();
    await expect(RedisBus.open('redis://127.0.0.1:1', quiet)).rejects.toThrow();
    await expect(openBus({ busUrl: 'nats://x' }, quiet)).rejects.toThrow('BUS_URL must start with');
  });
});
