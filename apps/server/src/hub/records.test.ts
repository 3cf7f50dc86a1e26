import { once } from 'node:events';
import { HubConnectionState } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './testing/eventually.ts';
import { connectPeer, startHub, type TestHub, turns } from './testing/harness.ts';
import { connectJson, connectRaw, jsonHandshake, type RawPeer, rs } from './testing/raw-peer.ts';

let test: TestHub;
let peer: RawPeer;
let slow: (() => void) | undefined;
beforeEach(async () => {
  slow = undefined;
  test = await startHub({}, { readHeads });
});
afterEach(async () => {
  peer?.socket.terminate();
  await test.stop();
});

async function readHeads(outletIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (slow) await new Promise<void>((resolve) => (slow = resolve));
  return new Map(outletIds.map((id) => [id, 42]));
}

const hello = (id?: string) =>
  `${JSON.stringify({ type: 1, target: 'Hello', arguments: [{ outletId: 1, since: null }], invocationId: id })}${rs}`;
const closed = () => eventually(() => expect(peer.closeCode).toBeDefined());
const recordsArrive = (count: number) => eventually(() => expect(peer.records).toHaveLength(count));

describe('the handshake', () => {
  it.each([
    ['no JSON', `hello${rs}`, 'The handshake is not valid.'],
    ['an invocation first', hello('1'), 'The handshake is not valid.'],
    ['null', `null${rs}`, 'The handshake is not valid.'],
    ['no version', `{"protocol":"json"}${rs}`, 'The handshake is not valid.'],
    ['an unknown protocol', `{"protocol":"protobuf","version":1}${rs}`, "The protocol 'protobuf' is not supported."],
    ['version 3', `{"protocol":"json","version":3}${rs}`, "Version 3 of the protocol 'json' is not supported."],
    ['more than 4 KiB', 'x'.repeat(5000), 'The message is larger than 4096 bytes.'],
  ])('answers an error to a handshake with %s and closes', async (_, bytes, error) => {
    peer = await connectRaw(test);
    peer.send(bytes);
    await closed();
    expect(peer.records).toEqual([{ error }]);
    expect(test.hub.stats().connections).toBe(0);
  });

  it.each([1, 2])('accepts a handshake of version %d', async (version) => {
    peer = await connectRaw(test);
    peer.send(`{"protocol":"json","version":${version}}${rs}`);
    await recordsArrive(1);
    expect(peer.records).toEqual([{}]);
  });

  it('reads a handshake byte by byte, and sends nothing before it is complete', async () => {
    peer = await connectRaw(test);
    for (const byte of Buffer.from(jsonHandshake).subarray(0, -1)) peer.send(Buffer.of(byte));
    test.hub.publish([{ outlet: 1, seq: 1, entity: 'Menu', id: null, version: 1, action: 'Updated' }]);
    await test.pass(14_000);
    expect(peer.frames).toEqual([]);
    peer.send(Buffer.from(rs));
    await recordsArrive(1);
    expect(peer.records).toEqual([{}]);
  });

  it('reads what follows the handshake in the same frame', async () => {
    peer = await connectRaw(test);
    peer.send(jsonHandshake + hello('a') + hello('b'));
    await recordsArrive(3);
    expect(peer.records.map(({ invocationId }) => invocationId)).toEqual([undefined, 'a', 'b']);
  });

  it('closes a connection without a handshake after 15 s', async () => {
    peer = await connectRaw(test);
    await test.pass(14_000);
    expect(peer.closeCode).toBeUndefined();
    await test.pass(1000);
    await closed();
    expect(peer.records).toEqual([{ error: 'The handshake took too long.' }]);
  });

  it('answers MessagePack in a binary frame and JSON in a text frame', async () => {
    peer = await connectRaw(test);
    peer.send(`{"protocol":"messagepack","version":1}${rs}`);
    await eventually(() => expect(peer.frames).toHaveLength(1));
    expect(peer.frames[0]).toEqual({ data: Buffer.from(`{}${rs}`), binary: true });
    const other = await connectJson(test);
    expect(other.frames[0]?.binary).toBe(false);
    other.socket.terminate();
  });
});

