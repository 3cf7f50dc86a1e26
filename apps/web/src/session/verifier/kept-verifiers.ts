/** The verifiers that this device keeps, and how they are erased (`verifier.ts` makes and checks them). Source: R36.4, docs/rules.md#offline-unlock. */
import { addIfMissing, onDatabaseLost, removeOne } from '../../storage/idb.ts';
import type { Slowness } from './slow-key.ts';

const keptMs = 14 * 24 * 60 * 60 * 1000;

export interface Verifier extends Slowness {
  readonly key: CryptoKey;
  readonly mac: ArrayBuffer;
  readonly keptAt: number;
  readonly wrong: number;
  /** The key of the marks of the person's work, encrypted with the passcode; absent without one, and in verifiers of earlier releases. */
  readonly work?: KeptWorkKey | undefined;
}

export interface KeptWorkKey {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** The verifiers written by this page, for a device whose storage is cleared. */
export const inMemory = new Map<string, Verifier>();
onDatabaseLost((store) => {
  for (const [email, verifier] of inMemory) addIfMissing(store('secret'), email, verifier);
});

/** The last change for each person: verifiers are computed in the background, and the newest decision counts. */
export const changes = new Map<string, Promise<void>>();

/** Resolves when the last change of a person's verifier is stored. */
export const whenVerifierKept = (email: string): Promise<void> => changes.get(email) ?? Promise.resolve();

/** Erases the verifier of a person. */
export function forgetVerifier(email: string): Promise<void> {
  const change = removeOne('secret', email);
  changes.set(email, change);
  inMemory.delete(email);
  return change;
}

/** Returns true for a verifier that must be erased: too old, or of a release whose verifiers were fast. */
export const isOver = ({ keptAt, rounds }: Verifier, now: number): boolean =>
  rounds === undefined || now - keptAt > keptMs;
