/** SHA-256 of short texts. Tills on plain HTTP have no `crypto.subtle`. Source: FIPS 180-4. */

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const at = (list: readonly number[], index: number): number => list[index] as number;

/** The first 32 bits of the fractional part of a root: 2 square, 3 cube. */
const fraction = (prime: number, root: 2 | 3): number => Math.floor((prime ** (1 / root) % 1) * 2 ** 32) | 0;

const primes = Array.from({ length: 310 }, (_, index) => index + 2).filter((n) =>
  Array.from({ length: 16 }, (_, index) => index + 2).every((d) => d >= n || n % d !== 0),
);
const constants = primes.slice(0, 64).map((prime) => fraction(prime, 3));
const start = primes.slice(0, 8).map((prime) => fraction(prime, 2));

/** Returns the SHA-256 of a text of ASCII letters, in hex. */
export function sha256(text: string): string {
  const message = [...text].map((letter) => letter.charCodeAt(0));
  const bytes = [...message, 0x80, ...Array.from({ length: (119 - (message.length % 64)) % 64 }, () => 0)];
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor((message.length * 8) / 2 ** shift) & 0xff);
  let state: readonly number[] = start;
  for (let block = 0; block < bytes.length; block += 64) state = mixed(state, bytes.slice(block, block + 64));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function mixed(state: readonly number[], block: readonly number[]): readonly number[] {
  const words = Array.from({ length: 16 }, (_, index) =>
    [0, 1, 2, 3].reduce((word, byte) => (word << 8) | at(block, index * 4 + byte), 0),
  );
  for (let index = 16; index < 64; index += 1) {
    const [a, b] = [at(words, index - 15), at(words, index - 2)];
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words.push((at(words, index - 16) + s0 + at(words, index - 7) + s1) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (const [round, word] of words.entries()) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + at(constants, round) + word) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + at(state, index)) | 0);
}
