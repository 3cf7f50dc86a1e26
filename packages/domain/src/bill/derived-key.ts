/** Keys derived from other keys (UUID version 5), so that a retry produces the same key. Source: RFC 9562, docs/rules.md#derived-keys. */

const namespace = 'b1f0b6a4-6f0e-4a3c-9d1e-0a7c5e2f4d61';

/** Returns the UUIDv5 of a name in a namespace (a UUID). The same name gives the same key on every device. */
export function derivedKey(name: string, within: string = namespace): string {
  const hash = sha1([...hexBytes(within.replaceAll('-', '')), ...utf8(name)]).slice(0, 16);
  hash[6] = ((hash[6] as number) & 0x0f) | 0x50;
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80;
  const hex = hash.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Returns whether a key was derived from another one: those of persons and devices have another version. */
export const isDerivedKey = (key: string): boolean => key[14] === '5';

const hexBytes = (hex: string): number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.charCodeAt(0);
    if (code < 128) bytes.push(code);
    else bytes.push(...hexBytes(encodeURIComponent(char).replaceAll('%', '')));
  }
  return bytes;
}

const rotateLeft = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** Computes the SHA-1 of bytes. Used for naming only, not for security. Words are in typed arrays: a bill with promotions derives many keys. */
function sha1(message: readonly number[]): number[] {
  const { length } = message;
  const words = new Int32Array(((length + 72) >> 6) << 4);
  const put = (byte: number, place: number): void => {
    words[place >> 2] = at(words, place >> 2) | (byte << (24 - (place & 3) * 8));
  };
  message.forEach(put);
  put(0x80, length);
  words[words.length - 1] = length * 8;
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const schedule = new Int32Array(80);
  for (let block = 0; block < words.length; block += 16) {
    for (let index = 0; index < 80; index += 1)
      schedule[index] = index < 16 ? at(words, block + index) : expandWord(schedule, index);
    mixBlock(state, schedule);
  }
  return [...state].flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff));
}

const at = (list: Int32Array, index: number): number => list[index] as number;
const expandWord = (words: Int32Array, index: number): number =>
  rotateLeft(at(words, index - 3) ^ at(words, index - 8) ^ at(words, index - 14) ^ at(words, index - 16), 1);

const constants = Int32Array.of(0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6);

/** Mixes one block into the state, in place. */
function mixBlock(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let round = 0; round < 80; round += 1) {
    const part = Math.trunc(round / 20);
    const f = part === 0 ? (b & c) | (~b & d) : part === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
    const next = (rotateLeft(a, 5) + f + e + at(constants, part) + at(words, round)) | 0;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = next;
  }
  state.set([a, b, c, d, e].map((word, index) => (at(state, index) + word) | 0));
}
