/** A thin layer over IndexedDB: stores by name, one transaction per call. */
import { giveUp, isClosing, pause, running, within } from './idb-closing.ts';

const databaseName = 'atoll';
const version = 4;

const storeNames = ['outbox', 'sent', 'copy', 'ticket', 'notice', 'secret', 'menu'] as const;
export type StoreName = (typeof storeNames)[number];

let opening: Promise<IDBDatabase> | null = null;
/** How often work is tried while the browser keeps closing the database; the wait grows each time. */
const maxAttempts = 6;
const pauseMs = 30;
/** Time limit: a database opened while the browser deletes it never answers. */
const recogniseWithinMs = 3000;
/** The open database; null while there is none. */
let current: IDBDatabase | null = null;

function forget(database: IDBDatabase): void {
  if (current !== database) return;
  current = null;
  opening = null;
}

/** Reopens the database at once, so that state in memory is written back before the next write. The next caller gets the error if that fails. */
const reopenSoon = (): void => void reopenDatabase().catch(() => undefined);

/** Creates the stores that each version added. Existing data is unchanged. */
function upgrade(database: IDBDatabase, from: number): void {
  if (from < 1) {
    database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    database.createObjectStore('copy');
    database.createObjectStore('ticket', { keyPath: 'key' });
    database.createObjectStore('secret');
  }
  if (from < 2) database.createObjectStore('sent', { keyPath: 'key' });
  if (from < 3) database.createObjectStore('notice', { keyPath: 'key' });
  if (from < 4) database.createObjectStore('menu', { keyPath: ['outletId', 'id'] });
}

/** Opens the database; without a version at its current one: a newer app in another tab may have upgraded it. */
function openAs(wanted?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, wanted);
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request.result, oldVersion);
    request.onsuccess = () => {
      const database = request.result;
      current = database;
      database.onversionchange = ({ newVersion }) => {
        database.close();
        forget(database);
        // The database is being deleted. The next request waits for that, then creates it again.
        if (newVersion === null) reopenSoon();
      };
      // The browser closed it: the storage was cleared, or its process ended.
      database.onclose = () => {
        forget(database);
        giveUp(database);
        reopenSoon();
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB did not open'));
  });
}

/** Writes state in memory into a new database. Runs inside one transaction over all stores. */
type Restorer = (store: (name: StoreName) => IDBObjectStore) => void;
const restorers = new Set<Restorer>();
const replacedListeners = new Set<() => void>();

/** Registers a function that writes state back after the browser deleted the database. */
export function onDatabaseLost(restorer: Restorer): void {
  restorers.add(restorer);
}

/** Calls the listener after the database was deleted under the page and everything was written back. */
export function onDatabaseReplaced(listener: () => void): void {
  replacedListeners.add(listener);
}

/** The record in `copy` with the creation time of the database, which distinguishes it from a later one. */
const madeAtKey = 'madeAt';
/** Creation time of the database that this page uses; null until one was opened. */
let knownMadeAt: string | null = null;

const readMadeAt = (store: IDBObjectStore) => store.get(madeAtKey) as IDBRequest<string | undefined>;

/**
 * Compares the opened database with the known one. If it is another one, the browser's storage was cleared: the restorers run before any read
 * or write.
 */
async function recognise(database: IDBDatabase): Promise<void> {
  const found = await runIn<string | undefined>(database, ['copy'], 'readonly', (store, answer) => {
    const request = readMadeAt(store('copy'));
    request.onsuccess = () => answer(request.result);
  });
  if (found !== undefined && (knownMadeAt === null || knownMadeAt === found)) {
    knownMadeAt = found;
    return;
  }
  const isReplaced = knownMadeAt !== null;
  knownMadeAt = await runIn<string>(
    database,
    storeNames,
    'readwrite',
    (store, answer) => {
      const request = readMadeAt(store('copy'));
      request.onsuccess = () => {
        const madeAt = request.result ?? new Date().toISOString();
        if (request.result === undefined) store('copy').put(madeAt, madeAtKey);
        if (isReplaced) for (const restore of restorers) restore(store);
        answer(madeAt);
      };
    },
    'strict',
  );
  if (isReplaced) for (const listener of replacedListeners) listener();
}

