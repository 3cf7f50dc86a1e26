/**
 * Encrypted storage for secrets that must survive a reload: they are encrypted with a key that cannot be exported from
 * the browser.
 */
import { readOne, removeOne, writeOne } from '../../storage/idb.ts';

const name = 'start';

interface EncryptedValue {
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

/** Stores a value encrypted on this device. Stores nothing where the browser has no WebCrypto (an insecure page). */
export async function saveEncrypted(value: unknown): Promise<void> {
  if (!globalThis.crypto.subtle) return;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    key,
    new TextEncoder().encode(JSON.stringify(value)),
  );
  await writeOne('secret', { key, iv, sealed } satisfies EncryptedValue, name);
}

/** Returns the stored value, or undefined. */
export async function readEncrypted<T>(): Promise<T | undefined> {
  const kept = await readOne<EncryptedValue>('secret', name);
  if (!kept) return undefined;
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, kept.key, kept.sealed);
  return JSON.parse(new TextDecoder().decode(plain)) as T;
}

export const removeEncrypted = (): Promise<void> => removeOne('secret', name);
