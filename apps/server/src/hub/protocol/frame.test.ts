import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from '../testing/eventually.ts';
import { connectPeer, startHub } from '../testing/harness.ts';
import { connectJson, rs } from '../testing/raw-peer.ts';
import { toFrame } from './frame.ts';
import { jsonProtocol } from './json.ts';
import type { HubProtocol } from './message.ts';

it('builds frames of every length that a WebSocket client reads, text and binary', async () => {
  const lengths = [1, 125, 126, 65_535, 65_536, 200_000];
  const frames = lengths.flatMap((length) =>
    [true, false].map((binary) =>
      toFrame({ ...jsonProtocol, binary, write: () => Buffer.alloc(length, 'a') } as HubProtocol, { kind: 'ping' }),
    ),
  );
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (_socket, { socket }) => {
    for (const frame of frames) socket.write(frame);
  });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const read: [number, boolean][] = [];
  client.on('message', (data: Buffer, binary) => read.push([data.length, binary]));
  await eventually(() => expect(read).toHaveLength(frames.length));
  expect(read).toEqual(lengths.flatMap((length) => [true, false].map((binary) => [length, binary])));
  client.terminate();
  server.close();
  await once(server, 'close');
});

it('[R34.12] writes a message once to each till, and builds its frame once for all tills of a protocol', async () => {
  const test = await startHub();
  const writes: Uint8Array[] = [];
  test.app.server.on('upgrade', (_request, socket) => {
    const write = socket.write.bind(socket);
    socket.write = ((...args: Parameters<typeof write>) => {
      writes.push(args[0] as unknown as Uint8Array);
      return write(...args);
    }) as typeof socket.write;
  });
  const raw = [await connectJson(test), await connectJson(test)];
  for (const peer of raw) peer.send(`{"type":1,"target":"Hello","arguments":[{"outletId":1}],"invocationId":"1"}${rs}`);
  const till = await connectPeer(test, {}, { messagePack: true });
  await eventually(() => expect(raw.map(({ records }) => records.length)).toEqual([2, 2]));
  writes.length = 0;
  await test.pass(15_000);
  await eventually(() => expect(till.received).toHaveLength(1));
  expect(writes).toHaveLength(3);
  expect(new Set(writes).size).toBe(2);
  for (const peer of raw) peer.socket.terminate();
  await till.connection.stop();
  await test.stop();
});
