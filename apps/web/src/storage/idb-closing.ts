/** Handles transactions in a database that the browser closes or deletes. Source: R35.88. */

/** Errors of transactions in a database that the browser closes or deletes: nothing was written. */
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

/** Running work by database, with the function that rejects it. */
const runningIn = new WeakMap<IDBDatabase, Set<(error: DOMException) => void>>();

/** Records that work runs in a database. Call the returned function when it ends. */
export function running(database: IDBDatabase, reject: (error: DOMException) => void): () => void {
  const all = runningIn.get(database) ?? new Set();
  runningIn.set(database, all.add(reject));
  return () => all.delete(reject);
}

/** Rejects work still running in a database that the browser closed: Chromium does not end every transaction of it. */
export function giveUp(database: IDBDatabase): void {
  for (const reject of runningIn.get(database) ?? []) reject(new DOMException('The database was closed', 'AbortError'));
}
