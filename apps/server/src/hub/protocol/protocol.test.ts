import { isDeepStrictEqual } from 'node:util';
import { JsonHubProtocol } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Inbox } from '../inbox.ts';
import { readHandshake } from './handshake.ts';
import { jsonProtocol } from './json.ts';
import { type HubProtocol, type IncomingMessage, ProtocolError } from './message.ts';
import { messagePackProtocol } from './message-pack.ts';
import { decode, encode } from './message-pack-codec.ts';

fc.configureGlobal({ seed: 2026 });

const limit = 32 * 1024;
const official = { json: new JsonHubProtocol(), messagepack: new MessagePackHubProtocol() };

/** Reads bytes as a connection does, without its socket. */
function readAll(protocol: HubProtocol, pieces: readonly Uint8Array[]): IncomingMessage[] {
  const inbox = new Inbox();
  const messages: IncomingMessage[] = [];
  for (const piece of pieces) {
    const bytes = inbox.add(Buffer.from(piece));
    let offset = 0;
    for (let next = protocol.next(bytes, 0, limit); next; next = protocol.next(bytes, offset, limit)) {
      messages.push(protocol.parse(next.record));
      offset = next.end;
    }
    inbox.drop(offset);
  }
  return messages;
}

const text = fc.string({ unit: 'binary', maxLength: 300 });
/** Plain values; the official client refuses a map with this one key, for safety. */
const json = fc
  .jsonValue({ maxDepth: 6 })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .filter((value) => !JSON.stringify(value).includes('__proto__'));
const call = fc.record({
  target: text.filter((name) => name !== ''),
  args: fc.array(json, { maxLength: 5 }),
  invocationId: fc.option(
    text.filter((id) => id !== ''),
    { nil: undefined },
  ),
});

describe.each([jsonProtocol, messagePackProtocol])('the $name protocol', (protocol) => {
  const peer = official[protocol.name];

  it('reads what the official client writes, however it is cut into pieces', () => {
    const calls = fc.array(call, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(calls, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (all, cuts) => {
        const written = all.map(({ target, args, invocationId }) =>
          Buffer.from(
            peer.writeMessage({
              type: 1,
              target,
              arguments: args,
              ...(invocationId === undefined ? {} : { invocationId }),
            }) as string,
          ),
        );
        const bytes = Buffer.concat(written);
        const pieces: Buffer[] = [];
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = cuts[i % cuts.length] ?? 1;
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(readAll(protocol, pieces)).toEqual(all.map((one) => ({ kind: 'invocation', ...one, streams: false })));
      }),
      { numRuns: 150 },
    );
  });

  it('writes what the official client reads', () => {
    fc.assert(
      fc.property(call, json, ({ target, args }, result) => {
        const bytes = Buffer.concat([
          protocol.write({ kind: 'invocation', target, args }),
          protocol.write({ kind: 'completion', invocationId: '1', result }),
          protocol.write({ kind: 'completion', invocationId: '2', result: undefined }),
          protocol.write({ kind: 'completion', invocationId: '3', error: 'no' }),
          protocol.write({ kind: 'ping' }),
          protocol.write({ kind: 'close', error: 'over', allowReconnect: true }),
        ]);
        const input = protocol.binary
          ? bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
          : bytes.toString();
        const read = peer.parseMessages(input as never, { log() {} });
        expect(read).toMatchObject([
          { type: 1, target, arguments: args },
          { type: 3, invocationId: '1' },
          { type: 3, invocationId: '2' },
          { type: 3, invocationId: '3', error: 'no' },
          { type: 6 },
          { type: 7, error: 'over', allowReconnect: true },
        ]);
        expect((read[1] as { result: unknown }).result).toEqual(result);
        expect((read[2] as { result?: unknown }).result).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });

  it('reads any bytes as messages or a ProtocolError, never as another error', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }), (pieces) => {
        try {
          readAll(protocol, pieces);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('reads a damaged message as messages or a ProtocolError', () => {
    fc.assert(
      fc.property(
        call,
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
        (one, spoils) => {
          const message = { type: 1, target: one.target, arguments: one.args, invocationId: one.invocationId ?? '1' };
          const bytes = Buffer.from(peer.writeMessage(message as never) as string);
          for (const [at, byte] of spoils) bytes[at % bytes.length] = byte;
          try {
            readAll(protocol, [bytes]);
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('the MessagePack codec', () => {
  it('returns every encoded value, of every length', () => {
    for (const n of [0, 15, 16, 31, 32, 255, 256, 65_535, 65_536]) {
      expect(decode(encode('x'.repeat(n)))).toBe('x'.repeat(n));
      if (n > 256) continue;
      expect(isDeepStrictEqual(decode(encode(Array(n).fill(null))), Array(n).fill(null))).toBe(true);
      const object = Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i]));
      expect(isDeepStrictEqual(decode(encode(object)), object)).toBe(true);
    }
    const numbers = [
      0,
      127,
      128,
      255,
      256,
      65_535,
      2 ** 32 - 1,
      2 ** 32,
      2 ** 53 - 1,
      -1,
      -32,
      -33,
      -(2 ** 31),
      -(2 ** 31) - 1,
    ];
    for (const n of [...numbers, 0.1, Number.MAX_VALUE, 1e-300]) expect(decode(encode(n))).toBe(n);
    fc.assert(
      fc.property(json, (value) => {
        expect(decode(encode(value))).toEqual(value);
      }),
    );
  });

  it('refuses a key named __proto__', () => {
    expect(() => decode(encode(JSON.parse('{"__proto__":{"admin":true}}')))).toThrow(ProtocolError);
  });

  it('refuses an array or a map of more than 256 entries by its header, before memory is allocated for it', () => {
    const header = (first: number) => Buffer.from([first, 0x01, 0x01]);
    for (const first of [0xdc, 0xde]) expect(() => decode(header(first))).toThrow(ProtocolError);
    // Nested headers that each claim 32,767 items: 2.8 GB if memory were allocated for them.
    const before = process.memoryUsage().heapTotal;
    expect(() => decode(Buffer.alloc(32_766, Buffer.from([0xdc, 0x7f, 0xff])))).toThrow(ProtocolError);
    expect(process.memoryUsage().heapTotal - before).toBeLessThan(2 ** 28);
  });

  it('refuses bytes after the end of a record, and a record that ends too soon', () => {
    expect(() => decode(Buffer.from([0xc0, 0xc0]))).toThrow(ProtocolError);
    expect(() => decode(Buffer.from([0xa3, 0x61]))).toThrow(ProtocolError);
    expect(decode(Buffer.from([0xa1, 0x61]))).toBe('a');
  });

  it('refuses values nested deeper than 32 levels', () => {
    const nested = (levels: number) => Buffer.from([...Array<number>(levels).fill(0x91), 0xc0]);
    expect(decode(nested(32))).toBeTruthy();
    expect(() => decode(nested(33))).toThrow('nested too deep');
    expect(() => decode(Buffer.alloc(32_000, 0x81))).toThrow(ProtocolError);
  });

  it('refuses to encode values that MessagePack has no form for', () => {
    expect(() => encode([() => 1])).toThrow(TypeError);
  });
});

it('reads a handshake of any bytes as a protocol or a ProtocolError', () => {
  const damaged = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    fc.json().map((value) => Buffer.from(value)),
  );
  fc.assert(
    fc.property(damaged, (bytes) => {
      try {
        readHandshake(Buffer.from(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
    }),
    { numRuns: 2000 },
  );
});
