/**
 * What the server has taken is kept for a while: a server that was put back to an older backup gets it again. Every call carries keys, so
 * that what it still has is done once. Source: docs/rules.md#restored-store.
 */
import { inStore, inStores } from '../storage/idb.ts';
import { type OutboxEntry, untried } from './entry.ts';

/** As long as a till may be away. */
export const keptSentMs = 72 * 60 * 60 * 1000;

export interface SentEntry extends OutboxEntry {
  /** Epoch ms. */
  readonly sentAt: number;
  /** Name of the store that took it; absent where release 0.1.0 wrote it down. */
  readonly store?: string | undefined;
}

function forEachSent(store: IDBObjectStore, then: (entries: readonly SentEntry[]) => void): void {
  const request = store.getAll() as IDBRequest<SentEntry[]>;
  request.onsuccess = () => then(request.result);
}

/** Forgets what was sent so long ago that no backup is older. */
export const forgetOldSent = (now: number): Promise<void> =>
  inStore<void>('sent', 'readwrite', (store) =>
    forEachSent(store, (entries) => {
      for (const entry of entries) if (entry.sentAt < now - keptSentMs) store.delete(entry.key);
    }),
  );

/** Writes down which store took what an earlier release wrote down without one. */
export const nameSent = (name: string): Promise<void> =>
  inStore<void>('sent', 'readwrite', (store) =>
    forEachSent(store, (entries) => {
      for (const entry of entries) if (entry.store === undefined) store.put({ ...entry, store: name });
    }),
  );

/** Puts what one store took back into the outbox, in its old order and before what waits; returns how much. */
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
