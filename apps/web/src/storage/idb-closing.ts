/** Work in a database that the browser closes or deletes meanwhile. Source: R35.88. */

/** What a browser says of work in a database that it closes or deletes: nothing of it was written. */
const closingErrors: ReadonlySet<string> = new Set(['AbortError', 'InvalidStateError', 'UnknownError']);

export const isClosing = (error: unknown): boolean => error instanceof DOMException && closingErrors.has(error.name);

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Rejects with an AbortError when the promise takes longer. */
export function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('IndexedDB did not answer', 'AbortError')), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What runs in each database: how to reject it. */
const runningIn = new WeakMap<IDBDatabase, Set<(error: DOMException) => void>>();

/** Notes that work runs in a database. Call the result when it ends. */
export function running(database: IDBDatabase, reject: (error: DOMException) => void): () => void {
  const all = runningIn.get(database) ?? new Set();
  runningIn.set(database, all.add(reject));
  return () => all.delete(reject);
}

/** Rejects what still runs in a database that the browser closed: Chromium does not end every transaction of it. */
export function giveUp(database: IDBDatabase): void {
  for (const reject of runningIn.get(database) ?? []) reject(new DOMException('The database was closed', 'AbortError'));
}
