/** What a process keeps of outlets' terms, settings and menus: valid for one version of an outlet's terms, which its locked row names. */
export class TermsMemory {
  readonly #kept = new Map<string, { readonly version: number; readonly value: unknown }>();

  /** Answers what is kept under a name for this version, else reads it; `isCommitted` false: what is read may still be rolled back. */
  async remember<T>(key: string, version: number, isCommitted: boolean, read: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (isCommitted && known?.version === version) return known.value as T;
    const value = await read();
    if (isCommitted) this.#kept.set(key, { version, value });
    return value;
  }
}
