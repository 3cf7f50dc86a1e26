/**
 * Bits that are computed from a short code so slowly that nobody tries all codes on this device in a short time. Source: R36.4,
 * docs/rules.md#offline-unlock.
 */

/** Time of one try on each of the device's processors, ms: all codes of four digits then take 30 minutes. 20 are required. */
const tryMs = 180;
/** Codes can be tried on several processors at once. */
const maxProcessors = 8;
const minRounds = 1_000_000;
/** Short measurements are rarely interrupted by other work; the fastest counts. */
const probeRounds = 50_000;
const probes = 5;

export interface Slowness {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly rounds: number;
}

/** Returns false where the browser offers no cryptography: on a page that was not loaded by https. */
export const canDeriveSlowly = (): boolean => Boolean(globalThis.crypto.subtle);

/** Returns 32 bytes that are computed from the text by PBKDF2 with SHA-256. */
export async function slowBits(text: string, { salt, rounds }: Slowness): Promise<ArrayBuffer> {
  const from = await crypto.subtle.importKey('raw', new TextEncoder().encode(text), 'PBKDF2', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, from, 256);
}

let measured: Promise<number> | null = null;

/** Returns how many rounds the device computes in 1 ms. */
async function roundsPerMs(): Promise<number> {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < probes; i += 1) {
    const started = performance.now();
    await slowBits('', { salt: new Uint8Array(16), rounds: probeRounds });
    fastestMs = Math.min(fastestMs, performance.now() - started);
  }
  return probeRounds / Math.max(fastestMs, 0.1);
}

/** Returns a new salt, and the rounds that make one try slow enough on this device. */
export async function newSlowness(): Promise<Slowness> {
  measured ??= roundsPerMs();
  const processors = Math.min(maxProcessors, navigator.hardwareConcurrency || 1);
  const rounds = Math.max(minRounds, Math.ceil((await measured) * tryMs * processors));
  return { salt: crypto.getRandomValues(new Uint8Array(16)), rounds };
}
