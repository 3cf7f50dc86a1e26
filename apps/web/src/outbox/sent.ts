/**
 * Accepted entries are kept for a while: a server restored from an older backup gets them again. Every call carries keys, so what it still has
 * is done once. Source: docs/rules.md#restored-store.
 */
import { inStore, inStores } from '../storage/idb.ts';
import { type OutboxEntry, untried } from './entry.ts';

export interface SentEntry extends OutboxEntry {
  /** Epoch ms. */
  readonly sentAt: number;
  /** Name of the store that saved it; absent in entries of release 0.1.0. */
  readonly store?: string | undefined;
}

/** Calls back with all sent entries. */
export function forEachSent(store: IDBObjectStore, then: (entries: readonly SentEntry[]) => void): void {
  const request = store.getAll() as IDBRequest<SentEntry[]>;
  request.onsuccess = () => then(request.result);
}

/** Adds the store name to entries that an earlier release stored without one. */
export const nameSent = (name: string): Promise<void> =>
  inStore<void>('sent', 'readwrite', (store) =>
    forEachSent(store, (entries) => {
      for (const entry of entries) if (entry.store === undefined) store.put({ ...entry, store: name });
    }),
  );

/** Moves the entries that one store saved back into the outbox, in their old order, before the waiting ones. Returns their number. */
export const sendAgain = (name: string): Promise<number> =>
  inStores<number>(
    ['outbox', 'sent'],
    'readwrite',
    (store, answer) =>
      forEachSent(store('sent'), (entries) => {
        const own = entries.filter((entry) => entry.store === name);
        for (const { sentAt: _sentAt, store: _store, ...entry } of own) {
          store('outbox').put({ ...entry, ...untried, again: true });
          store('sent').delete(entry.key);
        }
        answer(own.length);
      }),
    'strict',
  );