describe('hub records', () => {
  beforeEach(async () => {
    peer = await connectJson(test);
  });

  it('sends complete records in every frame, however the requests arrived', async () => {
    const text = `{"type":1,"target":"Notify","arguments":["ކޮފީ ☕"],"invocationId":"1"}${rs}${hello('2')}`;
    const other = await connectJson(test);
    for (const byte of Buffer.from(text)) peer.send(Buffer.of(byte));
    await recordsArrive(3);
    expect(peer.records.slice(1)).toEqual([
      { type: 3, invocationId: '1' },
      { type: 3, invocationId: '2', result: { connectionId: expect.any(String), head: 42 } },
    ]);
    for (const { data } of peer.frames) expect(data.at(-1)).toBe(0x1e);
    await eventually(() => expect(other.records).toHaveLength(2));
    expect(other.records[1]).toEqual({ type: 1, target: 'Notify', arguments: ['ކޮފީ ☕', expect.any(String)] });
    other.socket.terminate();
  });

  it('reads records that come as fragments of the WebSocket', async () => {
    const text = hello('1');
    peer.socket.send(text.slice(0, 10), { fin: false });
    peer.socket.send(text.slice(10, 20), { fin: false });
    peer.socket.send(text.slice(20), { fin: true });
    await recordsArrive(2);
  });

  it.each([
    ['broken JSON', `{"type":1,${rs}`, 'The message is not JSON.'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22, 0x1e]), 'The message is not JSON.'],
    ['a list', `[]${rs}`, 'The message is not an object.'],
    ['no type', `{}${rs}`, 'The message has no type.'],
    ['no method', `{"type":1,"arguments":[]}${rs}`, 'The invocation names no method.'],
    ['no arguments', `{"type":1,"target":"Hello"}${rs}`, 'The invocation has no list of arguments.'],
    [
      'a number as id',
      `{"type":1,"target":"Hello","arguments":[],"invocationId":1}${rs}`,
      'The invocation id is not a text.',
    ],
    ['a stream without id', `{"type":4,"target":"Hello","arguments":[]}${rs}`, 'The stream invocation has no id.'],
  ])('ends the connection with a Close for records with %s', async (_, bytes, error) => {
    peer.send(bytes);
    await closed();
    expect(peer.records.slice(1)).toEqual([{ type: 7, error }]);
    expect(peer.closeCode).toBe(1002);
  });

  it.each([
    ['33 kB in a record', `"${'x'.repeat(33_000)}"${rs}`],
    ['33 kB of a record without an end', 'x'.repeat(33_000)],
  ])('ends the connection with a Close and 1009 for records of %s', async (_, bytes) => {
    peer.send(bytes);
    await closed();
    expect(peer.records.slice(1)).toEqual([{ type: 7, error: 'The message is larger than 32768 bytes.' }]);
    expect(peer.closeCode).toBe(1009);
  });

  it('reads records of 32 KiB, also two of them in one frame', async () => {
    const frame = (id: string) => {
      const empty = JSON.stringify({ type: 1, target: 'Nope', arguments: [''], invocationId: id });
      return `${empty.replace('""', `"${'x'.repeat(32 * 1024 - empty.length)}"`)}${rs}`;
    };
    peer.send(frame('1'));
    await recordsArrive(2);
    peer.send(frame('2').slice(0, 100) + frame('2').slice(100));
    await recordsArrive(3);
    expect(peer.closeCode).toBeUndefined();
  });

  it('does not collect records of 90 kB', async () => {
    peer.send('x'.repeat(90_000));
    await closed();
    expect(peer.closeCode).toBe(1009);
  });

  it('ignores records of unknown or unneeded types', async () => {
    for (const type of [2, 3, 5, 8, 9, 99]) peer.send(`{"type":${type},"invocationId":"7","sequenceId":1}${rs}`);
    peer.send(hello('last'));
    await recordsArrive(2);
    expect(peer.records[1]).toMatchObject({ invocationId: 'last' });
  });

  it('answers nothing to an invocation without id, not even an error', async () => {
    peer.send(
      `{"type":1,"target":"Nope","arguments":[]}${rs}{"type":1,"target":"Notify","arguments":[]}${rs}${hello()}${hello('1')}`,
    );
    await recordsArrive(2);
    expect(peer.records[1]).toMatchObject({ invocationId: '1' });
  });

  it('runs invocations one after another, in the order of their arrival', async () => {
    slow = () => {};
    peer.send(hello('1') + hello('2') + `{"type":1,"target":"Nope","arguments":[],"invocationId":"3"}${rs}`);
    await eventually(() => expect(test.hub.stats().invocations).toBe(1));
    await turns(5);
    expect(test.hub.stats().invocations).toBe(1);
    expect(peer.records).toHaveLength(1);
    const first = slow;
    slow = undefined;
    first?.();
    await recordsArrive(4);
    expect(peer.records.slice(1).map(({ invocationId }) => invocationId)).toEqual(['1', '2', '3']);
  });

  it('refuses invocations above the rate, answers them, and accepts them again soon', async () => {
    peer.send(Array.from({ length: 30 }, (_, i) => hello(String(i))).join(''));
    await recordsArrive(31);
    const refused = peer.records.filter(({ error }) => error === 'Too many messages. Please slow down.');
    expect(refused).toHaveLength(10);
    expect(test.hub.stats().refused).toBe(10);
  });

  it('ends the connection when more than a hundred invocations wait behind a slow one', async () => {
    slow = () => {};
    for (let i = 0; i < 11; i++) {
      peer.send(Array.from({ length: 10 }, () => hello()).join(''));
      await turns(5);
      test.clock.now += 1000;
    }
    await closed();
    expect(peer.closeCode).toBe(1008);
    expect(peer.records.at(-1)).toEqual({ type: 7, error: 'Too many messages.', allowReconnect: true });
  });

  it('ends the connection without an error on a record of type Close', async () => {
    peer.send(`{"type":7}${rs}`);
    await closed();
    expect(peer.closeCode).toBe(1000);
    expect(test.hub.stats().connections).toBe(0);
  });
});

