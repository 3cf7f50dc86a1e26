/**
 * Caches outlets' terms, settings and menus in a process. A value is valid for one version of an outlet's terms, which
 * its locked row names.
 */
export class TermsMemory {
  readonly #kept = new Map<string, { readonly version: number; readonly value: unknown }>();

  /** Forgets everything: the same version may mean other terms in a database that lacks the last commits. */
  forget(): void {
    this.#kept.clear();
  }

  /**
   * Returns the value cached under a name for this version, otherwise reads it. With `isCommitted` false, what is read
   * may still be rolled back.
   */
  async remember<T>(key: string, version: number, isCommitted: boolean, read: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (isCommitted && known?.version === version) return known.value as T;
    const value = await read();
    if (isCommitted) this.#kept.set(key, { version, value });
    return value;
  }
}
