import { ByteCache, bytesOf } from '../byte-cache.ts';

/** Terms of a thousand outlets with 60 items each, or of one with 50,000. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Caches outlets' terms, settings and menus in a process. A value is valid for one version of an outlet's terms, which
 * its locked row names. Outlets that did not sell for longest are dropped, and read again (R34.14).
 */
export class TermsMemory {
  readonly #kept: ByteCache<string, { readonly version: number; readonly value: unknown }>;

  constructor(limit = maxBytes) {
    this.#kept = new ByteCache(limit);
  }

  /** How many bytes the cached values take. */
  get bytes(): number {
    return this.#kept.bytes;
  }

  /** Forgets everything: the same version may mean other terms in a database that lacks the last commits. */
  forget(): void {
    this.#kept.clear();
  }

  /**
   * Returns the value cached under a name for this version, otherwise reads it. With `isCommitted` false, what is read
   * may still be rolled back.
   */
  async remember<T>(key: string, version: number, isCommitted: boolean, read: () => Promise<T>): Promise<T> {
    const known = isCommitted ? this.#kept.get(key) : undefined;
    if (known?.version === version) return known.value as T;
    const value = await read();
    if (isCommitted) this.#kept.set(key, { version, value }, bytesOf(value));
    return value;
  }
}
