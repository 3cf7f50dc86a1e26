/** IndexedDB, as little of it as is needed: stores by name, one transaction a call. */
const databaseName = 'atoll';
const version = 2;

export type StoreName = 'outbox' | 'sent' | 'copy' | 'ticket' | 'secret';

let opening: Promise<IDBDatabase> | null = null;

/** What each version added. What an earlier one holds stays as it is. */
function upgrade(database: IDBDatabase, from: number): void {
  if (from < 1) {
    database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    database.createObjectStore('copy');
    database.createObjectStore('ticket', { keyPath: 'key' });
    database.createObjectStore('secret');
  }
  if (from < 2) database.createObjectStore('sent', { keyPath: 'key' });
}

/** Without a version it opens as it stands: a newer app in another tab may have brought it further. */
function openAs(wanted?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, wanted);
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request.result, oldVersion);
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
    request.onerror = () => reject(request.error ?? new Error('IndexedDB did not open'));
  });
}

function open(): Promise<IDBDatabase> {
  opening ??= openAs(version)
    .catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'VersionError') return openAs();
      throw error;
    })
    .catch((error: unknown) => {
      opening = null;
      throw error;
    });
  return opening;
}

/**
 * Runs `work` in one transaction over these stores and answers what it yields, after the transaction is complete.
 * `strict`: the data is on the disk, not only with the operating system, before the answer.
 */
export async function inStores<T>(
  names: readonly StoreName[],
  mode: 'readonly' | 'readwrite',
  work: (store: (name: StoreName) => IDBObjectStore, answer: (value: T) => void) => void,
  durability: 'strict' | 'relaxed' = 'relaxed',
): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction([...names], mode, { durability });
    let value: T;
    transaction.oncomplete = () => resolve(value);
    transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB failed'));
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up'));
    work(
      (name) => transaction.objectStore(name),
      (result) => {
        value = result;
      },
    );
  });
}

/** The same over one store. */
export const inStore = <T>(
  name: StoreName,
  mode: 'readonly' | 'readwrite',
  work: (store: IDBObjectStore, answer: (value: T) => void) => void,
  durability: 'strict' | 'relaxed' = 'relaxed',
): Promise<T> => inStores<T>([name], mode, (store, answer) => work(store(name), answer), durability);

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
