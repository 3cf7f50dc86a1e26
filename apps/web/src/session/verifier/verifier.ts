/**
 * Unlocking without the server (docs/rules.md#offline-unlock): for people who chose it, the device stores a verifier of the passcode at each
 * online unlock. It is computed slowly, and signed under a key that cannot be exported. Five wrong tries and 14 days without an online unlock
 * erase it; after 72 hours without the server only the server unlocks. Source: R36.4.
 */
import { changeOne, writeOne } from '../../storage/idb.ts';
import { workKeyToKeep } from '../lock/page-proof.ts';
import { changes, inMemory, isOver, type KeptWorkKey, type Verifier } from './kept-verifiers.ts';
import { newSlowness, slowBits } from './slow-key.ts';

const wrongTriesAllowed = 5;
const validMs = 72 * 60 * 60 * 1000;

const message = (email: string, passcode: string): string => `${email}\n${passcode}`;

/** Returns the key that encrypts the key of the marks: it needs the passcode, and the key that cannot be exported. */
async function wrappingKey(key: CryptoKey, bits: ArrayBuffer): Promise<CryptoKey> {
  const text = new Uint8Array([...new Uint8Array(bits), ...new TextEncoder().encode('work')]);
  return crypto.subtle.importKey('raw', await crypto.subtle.sign('HMAC', key, text), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
}

async function keptWorkKey(key: CryptoKey, bits: ArrayBuffer, bytes: ArrayBuffer): Promise<KeptWorkKey> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await wrappingKey(key, bits), bytes) };
}

async function newVerifier(email: string, passcode: string): Promise<Verifier> {
  const work = workKeyToKeep(email);
  const slowness = await newSlowness();
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const bits = await slowBits(message(email, passcode), slowness);
  const mac = await crypto.subtle.sign('HMAC', key, bits);
  const kept = { ...slowness, key, mac, keptAt: Date.now(), wrong: 0 };
  return work ? { ...kept, work: await keptWorkKey(key, bits, await work) } : kept;
}

/** The keys of marks that right passcodes opened, by email. Each is taken once. */
const opened = new Map<string, ArrayBuffer>();

/** Returns the key of the marks that the passcode of a person just opened; undefined without one. */
export function takeOpenedWorkKey(email: string): ArrayBuffer | undefined {
  const bytes = opened.get(email);
  opened.delete(email);
  return bytes;
}

/** Stores the verifier for unlocking without the server. Requires WebCrypto (a secure context). */
export function keepVerifier(email: string, passcode: string): Promise<void> {
  const change = newVerifier(email, passcode).then(async (verifier) => {
    // Forgotten or renewed while this one was computed.
    if (changes.get(email) !== change) return;
    inMemory.set(email, verifier);
    await writeOne('secret', verifier, email);
  });
  changes.set(email, change);
  return change;
}

/** Changes a person's verifier; null erases it. Returns the one before. */
function change(email: string, next: (kept: Verifier) => Verifier | null): Promise<Verifier | undefined> {
  return changeOne<Verifier>('secret', email, (before) => {
    const after = next(before);
    if (after === null) inMemory.delete(email);
    else if (inMemory.has(email)) inMemory.set(email, after);
    return after;
  });
}

/** `tries-over`: wrong, and the last try. */
export type Verified = 'right' | 'wrong' | 'tries-over' | 'server-needed';

/** Returns whether the passcode unlocks the screen for local work. A try is counted before it is checked. */
export async function verifyPasscode(email: string, passcode: string): Promise<Verified> {
  await changes.get(email)?.catch(() => undefined);
  const now = Date.now();
  // Stored under a clock that was ahead: its 72 hours start now (R35.83).
  const keptAtOf = (kept: Verifier): number => Math.min(kept.keptAt, now);
  // An expired verifier is kept for 14 days: the clock may be wrong now and be corrected later.
  const isUsable = (kept: Verifier): boolean => now - keptAtOf(kept) <= validMs;
  const kept = await change(email, (known) => {
    if (isOver(known, now) || known.wrong >= wrongTriesAllowed) return null;
    return isUsable(known) ? { ...known, keptAt: keptAtOf(known), wrong: known.wrong + 1 } : known;
  });
  if (!kept || isOver(kept, now) || kept.wrong >= wrongTriesAllowed || !isUsable(kept)) return 'server-needed';
  const bits = await slowBits(message(email, passcode), kept);
  const right = await crypto.subtle.verify('HMAC', kept.key, kept.mac, bits);
  await change(email, (known) => (right ? { ...known, wrong: 0 } : known.wrong >= wrongTriesAllowed ? null : known));
  if (right) {
    if (kept.work) {
      const { iv, bytes } = kept.work;
      opened.set(email, await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await wrappingKey(kept.key, bits), bytes));
    }
    return 'right';
  }
  return kept.wrong + 1 >= wrongTriesAllowed ? 'tries-over' : 'wrong';
}
