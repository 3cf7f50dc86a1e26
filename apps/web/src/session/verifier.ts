/**
 * Opening the screen without the server (docs/rules.md#offline-unlock): at each online unlock the device keeps a verifier of the passcode, an HMAC under a
 * key that cannot be taken out. Five wrong tries, or 72 hours without the server, and only the server opens it.
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

/** The verifiers that this page wrote, for a device whose storage is cleared. */
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

/** Keeps what opens the screen while the server is away. Only where the browser has WebCrypto (a secure context). */
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

/** Says whether the passcode opens the screen for local work. */
export async function verifyPasscode(email: string, passcode: string): Promise<Verified> {
  const kept = await readOne<Verifier>('secret', email);
  if (!kept || kept.wrong >= wrongTriesAllowed) return 'server-needed';
  // Kept under a clock that ran ahead: its 72 hours start now (R35.83).
  const keptAt = Math.min(kept.keptAt, Date.now());
  // What is too old stays: the clock may be wrong, and right again later.
  if (Date.now() - keptAt > validMs) return 'server-needed';
  const right = await crypto.subtle.verify('HMAC', kept.key, kept.mac, message(email, passcode));
  await write(email, { ...kept, keptAt, wrong: right ? 0 : kept.wrong + 1 });
  return right ? 'right' : 'wrong';
}
