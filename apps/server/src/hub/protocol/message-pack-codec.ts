/** MessagePack as the hub needs it: plain values, and limits on what a client can make the server hold. Source: docs/rules.md#hub-limits. */
import { Decoder, Encoder } from '@msgpack/msgpack';
import { ProtocolError } from './message.ts';

/** Levels of arrays and maps that a message may have. */
const maxDepth = 32;

/**
 * Items of one array and members of one map. The package reserves room for an array as soon as its length is read, so this bounds the memory
 * that nested headers of a short message can claim.
 */
const defaultMaxItems = 256;

const encoder = new Encoder({ ignoreUndefined: true });
const decoder = new Decoder({ maxArrayLength: defaultMaxItems, maxMapLength: defaultMaxItems });

/**
 * Returns the MessagePack bytes of null, booleans, numbers, texts, arrays and plain objects; undefined members are left out. Throws
 * `TypeError` for anything else.
 */
export function encode(value: unknown): Buffer {
  try {
    const { buffer, byteOffset, byteLength } = encoder.encode(value);
    return Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    throw new TypeError('The value has no form in MessagePack.', { cause: error });
  }
}

/**
 * Returns the value of one MessagePack record; 64-bit integers come as numbers, not exact above 2^53. Throws `ProtocolError` on bytes that are
 * no record, on bytes after it, and on input that is too deep or too long.
 */
export function decode(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = decoder.decode(bytes);
  } catch {
    throw new ProtocolError('The message is not valid MessagePack.');
  }
  if (isDeeperThan(maxDepth, value)) throw new ProtocolError('The message is nested too deep.');
  return value;
}

/** Returns whether a value has more levels of arrays and objects than `levels`. Looks no deeper than that. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}