async function openAny(): Promise<IDBDatabase> {
  const database = await openAs(version).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'VersionError') return openAs();
    throw error;
  });
  try {
    await within(recogniseWithinMs, recognise(database));
    return database;
  } catch (error) {
    if (isClosing(error)) letGo(database);
    throw error;
  }
}

function open(): Promise<IDBDatabase> {
  if (!opening) {
    const mine = openAny().catch((error: unknown) => {
      if (opening === mine) opening = null;
      throw error;
    });
    opening = mine;
  }
  return opening;
}

/** Opens the database if it is not open. Writes back what memory holds if the browser deleted it. */
export const reopenDatabase = (): Promise<void> => inStores<void>(['copy'], 'readonly', () => undefined);

/**
 * Runs `work` in one transaction over these stores and returns its result after the transaction is complete. Repeats it if the browser closed
 * the database in the meantime: then nothing was written. `strict`: resolves after the data is on the disk, not only with the operating
 * system.
 */
export async function inStores<T>(
  names: readonly StoreName[],
  mode: 'readonly' | 'readwrite',
  work: (store: (name: StoreName) => IDBObjectStore, answer: (value: T) => void) => void,
  durability: 'strict' | 'relaxed' = 'relaxed',
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let database: IDBDatabase | null = null;
    try {
      database = await open();
      return await runIn(database, names, mode, work, durability);
    } catch (error) {
      if (!isClosing(error) || attempt === maxAttempts) throw error;
      if (database) letGo(database);
      await pause(attempt * pauseMs);
    }
  }
}

/** Drops a database that accepts no more work, so that the next request reopens it. */
function letGo(database: IDBDatabase): void {
  database.close();
  forget(database);
}

function runIn<T>(
  database: IDBDatabase,
  names: readonly StoreName[],
  mode: 'readonly' | 'readwrite',
  work: (store: (name: StoreName) => IDBObjectStore, answer: (value: T) => void) => void,
  durability: 'strict' | 'relaxed' = 'relaxed',
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction([...names], mode, { durability });
    let value: T;
    const end = running(database, reject);
    transaction.oncomplete = () => {
      end();
      resolve(value);
    };
    // A failed request aborts its transaction, which then carries the error.
    transaction.onabort = () => {
      end();
      reject(transaction.error ?? new Error('IndexedDB gave up'));
    };
    work(
      (name) => transaction.objectStore(name),
      (result) => {
        value = result;
      },
    );
  });
}

/** Runs `work` in one transaction over one store. */
export const inStore = <T>(
  name: StoreName,
  mode: 'readonly' | 'readwrite',
  work: (store: IDBObjectStore, answer: (value: T) => void) => void,
  durability: 'strict' | 'relaxed' = 'relaxed',
): Promise<T> => inStores<T>([name], mode, (store, answer) => work(store(name), answer), durability);

/** Writes a value only if nothing is stored under its key. */
export function addIfMissing(store: IDBObjectStore, key: IDBValidKey, value: unknown): void {
  const request = store.get(key) as IDBRequest<unknown>;
  request.onsuccess = () => {
    if (request.result !== undefined) return;
    if (store.keyPath === null) store.put(value, key);
    else store.put(value);
  };
}

/** Returns all values of a store, in key order. */
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

/** Changes a value in one transaction, so that changes of several tabs are all counted; null removes it. Returns the value before. */
export const changeOne = <T>(name: StoreName, key: IDBValidKey, next: (value: T) => T | null): Promise<T | undefined> =>
  inStore<T | undefined>(name, 'readwrite', (store, answer) => {
    const request = store.get(key) as IDBRequest<T | undefined>;
    request.onsuccess = () => {
      const before = request.result;
      answer(before);
      if (before === undefined) return;
      const after = next(before);
      if (after === null) store.delete(key);
      else store.put(after, key);
    };
  });
