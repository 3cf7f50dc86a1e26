import { hubKeepAliveMs, hubReconnectDelaysMs, hubServerTimeoutMs } from '@atoll/domain/contract/platform/hub';
import { HubConnectionState } from '@microsoft/signalr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hubDefaults } from './options.ts';
import { eventually } from './testing/eventually.ts';
import { connectPeer, type Peer, startHub, type TestHub } from './testing/harness.ts';
import { connectJson, type RawPeer, rs } from './testing/raw-peer.ts';

let test: TestHub;
let live: Set<string>;
let peers: Peer[];
beforeEach(async () => {
  live = new Set(['s1', 's2']);
  peers = [];
  test = await startHub();
});
afterEach(async () => {
  for (const { connection } of peers) await connection.stop();
  await test.stop();
});

async function join(...args: [identity?: object, settings?: object]): Promise<Peer> {
  const peer = await connectPeer(test, ...args);
  peers.push(peer);
  return peer;
}

const ping = `{"type":6}${rs}`;
const ended = (peer: RawPeer) => eventually(() => expect(peer.closeCode).toBeDefined());
const lastState = (peer: Peer, state: HubConnectionState) =>
  eventually(() => expect(peer.connection.state).toBe(state));

describe('a silent connection', () => {
  it('[R18.22] uses the time limits of the contract', () => {
    expect([hubKeepAliveMs, hubServerTimeoutMs, [...hubReconnectDelaysMs]]).toEqual([
      15_000,
      30_000,
      [0, 2000, 10_000, 30_000],
    ]);
    expect([hubDefaults.keepAliveMs, hubDefaults.clientTimeoutMs]).toEqual([15_000, 30_000]);
  });

  it('[R18.22] pings a client after 15 s of silence', async () => {
    const peer = await connectJson(test);
    await test.pass(14_000);
    expect(peer.records).toHaveLength(1);
    await test.pass(1000);
    await eventually(() => expect(peer.records).toEqual([{}, { type: 6 }]));
    peer.send(ping);
    await eventually(() => expect(test.hub.stats().received).toBe(1));
    await test.pass(15_000);
    await eventually(() => expect(peer.records).toHaveLength(3));
    peer.socket.terminate();
  });

  it('[R18.22] sends the head instead of a ping to clients that called Hello', async () => {
    const [till, other] = [await join(), await join({ outletId: 2 }, { messagePack: true })];
    test.heads.set(1, 5).set(2, 9);
    await test.pass(15_000);
    await eventually(() => expect(till.received).toEqual([{ target: 'Head', value: { outlet: 1, seq: 5 } }]));
    await eventually(() => expect(other.received).toEqual([{ target: 'Head', value: { outlet: 2, seq: 9 } }]));
    test.heads.set(1, 6);
    await till.connection.invoke('Hello', { outletId: 1, since: 5 });
    await test.pass(15_000);
    await eventually(() => expect(till.received.at(-1)?.value).toEqual({ outlet: 1, seq: 6 }));
  });

  it("[R18.22] ends a client's connection after 30 s of silence, and keeps one that pings", async () => {
    const [silent, alive] = [await connectJson(test), await connectJson(test)];
    for (let second = 0; second < 30; second += 10) {
      alive.send(ping);
      await eventually(() => expect(test.hub.stats().received).toBe(second / 10 + 1));
      await test.pass(10_000);
    }
    await ended(silent);
    expect(silent.closeCode).toBe(1006);
    expect(alive.closeCode).toBeUndefined();
    expect(test.hub.stats()).toMatchObject({ connections: 1, timedOut: 1 });
    alive.socket.terminate();
  });
});

it('[R18.22] pings while the head cannot be read', async () => {
  let fail = true;
  const broken = await startHub(
    {},
    {
      readHeads: async () => (fail ? Promise.reject(new Error('down')) : new Map([[1, 3]])),
    },
  );
  const peer = await connectJson(broken);
  peer.send(`{"type":1,"target":"Hello","arguments":[{"outletId":1}],"invocationId":"1"}${rs}`);
  await eventually(() => expect(peer.records).toHaveLength(2));
  expect(peer.records[1]).toMatchObject({ error: "An unexpected error occurred invoking 'Hello' on the server." });
  await broken.pass(17_000);
  await eventually(() => expect(peer.records.slice(2)).toEqual([{ type: 6 }]));
  fail = false;
  peer.send(ping);
  await eventually(() => expect(broken.hub.stats().received).toBe(2));
  await broken.pass(13_000);
  await eventually(() =>
    expect(peer.records.at(-1)).toEqual({ type: 1, target: 'Head', arguments: [{ outlet: 1, seq: 3 }] }),
  );
  peer.socket.terminate();
  await broken.stop();
});

it('disconnects a client that does not read, and serves the others', async () => {
  const small = await startHub({ bufferLimit: 64 * 1024 });
  const slow = await connectJson(small);
  const till = await connectPeer(small);
  slow.socket.pause();
  const change = { outlet: 1, seq: 0, entity: 'Bill', id: 101, version: 1, action: 'Updated' } as const;
  let seq = 0;
  await eventually(() => {
    small.hub.publish(Array.from({ length: 500 }, () => ({ ...change, seq: ++seq })));
    expect(small.hub.stats().slowCut).toBe(1);
  });
  await eventually(() => expect(small.hub.stats().connections).toBe(1));
  await eventually(() => expect(till.received.at(-1)?.value).toMatchObject({ seq }));
  slow.socket.terminate();
  await till.connection.stop();
  await small.stop();
}, 40_000);

