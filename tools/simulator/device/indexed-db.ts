/**
 * IndexedDB on a simulated disk, as far as the till uses it: transactions one after another, each complete or not at all. What a transaction
 * writes is on the disk `diskMs` after its start, and the till is notified `diskMs` later, so that it may die in between.
 */
import type { Disk, Table } from './disk.ts';

/** A request and its listeners. */
interface Ask {
  readonly run: () => unknown;
  readonly request: { result: unknown; onsuccess: (() => void) | null };
}

export interface DiskTime {
  /** Runs something later; nothing runs once the device is dead. */
  later(ms: number, run: () => void): void;
  /** Returns how long a write takes, ms. 0: at once. */
  diskMs(): number;
}

const byKey = ([a]: [IDBValidKey, unknown], [b]: [IDBValidKey, unknown]): number => (a < b ? -1 : a > b ? 1 : 0);

class Transaction {
  readonly error = null;
  oncomplete: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly asks: Ask[] = [];
  readonly #disk: Disk;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  objectStore(name: string): object {
    const table = this.#disk.tables.get(name);
    if (!table) throw new Error(`There is no store ${name}`);
    const ask = (run: () => unknown): Ask['request'] => {
      const request: Ask['request'] = { result: undefined, onsuccess: null };
      this.asks.push({ run, request });
      return request;
    };
    return {
      getAllKeys: () => ask(() => [...table.rows.keys()]),
      getAll: () => ask(() => [...table.rows.values()]),
      get: (key: IDBValidKey) => ask(() => table.rows.get(key)),
      getKey: (key: IDBValidKey) => ask(() => (table.rows.has(key) ? key : undefined)),
      put: (value: object, key?: IDBValidKey) => ask(() => write(table, structuredClone(value), key)),
      add: (value: object, key?: IDBValidKey) => ask(() => write(table, structuredClone(value), key)),
      delete: (key: IDBValidKey | Range) => ask(() => remove(table, key)),
      clear: () => ask(() => table.rows.clear()),
    };
  }
}

/** A range of keys. */
export class Range {
  readonly lower: IDBValidKey;
  readonly upper: IDBValidKey;
  constructor(lower: IDBValidKey, upper: IDBValidKey) {
    this.lower = lower;
    this.upper = upper;
  }
  static bound(lower: IDBValidKey, upper: IDBValidKey): Range {
    return new Range(lower, upper);
  }
}

function write(table: Table, value: object, given?: IDBValidKey): IDBValidKey {
  const held = table.keyPath === null ? undefined : (Reflect.get(value, table.keyPath) as IDBValidKey | undefined);
  let key = given ?? held;
  if (key === undefined) {
    if (!table.isCounting) throw new Error('A row without a key');
    key = table.lastKey + 1;
    if (table.keyPath !== null) Reflect.set(value, table.keyPath, key);
  }
  if (table.isCounting && typeof key === 'number') table.lastKey = Math.max(table.lastKey, key);
  const isNew = !table.rows.has(key);
  table.rows.set(key, value);
  // Counted keys come in order, unless a row is put back at its old place.
  const isInOrder = table.isCounting && (key as number) === table.lastKey;
  if (isNew && !isInOrder) table.rows = new Map([...table.rows].sort(byKey));
  return key;
}

function remove(table: Table, key: IDBValidKey | Range): void {
  if (!(key instanceof Range)) table.rows.delete(key);
  else for (const each of table.rows.keys()) if (each >= key.lower && each <= key.upper) table.rows.delete(each);
}

/** Returns the `indexedDB` of a device. */
export function indexedDbOn(disk: Disk, time: DiskTime): { open(name: string, version?: number): object } {
  const waiting: (() => void)[] = [];
  let isBusy = false;

  function next(): void {
    const turn = waiting.shift();
    isBusy = turn !== undefined;
    turn?.();
  }

  /** Runs all requests of a transaction, and those that their results cause. */
  function work(transaction: Transaction): void {
    for (let ask = transaction.asks.shift(); ask; ask = transaction.asks.shift()) {
      ask.request.result = ask.run();
      ask.request.onsuccess?.();
    }
  }

  function begin(mode: 'readonly' | 'readwrite'): Transaction {
    const transaction = new Transaction(disk);
    waiting.push(() => {
      const ms = mode === 'readwrite' ? time.diskMs() : 0;
      time.later(ms, () => {
        work(transaction);
        time.later(ms, () => {
          transaction.oncomplete?.();
          next();
        });
      });
    });
    if (!isBusy) next();
    return transaction;
  }

  const database = {
    createObjectStore(name: string, options: { keyPath?: string; autoIncrement?: boolean } = {}): void {
      const { keyPath = null, autoIncrement = false } = options;
      disk.tables.set(name, { keyPath, isCounting: autoIncrement, lastKey: 0, rows: new Map() });
    },
    transaction: (_name: string, mode: 'readonly' | 'readwrite') => begin(mode),
    close: () => undefined,
  };

  return {
    open(_name, version = disk.version || 1) {
      const request = {
        result: database,
        onupgradeneeded: null as ((event: { readonly oldVersion: number }) => void) | null,
        onsuccess: null as (() => void) | null,
      };
      time.later(0, () => {
        const oldVersion = disk.version;
        disk.version = version;
        if (oldVersion < version) request.onupgradeneeded?.({ oldVersion });
        request.onsuccess?.();
      });
      return request;
    },
  };
}
