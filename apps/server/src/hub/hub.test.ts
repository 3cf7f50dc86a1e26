import { HubConnectionState, Subject } from '@microsoft/signalr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HubEvent } from './hub.ts';
import { eventually } from './testing/eventually.ts';
import { connectPeer, startHub, type TestHub } from './testing/harness.ts';
import { quiet } from './testing/identity.ts';

let test: TestHub;
let isOwnBill: (outletId: number, billId: number) => Promise<boolean>;
let faults: object[];
beforeEach(async () => {
  faults = [];
  isOwnBill = async (outletId, billId) => Math.floor(billId / 100) === outletId;
  const log = { ...quiet, error: (details: object) => void faults.push(details) };
  test = await startHub({}, { log, isOwnBill: (outletId, billId) => isOwnBill(outletId, billId) });
});
afterEach(() => test.stop());

const saved: HubEvent = { outlet: 1, seq: 7, entity: 'Bill', id: 105, version: 3, action: 'Updated' };

describe('the official client without negotiation', () => {
  it('[R18.21] connects with a ticket and gets its connection id and the head', async () => {
    test.heads.set(1, 42);
    const { connection } = await connectPeer(test, {}, { hello: false });
    const answer = await connection.invoke('Hello', { outletId: 1, since: null });
    expect(answer).toEqual({ connectionId: expect.stringMatching(/^[\w-]{22}$/), head: 42 });
    expect(test.hub.stats()).toMatchObject({ connections: 1, subscribed: 1, outlets: 1 });
    await connection.stop();
    await eventually(() => expect(test.hub.stats().connections).toBe(0));
  });

  it.each([false, true])(
    '[R1.7] announces a saved bill to the other connections of the outlet (MessagePack %s)',
    async (messagePack) => {
      const maker = await connectPeer(test);
      const till = await connectPeer(test, { userId: 2 }, { messagePack });
      const elsewhere = await connectPeer(test, { outletId: 2 });
      test.hub.publish([{ ...saved, origin: maker.connectionId }]);
      await eventually(() => expect(till.received).toHaveLength(1));
      expect(till.received[0]).toEqual({
        target: 'Sync',
        value: {
          billId: 105,
          action: 'Updated',
          message: 'Bill updated',
          type: 'Bill',
          outlet: 1,
          version: 3,
          seq: 7,
          origin: maker.connectionId,
        },
      });
      // Both answers come after everything that was sent before them.
      await maker.connection.invoke('Hello', { outletId: 1, since: 7 });
      await elsewhere.connection.invoke('Hello', { outletId: 2, since: 0 });
      expect(maker.received).toEqual([]);
      expect(elsewhere.received).toEqual([]);
      for (const peer of [maker, till, elsewhere]) await peer.connection.stop();
    },
  );

  it('announces a change of a shift without a bill id, in the order of the change log', async () => {
    const till = await connectPeer(test);
    test.hub.publish([
      { ...saved, seq: 8 },
      { ...saved, seq: 9, entity: 'Shift', id: 4, action: 'Created' },
    ]);
    await eventually(() => expect(till.received).toHaveLength(2));
    expect(till.received.map(({ value }) => value)).toMatchObject([
      { seq: 8, billId: 105, origin: null },
      { seq: 9, billId: null, type: 'Shift', message: 'Shift created' },
    ]);
    await till.connection.stop();
  });

  it.each([
    ['in one object', [{ billId: 105, action: 'Paid', message: 'Paid at the bar', type: 'Bill', outlet: 1 }]],
    ['one by one', [105, 'Paid', 'Paid at the bar', 'Bill', 1]],
  ])("[R18.21] passes on a client's Sync, with its fields %s, without a place in the change log", async (_, args) => {
    const [a, b] = [await connectPeer(test), await connectPeer(test)];
    await expect(a.connection.invoke('sync', ...args)).resolves.toBeFalsy();
    await eventually(() => expect(b.received).toHaveLength(1));
    expect(b.received[0]?.value).toEqual({
      billId: 105,
      action: 'Paid',
      message: 'Paid at the bar',
      type: 'Bill',
      outlet: 1,
      version: 0,
      seq: 0,
      origin: a.connectionId,
    });
    expect(a.received).toEqual([]);
    for (const peer of [a, b]) await peer.connection.stop();
  });

  it('[R35.69] does not send a till’s Sync out a second time when it has announced that change itself', async () => {
    const [a, b] = [await connectPeer(test), await connectPeer(test)];
    test.hub.publish([{ ...saved, seq: 20, origin: a.connectionId }]);
    await a.connection.invoke('Sync', 105, 'Updated', '', 'Bill', 1);
    await a.connection.invoke('Sync', 106, 'Updated', '', 'Bill', 1);
    await eventually(() => expect(b.received).toHaveLength(2));
    expect(b.received.map(({ value }) => value)).toMatchObject([
      { billId: 105, seq: 20 },
      { billId: 106, seq: 0 },
    ]);
    for (const peer of [a, b]) await peer.connection.stop();
  });

  it('[R18.21] passes a notification on to the other connections of the outlet, with the sender’s name', async () => {
    const [a, b] = [await connectPeer(test), await connectPeer(test, {}, { messagePack: true })];
    const names: unknown[] = [];
    b.connection.on('Notify', (_message, name) => void names.push(name));
    await a.connection.invoke('Notify', ' Table 4 wants\u0007 the bill ');
    await eventually(() => expect(b.received).toEqual([{ target: 'Notify', value: 'Table 4 wants  the bill' }]));
    expect(names).toEqual(['Aisha']);
    for (const peer of [a, b]) await peer.connection.stop();
  });
});

