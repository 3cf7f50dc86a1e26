/** Keys derived from other keys (UUID version 5), so that a retry produces the same key. Source: RFC 9562, docs/rules.md#derived-keys. */

const namespace = 'b1f0b6a4-6f0e-4a3c-9d1e-0a7c5e2f4d61';

/** Returns the UUIDv5 of a name in a namespace (a UUID). The same name gives the same key on every device. */
export function derivedKey(name: string, within: string = namespace): string {
  const bytes = hexBytes(within.replaceAll('-', ''));
  addUtf8(bytes, name);
  const [a, b, c, d] = sha1(bytes) as unknown as [number, number, number, number];
  const hex = [a, (b & 0xffff0fff) | 0x5000, (c & 0x3fffffff) | 0x80000000, d].map(hexOf).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns whether a key was derived from another one: those of persons and devices have another version. */
export const isDerivedKey = (key: string): boolean => key[14] === '5';

const hexBytes = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

const hexOf = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

function addUtf8(bytes: number[], text: string): void {
  for (const char of text) {
    const code = char.charCodeAt(0);
    if (code < 128) bytes.push(code);
    else bytes.push(...hexBytes(encodeURIComponent(char).replaceAll('%', '')));
  }
}

const rotateLeft = (word: number, by: number): number => (word << by) | (word >>> (32 - by));
const at = (list: Int32Array, index: number): number => list[index] as number;

const schedule = new Int32Array(80);

/** Computes the SHA-1 of bytes. Used for naming only, not for security. Words are in typed arrays: a bill with promotions derives many keys. */
function sha1(message: readonly number[]): Int32Array {
  const { length } = message;
  const words = new Int32Array(((length + 72) >> 6) << 4);
  for (let place = 0; place <= length; place += 1)
    words[place >> 2] = at(words, place >> 2) | ((message[place] ?? 0x80) << (24 - (place & 3) * 8));
  words[words.length - 1] = length * 8;
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  for (let block = 0; block < words.length; block += 16) {
    for (let index = 0; index < 16; index += 1) schedule[index] = at(words, block + index);
    for (let index = 16; index < 80; index += 1)
      schedule[index] = rotateLeft(
        at(schedule, index - 3) ^ at(schedule, index - 8) ^ at(schedule, index - 14) ^ at(schedule, index - 16),
        1,
      );
    mixBlock(state);
  }
  return state;
}

/** Mixes the block of the schedule into the state, in place. */
function mixBlock(state: Int32Array): void {
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  for (let round = 0; round < 80; round += 1) {
    const mixed =
      round < 20
        ? ((b & c) | (~b & d)) + 0x5a827999
        : round < 40
          ? (b ^ c ^ d) + 0x6ed9eba1
          : round < 60
            ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
            : (b ^ c ^ d) + 0xca62c1d6;
    const next = (rotateLeft(a, 5) + mixed + e + at(schedule, round)) | 0;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = next;
  }
  state.set([at(state, 0) + a, at(state, 1) + b, at(state, 2) + c, at(state, 3) + d, at(state, 4) + e]);
}
