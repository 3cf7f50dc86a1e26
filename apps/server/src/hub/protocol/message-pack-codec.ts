import { decodeText } from './json.ts';
import { ProtocolError } from './message.ts';

/** Nesting above this is refused: a deep message must not exhaust the stack. */
const depthLimit = 32;

/**
 * MessagePack bytes of null, booleans, numbers, texts, arrays and plain objects (undefined members are left out).
 * Anything else is a bug of the caller and throws.
 */
export function encode(value: unknown): Buffer {
  const parts: Buffer[] = [];
  append(parts, value);
  return Buffer.concat(parts);
}

function append(parts: Buffer[], value: unknown): void {
  if (value === null || value === undefined) parts.push(Buffer.of(0xc0));
  else if (typeof value === 'boolean') parts.push(Buffer.of(value ? 0xc3 : 0xc2));
  else if (typeof value === 'number') parts.push(encodeNumber(value));
  else if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    parts.push(header(bytes.length, 0xa0, 32, [0xd9, 0xda, 0xdb]), bytes);
  } else if (Array.isArray(value)) {
    parts.push(header(value.length, 0x90, 16, [undefined, 0xdc, 0xdd]));
    for (const item of value) append(parts, item);
  } else if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    parts.push(header(entries.length, 0x80, 16, [undefined, 0xde, 0xdf]));
    for (const [name, member] of entries) {
      append(parts, name);
      append(parts, member);
    }
  } else throw new TypeError(`No MessagePack for a ${typeof value}`);
}

function header(length: number, fixed: number, fixedEnd: number, wide: readonly (number | undefined)[]): Buffer {
  if (length < fixedEnd) return Buffer.of(fixed | length);
  if (wide[0] !== undefined && length < 0x100) return Buffer.of(wide[0], length);
  if (length < 0x10000) return Buffer.of(wide[1] as number, length >> 8, length & 0xff);
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(wide[2] as number);
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

function encodeNumber(value: number): Buffer {
  if (Number.isInteger(value) && !Object.is(value, -0)) {
    if (value >= 0 && value < 0x80) return Buffer.of(value);
    if (value < 0 && value >= -0x20) return Buffer.of(value & 0xff);
    const bytes = Buffer.alloc(5);
    if (value >= 0 && value <= 0xffffffff) {
      bytes.writeUInt8(0xce);
      bytes.writeUInt32BE(value, 1);
      return bytes;
    }
    if (value < 0 && value >= -0x80000000) {
      bytes.writeUInt8(0xd2);
      bytes.writeInt32BE(value, 1);
      return bytes;
    }
  }
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(0xcb);
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

/**
 * The value of one MessagePack record. Binary and extension values come as bytes, 64-bit integers as numbers (not exact above
 * 2^53). Throws `ProtocolError` on truncated, over-long or too deep input.
 */
export function decode(bytes: Buffer): unknown {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (!reader.atEnd) throw new ProtocolError('The message has bytes after its end.');
  return value;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): unknown {
    if (depth > depthLimit) throw new ProtocolError('The message is nested too deep.');
    const tag = this.#uint(1);
    if (tag < 0x80) return tag;
    if (tag < 0x90) return this.#map(tag & 0x0f, depth);
    if (tag < 0xa0) return this.#array(tag & 0x0f, depth);
    if (tag < 0xc0) return this.#text(tag & 0x1f);
    if (tag >= 0xe0) return tag - 0x100;
    switch (tag) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#take(this.#uint(2 ** (tag - 0xc4)));
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#take(this.#uint(2 ** (tag - 0xc7)) + 1);
      case 0xca:
        return this.#take(4).readFloatBE();
      case 0xcb:
        return this.#take(8).readDoubleBE();
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.#uint(2 ** (tag - 0xcc));
      case 0xcf:
        return Number(this.#take(8).readBigUInt64BE());
      case 0xd0:
        return this.#take(1).readInt8();
      case 0xd1:
        return this.#take(2).readInt16BE();
      case 0xd2:
        return this.#take(4).readInt32BE();
      case 0xd3:
        return Number(this.#take(8).readBigInt64BE());
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return this.#take(2 ** (tag - 0xd4) + 1);
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(this.#uint(2 ** (tag - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.#array(this.#uint(2 ** (tag - 0xdb)), depth);
      case 0xde:
      case 0xdf:
        return this.#map(this.#uint(2 ** (tag - 0xdd)), depth);
      default:
        throw new ProtocolError('The message is not MessagePack.');
    }
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new ProtocolError('The message is cut off.');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  #uint(width: number): number {
    return this.#take(width).readUIntBE(0, width);
  }

  #text(length: number): string {
    const bytes = this.#take(length);
    try {
      return decodeText(bytes);
    } catch {
      throw new ProtocolError('A text of the message is not UTF-8.');
    }
  }

  #array(length: number, depth: number): unknown[] {
    // Each item takes a byte at least, so a length beyond the rest is refused before anything is allocated for it.
    if (length > this.#bytes.length - this.#at) throw new ProtocolError('The message is cut off.');
    const items: unknown[] = [];
    for (let i = 0; i < length; i++) items.push(this.value(depth + 1));
    return items;
  }

  #map(length: number, depth: number): Record<string, unknown> {
    if (length * 2 > this.#bytes.length - this.#at) throw new ProtocolError('The message is cut off.');
    const entries: [string, unknown][] = [];
    for (let i = 0; i < length; i++) {
      const name = this.value(depth + 1);
      if (typeof name !== 'string' && typeof name !== 'number') throw new ProtocolError('A key is not a text.');
      entries.push([String(name), this.value(depth + 1)]);
    }
    // `fromEntries` defines members, so a key named __proto__ stays a plain member.
    return Object.fromEntries(entries);
  }
}
