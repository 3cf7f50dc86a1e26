/** IndexedDB, as little of it as is needed: stores by name, one transaction a call. */
const databaseName = 'atoll';
const version = 1;

export type StoreName = 'outbox' | 'copy' | 'ticket' | 'secret';

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, version);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      request.result.createObjectStore('copy');
      request.result.createObjectStore('ticket', { keyPath: 'key' });
      request.result.createObjectStore('secret');
    };
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => {
        opening = null;
      };
      database.onversionchange = () => {
        database.close();
        forget();
      };
      database.onclose = forget;
      resolve(database);
    };
    request.onerror = () => {
      opening = null;
      reject(request.error ?? new Error('IndexedDB did not open'));
    };
  });
  return opening;
}

/**
 * Runs `work` in one transaction and answers what its request yields, after the transaction is complete.
 * `strict`: the data is on the disk, not only with the operating system, before the answer.
 */
export async function inStore<T>(
  name: StoreName,
  mode: 'readonly' | 'readwrite',
  work: (store: IDBObjectStore, answer: (value: T) => void) => void,
  durability: 'strict' | 'relaxed' = 'relaxed',
): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability });
    let value: T;
    transaction.oncomplete = () => resolve(value);
    transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB failed'));
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up'));
    work(transaction.objectStore(name), (result) => {
      value = result;
    });
  });
}

/** Everything in a store, in key order. */
export const readAll = <T>(name: StoreName): Promise<T[]> =>
  inStore<T[]>(name, 'readonly', (store, answer) => {
    const request = store.getAll() as IDBRequest<T[]>;
    request.onsuccess = () => answer(request.result);
  });

export const readOne = <T>(name: StoreName, key: IDBValidKey): Promise<T | undefined> =>
  inStore<T | undefined>(name, 'readonly', (store, answer) => {
    const request = store.get(key) as IDBRequest<T | undefined>;
    request.onsuccess = () => answer(request.result);
  });

/** Writes a value; `key` only for stores whose values do not carry theirs. */
export const writeOne = (name: StoreName, value: unknown, key?: IDBValidKey): Promise<void> =>
  inStore<void>(name, 'readwrite', (store) => {
    store.put(value, key);
  });

export const removeOne = (name: StoreName, key: IDBValidKey | IDBKeyRange): Promise<void> =>
  inStore<void>(name, 'readwrite', (store) => {
    store.delete(key);
  });