describe('MessagePack records', () => {
  const protocol = new MessagePackHubProtocol();
  beforeEach(async () => {
    peer = await connectRaw(test);
    peer.send(`{"protocol":"messagepack","version":1}${rs}`);
    await once(peer.socket, 'message');
  });
  const answers = () => {
    const bytes = Buffer.concat(peer.frames.slice(1).map(({ data }) => data));
    return protocol.parseMessages(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), null as never);
  };

  it('reads MessagePack byte by byte and several in one frame', async () => {
    const call = (id: string) =>
      Buffer.from(
        protocol.writeMessage({
          type: 1,
          target: 'HELLO',
          arguments: [{ outletId: 1, since: 70_000 }],
          invocationId: id,
        }) as ArrayBuffer,
      );
    for (const byte of call('1')) peer.send(Buffer.of(byte));
    peer.send(Buffer.concat([call('2'), call('3')]));
    await eventually(() => expect(answers()).toHaveLength(3));
    expect(answers()).toMatchObject(
      ['1', '2', '3'].map((invocationId) => ({ type: 3, invocationId, result: { head: 42 } })),
    );
  });

  it.each([
    ['a length without end', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
    ['a length of 2 GiB', [0xff, 0xff, 0xff, 0xff, 0x07]],
    ['no array', [1, 0xc0]],
    ['a cut off array', [2, 0x95, 0x01]],
    ['a list said to be of 4 billion', [5, 0xdd, 0xff, 0xff, 0xff, 0xff]],
    ['deep nesting', [200, 1, ...Array(199).fill(0x91), 0xc0]],
    ['an object as key', [4, 0x91, 0x81, 0x80, 0xc0]],
    ['nothing', [0]],
  ])('ends the connection with a Close on MessagePack with %s', async (_, bytes) => {
    peer.send(Buffer.from(bytes));
    await closed();
    expect(answers()).toEqual([{ type: 7, error: expect.any(String), allowReconnect: false }]);
    expect([1002, 1009]).toContain(peer.closeCode);
  });
});

it('serves other clients whatever one peer sends', async () => {
  const till = await connectPeer(test);
  peer = await connectJson(test);
  peer.socket.send(Buffer.from([0, 1, 2, 0x1e]));
  await closed();
  await expect(till.connection.invoke('Hello', { outletId: 1, since: 0 })).resolves.toBeTruthy();
  expect(till.connection.state).toBe(HubConnectionState.Connected);
  await till.connection.stop();
});
