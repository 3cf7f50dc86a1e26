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

const utf8 = (text: string): number[] =>
  [...text].flatMap((char) => {
    const code = char.codePointAt(0) as number;
    return code < 128 ? [code] : hexBytes(encodeURIComponent(char).replaceAll('%', ''));
  });

const rotateLeft = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** Computes the SHA-1 of bytes. Used for naming only, not for security. */
function sha1(message: readonly number[]): number[] {
  const bits = message.length * 8;
  const padding = (119 - (message.length % 64)) % 64;
  const bytes = [...message, 0x80, ...Array.from({ length: padding }, () => 0)];
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(bits / 2 ** shift) & 0xff);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const words = Array.from({ length: 80 }, () => 0);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let index = 0; index < 80; index += 1) {
      words[index] = index < 16 ? wordAt(bytes, block + index * 4) : expandWord(words, index);
    }
    mixBlock(state, words);
  }
  return state.flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff));
}

const at = (list: readonly number[], index: number): number => list[index] as number;
const wordAt = (bytes: readonly number[], index: number): number =>
  (at(bytes, index) << 24) | (at(bytes, index + 1) << 16) | (at(bytes, index + 2) << 8) | at(bytes, index + 3);
const expandWord = (words: readonly number[], index: number): number =>
  rotateLeft(at(words, index - 3) ^ at(words, index - 8) ^ at(words, index - 14) ^ at(words, index - 16), 1);

/** Mixes one block into the state, in place. */
function mixBlock(state: number[], words: readonly number[]): void {
  let [a, b, c, d, e] = state as [number, number, number, number, number];
  for (let round = 0; round < 80; round += 1) {
    const [f, k] =
      round < 20
        ? [(b & c) | (~b & d), 0x5a827999]
        : round < 40
          ? [b ^ c ^ d, 0x6ed9eba1]
          : round < 60
            ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
            : [b ^ c ^ d, 0xca62c1d6];
    const next = (rotateLeft(a, 5) + f + e + k + at(words, round)) | 0;
    [a, b, c, d, e] = [next, a, rotateLeft(b, 30), c, d];
  }
  [a, b, c, d, e].forEach((word, index) => {
    state[index] = (at(state, index) + word) | 0;
  });
}