describe('ending connections with a reason', () => {
  it('closes the connections of a session for good', async () => {
    const till = await join({ sessionId: 's1' }, { reconnect: [0] });
    const other = await join({ sessionId: 's2' });
    const reason = new Promise((resolve) => till.connection.onclose(resolve));
    test.hub.disconnect({ userId: 1, sessionId: 's1' }, 'Signed out');
    expect(String(await reason)).toContain('Signed out');
    expect(till.connection.state).toBe(HubConnectionState.Disconnected);
    expect(other.connection.state).toBe(HubConnectionState.Connected);
  });

  it('closes all connections of a user, and none when no user is named', async () => {
    const [a, b, other] = [
      await join({ userId: 4 }),
      await join({ userId: 4, outletId: 2 }),
      await join({ userId: 5 }),
    ];
    test.hub.disconnect({}, 'nobody');
    test.hub.disconnect({ userId: 4 }, 'Deactivated');
    await lastState(a, HubConnectionState.Disconnected);
    await lastState(b, HubConnectionState.Disconnected);
    expect(other.connection.state).toBe(HubConnectionState.Connected);
  });

  it('reports that the sign-in expired; the client reconnects with a new ticket', async () => {
    const till = await join({ expiresAt: test.clock.now + 5000 }, { reconnect: [0] });
    const reason = new Promise((resolve) => till.connection.onreconnecting(resolve));
    await test.pass(4000);
    expect(till.connection.state).toBe(HubConnectionState.Connected);
    await test.pass(1000);
    expect(String(await reason)).toContain('Session expired');
  });
});

describe('hub shutdown', () => {
  it('asks every client to reconnect, and admits nobody in the meantime', async () => {
    const tills = [await join({}, { reconnect: [60_000] }), await join({}, { reconnect: [60_000], messagePack: true })];
    const raw = await connectJson(test);
    await test.stop();
    await ended(raw);
    expect(raw.records.at(-1)).toEqual({ type: 7, error: 'The server is restarting.', allowReconnect: true });
    await lastState(tills[0] as Peer, HubConnectionState.Reconnecting);
    await lastState(tills[1] as Peer, HubConnectionState.Reconnecting);
    expect(test.hub.stats()).toMatchObject({ connections: 0, draining: true });
  });

  it('spreads the disconnects over time', async () => {
    const slow = await startHub({ drainStepMs: 100, drainMs: 10_000 });
    const ends: number[] = [];
    for (let i = 0; i < 4; i++) {
      const peer = await connectJson(slow);
      peer.socket.on('close', () => ends.push(performance.now()));
    }
    await slow.stop();
    await eventually(() => expect(ends).toHaveLength(4));
    expect((ends[3] ?? 0) - (ends[0] ?? 0)).toBeGreaterThan(200);
  });
});

describe('[R18.22] automatic reconnect', () => {
  it('waits 0, 2, 10 and 30 s between reconnects, then stops', async () => {
    const till = await join({}, { reconnect: [...hubReconnectDelaysMs] });
    const waits: number[] = [];
    const real = globalThis.setTimeout;
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0, ...rest: []) => {
      const isReconnect =
        till.connection.state === HubConnectionState.Reconnecting && new Error().stack?.includes('HubConnection.js');
      if (isReconnect) waits.push(ms);
      return real(run, isReconnect ? 0 : ms, ...rest);
    }) as typeof setTimeout);
    const over = new Promise((resolve) => till.connection.onclose(resolve));
    try {
      await test.stop();
      await over;
    } finally {
      timers.mockRestore();
    }
    expect(waits).toEqual([0, 2000, 10_000, 30_000]);
    expect(till.connection.state).toBe(HubConnectionState.Disconnected);
  });

  it('reconnects to a restarted server, calls Hello and receives the next messages', async () => {
    const till = await join({}, { reconnect: [0, 50, 50, 50, 50, 50, 50, 50, 50] });
    const states: string[] = [];
    till.connection.onreconnecting(() => states.push(till.connection.state));
    const back = new Promise<void>((resolve) => till.connection.onreconnected(() => resolve()));
    const { port, tickets } = test;
    await test.stop();
    test = await startHub({}, { authenticate: async ({ ticket }) => tickets.redeem(ticket ?? '') }, port);
    test.heads.set(1, 77);
    await back;
    expect(states).toEqual(['Reconnecting']);
    const answer = await till.connection.invoke('Hello', { outletId: 1, since: 70 });
    expect(answer).toMatchObject({ head: 77 });
    expect((answer as { connectionId: string }).connectionId).not.toBe(till.connectionId);
    test.hub.publish([{ outlet: 1, seq: 78, entity: 'Bill', id: 101, version: 2, action: 'Paid' }]);
    await eventually(() => expect(till.received.at(-1)?.value).toMatchObject({ seq: 78 }));
  });
});

it('keeps sessions that are still signed in after the bus was cut off, and sends the head at once', async () => {
  let reset = () => {};
  const bus = {
    publish() {},
    subscribe: () => () => {},
    onReset(listener: () => void) {
      reset = listener;
      return () => {};
    },
    stats: () => ({ lagMs: 0, waiting: 0 }),
    close: async () => {},
  };
  const cut = await startHub({}, { bus, isLive: ({ sessionId }) => live.has(sessionId) });
  const [stays, goes] = [await connectPeer(cut), await connectPeer(cut, { sessionId: 's2' })];
  live.delete('s2');
  cut.heads.set(1, 12);
  reset();
  await eventually(() => expect(goes.connection.state).toBe(HubConnectionState.Disconnected));
  await eventually(() => expect(stays.received).toEqual([{ target: 'Head', value: { outlet: 1, seq: 12 } }]));
  expect(stays.connection.state).toBe(HubConnectionState.Connected);
  await stays.connection.stop();
  await cut.stop();
});
