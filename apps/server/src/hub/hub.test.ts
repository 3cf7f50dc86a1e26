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
  it('[R18.21] connects with a ticket and is told its connection id and the head', async () => {
    test.heads.set(1, 42);
    const { connection } = await connectPeer(test, {}, { hello: false });
    const answer = await connection.invoke('Hello', { outletId: 1, since: null });
    expect(answer).toEqual({ connectionId: expect.stringMatching(/^[\w-]{22}$/), head: 42 });
    expect(test.hub.stats()).toMatchObject({ connections: 1, subscribed: 1, outlets: 1 });
    await connection.stop();
    await eventually(() => expect(test.hub.stats().connections).toBe(0));
  });

  it.each([false, true])(
    '[R1.7] tells a saved bill to the others of the outlet (MessagePack %s)',
    async (messagePack) => {
      const maker = await connectPeer(test);
      const till = await connectPeer(test, { userId: 2 }, { messagePack });
      const elsewhere = await connectPeer(test, { outletId: 2 });
      test.hub.publish([{ ...saved, origin: maker.connectionId }]);
      await eventually(() => expect(till.heard).toHaveLength(1));
      expect(till.heard[0]).toEqual({
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
      // Both answer after everything that was sent before it.
      await maker.connection.invoke('Hello', { outletId: 1, since: 7 });
      await elsewhere.connection.invoke('Hello', { outletId: 2, since: 0 });
      expect(maker.heard).toEqual([]);
      expect(elsewhere.heard).toEqual([]);
      for (const peer of [maker, till, elsewhere]) await peer.connection.stop();
    },
  );

  it('tells a change of a shift without a bill id, in the order of the change log', async () => {
    const till = await connectPeer(test);
    test.hub.publish([
      { ...saved, seq: 8 },
      { ...saved, seq: 9, entity: 'Shift', id: 4, action: 'Created' },
    ]);
    await eventually(() => expect(till.heard).toHaveLength(2));
    expect(till.heard.map(({ value }) => value)).toMatchObject([
      { seq: 8, billId: 105, origin: null },
      { seq: 9, billId: null, type: 'Shift', message: 'Shift created' },
    ]);
    await till.connection.stop();
  });

  it.each([
    ['in one object', [{ billId: 105, action: 'Paid', message: 'Paid at the bar', type: 'Bill', outlet: 1 }]],
    ['one by one', [105, 'Paid', 'Paid at the bar', 'Bill', 1]],
  ])('[R18.21] sends a Sync of a client, its fields %s, on to the others with no place in the log', async (_, args) => {
    const [a, b] = [await connectPeer(test), await connectPeer(test)];
    await expect(a.connection.invoke('sync', ...args)).resolves.toBeFalsy();
    await eventually(() => expect(b.heard).toHaveLength(1));
    expect(b.heard[0]?.value).toEqual({
      billId: 105,
      action: 'Paid',
      message: 'Paid at the bar',
      type: 'Bill',
      outlet: 1,
      version: 0,
      seq: 0,
      origin: a.connectionId,
    });
    expect(a.heard).toEqual([]);
    for (const peer of [a, b]) await peer.connection.stop();
  });

  it('[R18.21] sends a notification on to the others of the outlet', async () => {
    const [a, b] = [await connectPeer(test), await connectPeer(test, {}, { messagePack: true })];
    await a.connection.invoke('Notify', ' Table 4 wants\u0007 the bill ');
    await eventually(() => expect(b.heard).toEqual([{ target: 'Notify', value: 'Table 4 wants  the bill' }]));
    for (const peer of [a, b]) await peer.connection.stop();
  });
});

describe('what an invocation is refused', () => {
  it.each([
    ['another outlet in Hello', 'Hello', [{ outletId: 2, since: 0 }], 'The connection belongs to another outlet.'],
    ['no argument', 'Hello', [], 'Hello: '],
    ['a negative position', 'Hello', [{ outletId: 1, since: -1 }], 'Hello.since: '],
    ['a bill of another outlet', 'Sync', [205, 'Paid', '', 'Bill', 1], 'Bill not found'],
    ['another outlet in Sync', 'Sync', [205, 'Paid', '', 'Bill', 2], 'The connection belongs to another outlet.'],
    ['an unknown action', 'Sync', [105, 'Eaten', '', 'Bill', 1], 'Sync.action: '],
    ['a bill id of a shift', 'Sync', [105, 'Updated', '', 'Shift', 1], 'Sync: billId goes with the type Bill.'],
    ['an empty notification', 'Notify', ['  '], 'Notify: '],
    ['a notification of 501 characters', 'Notify', ['x'.repeat(501)], 'Notify: '],
    ['an unknown method', 'Erase', [], "Unknown hub method 'Erase'"],
    ['a method named like a member of every object', 'toString', [], "Unknown hub method 'toString'"],
  ])('%s', async (_, method, args, words) => {
    const [a, b] = [await connectPeer(test), await connectPeer(test)];
    await expect(a.connection.invoke(method, ...args)).rejects.toThrow(words);
    await b.connection.invoke('Hello', { outletId: 1, since: 0 });
    expect(b.heard).toEqual([]);
    expect(a.connection.state).toBe(HubConnectionState.Connected);
    for (const peer of [a, b]) await peer.connection.stop();
  });

  it.each([false, true])('hides the words of an internal error and logs them (MessagePack %s)', async (messagePack) => {
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

  it.each([false, true])('a stream in either direction (MessagePack %s)', async (messagePack) => {
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

  it('the 21st invocation of a second', async () => {
    const { connection } = await connectPeer(test, {}, { hello: false });
    const calls = Array.from({ length: 21 }, () => connection.invoke('Hello', { outletId: 1, since: 0 }));
    const results = await Promise.allSettled(calls);
    expect(results.map(({ status }) => status)).toEqual([...Array(20).fill('fulfilled'), 'rejected']);
    expect((results[20] as PromiseRejectedResult).reason.message).toContain('Too many messages. Please slow down.');
    test.clock.now += 50;
    await expect(connection.invoke('Hello', { outletId: 1, since: 0 })).resolves.toBeTruthy();
    await connection.stop();
  });

  it('the sixth notification in a row', async () => {
    const { connection } = await connectPeer(test);
    for (let i = 0; i < 5; i++) await connection.invoke('Notify', `call ${i}`);
    await expect(connection.invoke('Notify', 'again')).rejects.toThrow('Please slow down.');
    test.clock.now += 1000;
    await expect(connection.invoke('Notify', 'later')).resolves.toBeFalsy();
    await connection.stop();
  });
});
