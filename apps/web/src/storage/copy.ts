/** Last good copies of server data, by outlet, for a reload without the server. */
import { addIfMissing, inStore, onDatabaseLost, readOne, writeOne } from './idb.ts';

export type CopyName = 'settings' | 'features' | 'outlet' | 'menus' | 'shift' | 'bills' | 'floor' | 'prices' | 'counts';
/** What comes after the start, and is missing on no screen. */
type LaterCopy = 'wallets';

/** Registers a function that returns the data in memory and its outlet; after the browser cleared the storage, missing copies are written from it. */
export function onCopiesLost(
  inMemory: () => { outletId: number | null; copies: Partial<Record<CopyName, unknown>> },
): void {
  onDatabaseLost((store) => {
    const { outletId, copies } = inMemory();
    if (outletId === null) return;
    for (const [name, value] of Object.entries(copies)) addIfMissing(store('copy'), `${outletId}:${name}`, value);
  });
}

/** Stores a copy in place of the last one. */
export const keepCopy = (outletId: number, name: CopyName | LaterCopy, value: unknown): Promise<void> =>
  writeOne('copy', value, `${outletId}:${name}`);

/** Returns the last copy, or undefined when there is none. */
export const copyOf = <T>(outletId: number, name: CopyName | LaterCopy): Promise<T | undefined> =>
  readOne<T>('copy', `${outletId}:${name}`);

/** Returns the last copies of several parts, read in one transaction; undefined for what is missing or damaged. */
export async function copiesOf(outletId: number, names: readonly CopyName[]): Promise<readonly unknown[]> {
  const reads = await inStore<IDBRequest<unknown>[]>('copy', 'readonly', (store, answer) => {
    // One that cannot be read must not end the transaction of the others.
    store.transaction.onerror = (event) => event.preventDefault();
    answer(names.map((name) => store.get(`${outletId}:${name}`)));
  });
  return reads.map(({ result }) => result);
}
