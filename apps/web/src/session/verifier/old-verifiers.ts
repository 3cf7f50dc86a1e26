/** Erases verifiers that are over, after the first screen of each start. Source: R36.4, docs/rules.md#offline-unlock. */
import { inStore } from '../../storage/idb.ts';
import { inMemory, isOver, type Verifier } from './kept-verifiers.ts';

/** Returns whether a stored value is a verifier of any release. */
const isVerifier = (value: unknown): value is Verifier =>
  typeof value === 'object' && value !== null && 'mac' in value && 'keptAt' in value;

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
