/** What a device keeps when its memory is lost: local storage, and the rows of IndexedDB. */

/** The part of the browser's Storage that the till uses; keys are own properties, as in a browser. */
export class KeptStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (Reflect.get(this, key) as string) : null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, String(value));
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

/** A table of IndexedDB: rows in key order. */
export interface Table {
  readonly keyPath: string | null;
  readonly isCounting: boolean;
  lastKey: number;
  rows: Map<IDBValidKey, unknown>;
}

export interface Disk {
  readonly localStorage: KeptStorage;
  /** A browser that restarts after a crash restores its tabs with this. */
  readonly sessionStorage: KeptStorage;
  readonly tables: Map<string, Table>;
  /** Version of the database; 0 before it exists. */
  version: number;
}

export const emptyDisk = (): Disk => ({
  localStorage: new KeptStorage(),
  sessionStorage: new KeptStorage(),
  tables: new Map(),
  version: 0,
});
