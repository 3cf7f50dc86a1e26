/**
 * Unlocking without the server (docs/rules.md#offline-unlock): at each online unlock the device stores a verifier of the passcode, an HMAC
 * under a non-extractable key. After five wrong tries, or 72 hours without the server, only the server unlocks.
 */
import { addIfMissing, onDatabaseLost, readOne, removeOne, writeOne } from '../storage/idb.ts';

const wrongTriesAllowed = 5;
const validMs = 72 * 60 * 60 * 1000;

interface Verifier {
  readonly key: CryptoKey;
  readonly mac: ArrayBuffer;
  readonly keptAt: number;
  readonly wrong: number;
}

/** The verifiers written by this page, for a device whose storage is cleared. */
const inMemory = new Map<string, Verifier>();
onDatabaseLost((store) => {
  for (const [email, verifier] of inMemory) addIfMissing(store('secret'), email, verifier);
});

function write(email: string, verifier: Verifier): Promise<void> {
  inMemory.set(email, verifier);
  return writeOne('secret', verifier, email);
}

const message = (email: string, passcode: string): BufferSource => new TextEncoder().encode(`${email}\n${passcode}`);
const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Stores the verifier for unlocking without the server. Requires WebCrypto (a secure context). */
export async function keepVerifier(email: string, passcode: string): Promise<void> {
  if (!globalThis.crypto.subtle) return;
  const key = (await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])) as CryptoKey;
  const mac = await crypto.subtle.sign('HMAC', key, message(email, passcode));
  await write(email, { key, mac, keptAt: Date.now(), wrong: 0 });
}

export function forgetVerifier(email: string): Promise<void> {
  inMemory.delete(email);
  return removeOne('secret', email);
}

export type Verified = 'right' | 'wrong' | 'server-needed';

/** Returns whether the passcode unlocks the screen for local work. */
export async function verifyPasscode(email: string, passcode: string): Promise<Verified> {
  const kept = await readOne<Verifier>('secret', email);
  if (!kept || kept.wrong >= wrongTriesAllowed) return 'server-needed';
  // Stored under a clock that was ahead: its 72 hours start now (R35.83).
  const keptAt = Math.min(kept.keptAt, Date.now());
  // An expired verifier is kept: the clock may be wrong now and be corrected later.
  if (Date.now() - keptAt > validMs) return 'server-needed';
  const right = await crypto.subtle.verify('HMAC', kept.key, kept.mac, message(email, passcode));
  await write(email, { ...kept, keptAt, wrong: right ? 0 : kept.wrong + 1 });
  return right ? 'right' : 'wrong';
}
