/**
 * Unlocking without the server (docs/rules.md#offline-unlock): for people who chose it, the device stores a verifier of the passcode at each
 * online unlock. It is computed slowly, and signed under a key that cannot be exported. Five wrong tries and 14 days without an online unlock
 * erase it; after 72 hours without the server only the server unlocks. Source: R36.4.
 */
import { addIfMissing, changeOne, inStore, onDatabaseLost, removeOne, writeOne } from '../storage/idb.ts';
import { newSlowness, type Slowness, slowBits } from './slow-key.ts';

const wrongTriesAllowed = 5;
const hourMs = 60 * 60 * 1000;
const validMs = 72 * hourMs;
const keptMs = 14 * 24 * hourMs;

interface Verifier extends Slowness {
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

/** The last change for each person: verifiers are computed in the background, and the newest decision counts. */
const changes = new Map<string, Promise<void>>();

/** Resolves when the last change of a person's verifier is stored. */
export const whenVerifierKept = (email: string): Promise<void> => changes.get(email) ?? Promise.resolve();

const message = (email: string, passcode: string): string => `${email}\n${passcode}`;

async function newVerifier(email: string, passcode: string): Promise<Verifier> {
  const slowness = await newSlowness();
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const mac = await crypto.subtle.sign('HMAC', key, await slowBits(message(email, passcode), slowness));
  return { ...slowness, key, mac, keptAt: Date.now(), wrong: 0 };
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

export function forgetVerifier(email: string): Promise<void> {
  const change = removeOne('secret', email);
  changes.set(email, change);
  inMemory.delete(email);
  return change;
}

/** Returns whether a stored value is a verifier of any release. */
const isVerifier = (value: unknown): value is Verifier =>
  typeof value === 'object' && value !== null && 'mac' in value && 'keptAt' in value;

/** Returns true for a verifier that must be erased: too old, or of a release whose verifiers were fast. */
const isOver = ({ keptAt, rounds }: Verifier, now: number): boolean => rounds === undefined || now - keptAt > keptMs;

/** Erases verifiers of people who did not unlock here for 14 days, and the fast ones of earlier releases. */
export async function eraseOldVerifiers(now: number): Promise<void> {
  for (const [email, verifier] of inMemory) if (isOver(verifier, now)) inMemory.delete(email);
  await inStore<void>('secret', 'readwrite', (store) => {
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    values.onsuccess = () => {
      for (const [at, value] of (values.result as unknown[]).entries()) {
        const key = keys.result[at];
        if (key !== undefined && isVerifier(value) && isOver(value, now)) store.delete(key);
      }
    };
  });
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
  if (right) return 'right';
  return kept.wrong + 1 >= wrongTriesAllowed ? 'tries-over' : 'wrong';
}