describe('refused invocations', () => {
  it.each([
    ['another outlet in Hello', 'Hello', [{ outletId: 2, since: 0 }], 'The connection belongs to another outlet.'],
    ['no argument', 'Hello', [], 'Hello: '],
    ['a negative position', 'Hello', [{ outletId: 1, since: -1 }], 'Hello.since: '],
    ['a bill of another outlet', 'Sync', [205, 'Paid', '', 'Bill', 1], 'Bill not found'],
    ['another outlet in Sync', 'Sync', [205, 'Paid', '', 'Bill', 2], 'The connection belongs to another outlet.'],
    ['an unknown action', 'Sync', [105, 'Eaten', '', 'Bill', 1], 'Sync.action: '],
    ['a bill id of a shift', 'Sync', [105, 'Updated', '', 'Shift', 1], 'Sync: billId goes with the type Bill.'],
    ['an empty notification', 'Notify', ['  '], 'Notify: '],
    ['a notification of 201 characters', 'Notify', ['x'.repeat(201)], 'Notify: '],
    ['an unknown method', 'Erase', [], "Unknown hub method 'Erase'"],
    ['a method named like a member of every object', 'toString', [], "Unknown hub method 'toString'"],
  ])('refuses %s', async (_, method, args, words) => {
    const [a, b] = [await connectPeer(test), await connectPeer(test)];
    await expect(a.connection.invoke(method, ...args)).rejects.toThrow(words);
    await b.connection.invoke('Hello', { outletId: 1, since: 0 });
    expect(b.received).toEqual([]);
    expect(a.connection.state).toBe(HubConnectionState.Connected);
    for (const peer of [a, b]) await peer.connection.stop();
  });

  it.each([false, true])('hides the message of an internal error and logs it (MessagePack %s)', async (messagePack) => {
    isOwnBill = async () => {
      throw new Error('password of the database is tuna');
    };
    const { connection } = await connectPeer(test, {}, { messagePack });
    const call = connection.invoke('Sync', 105, 'Paid', '', 'Bill', 1);
    await expect(call).rejects.toThrow("An unexpected error occurred invoking 'Sync' on the server.");
    await expect(call).rejects.not.toThrow('tuna');
    expect(faults).toMatchObject([{ method: 'sync', err: { message: expect.stringContaining('tuna') } }]);
    await connection.stop();
  });

  it.each([false, true])('refuses a stream in either direction (MessagePack %s)', async (messagePack) => {
    const { connection } = await connectPeer(test, {}, { messagePack });
    const streamed = new Promise((_, reject) =>
      connection.stream('Hello').subscribe({ next() {}, complete() {}, error: reject }),
    );
    await expect(streamed).rejects.toThrow("non-streaming 'Hello' method with a streaming invocation");
    const upload = new Subject<string>();
    const uploaded = connection.invoke('Notify', upload);
    upload.next('a');
    upload.complete();
    await expect(uploaded).rejects.toThrow("The method 'Notify' takes no streams.");
    await expect(connection.invoke('Hello', { outletId: 1, since: 0 })).resolves.toBeTruthy();
    await connection.stop();
  });

  it('refuses the 21st invocation within a second', async () => {
    const { connection } = await connectPeer(test, {}, { hello: false });
    const calls = Array.from({ length: 21 }, () => connection.invoke('Hello', { outletId: 1, since: 0 }));
    const results = await Promise.allSettled(calls);
    expect(results.map(({ status }) => status)).toEqual([...Array(20).fill('fulfilled'), 'rejected']);
    expect((results[20] as PromiseRejectedResult).reason.message).toContain('Too many messages. Please slow down.');
    test.clock.now += 50;
    await expect(connection.invoke('Hello', { outletId: 1, since: 0 })).resolves.toBeTruthy();
    await connection.stop();
  });

  it('refuses the seventh notification of a person within a minute, over all their connections, and of no other', async () => {
    const [first, second] = [await connectPeer(test), await connectPeer(test, { sessionId: 's2' })];
    const other = await connectPeer(test, { userId: 2, sessionId: 's3' });
    for (let i = 0; i < 3; i++) {
      for (const { connection } of [first, second]) await connection.invoke('Notify', `call ${i}`);
    }
    await first.connection.stop();
    const fresh = await connectPeer(test);
    for (const { connection } of [second, fresh]) {
      await expect(connection.invoke('Notify', 'again')).rejects.toThrow('Please slow down.');
    }
    await expect(other.connection.invoke('Notify', 'mine')).resolves.toBeFalsy();
    test.clock.now += 9000;
    await expect(second.connection.invoke('Notify', 'again')).rejects.toThrow('Please slow down.');
    test.clock.now += 1000;
    await expect(second.connection.invoke('Notify', 'later')).resolves.toBeFalsy();
    await expect(fresh.connection.invoke('Notify', 'later')).rejects.toThrow('Please slow down.');
    for (const { connection } of [second, fresh, other]) await connection.stop();
  });
});
