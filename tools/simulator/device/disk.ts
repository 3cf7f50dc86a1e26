/** What a device keeps when its memory is lost: local storage, and the rows of IndexedDB. */

/** As much of the browser's Storage as the till uses; its keys are its own properties, as there. */
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

/** A table of IndexedDB: rows in the order of their keys. */
export interface Table {
  readonly keyPath: string | null;
  readonly isCounting: boolean;
  lastKey: number;
  rows: Map<IDBValidKey, unknown>;
}

export interface Disk {
  readonly localStorage: KeptStorage;
  /** A browser that starts anew after it died brings its tabs back with this. */
  readonly sessionStorage: KeptStorage;
  readonly tables: Map<string, Table>;
  /** Of the database; 0 before there is one. */
  version: number;
}

export const emptyDisk = (): Disk => ({
  localStorage: new KeptStorage(),
  sessionStorage: new KeptStorage(),
  tables: new Map(),
  version: 0,
});
