/** The outbox on the disk. Writes use strict durability: they survive a power loss. */

import { tillNow, tillNowText } from '../clock/till-clock.ts';
import { uuidv7 } from '../session/id.ts';
import { inStore, inStores, readAll, removeOne } from '../storage/idb.ts';
import { coalesceBodies } from './coalesce.ts';
import { entryFormat, isForbidden, isUntouched, laneOf, type NewEntry, type OutboxEntry } from './entry.ts';
import type { SentEntry } from './sent.ts';
import { type StoredEntry, upgradedEntry } from './upgrade.ts';

export const readOutbox = async (): Promise<OutboxEntry[]> => (await readAll<StoredEntry>('outbox')).map(upgradedEntry);

/**
 * Writes entries held in memory into a cleared store. Skips entries that another tab restored or has sent since. An entry whose place was
 * taken is appended.
 */
export function restoreEntries(outbox: IDBObjectStore, sent: IDBObjectStore, inMemory: readonly OutboxEntry[]): void {
  const request = sent.getAllKeys();
  request.onsuccess = () => {
    const known = new Set<IDBValidKey>(request.result);
    forEachEntry(outbox, (entries) => {
      for (const { key } of entries) known.add(key);
      const taken = new Set(entries.map(({ seq }) => seq));
      for (const entry of inMemory) {
        if (known.has(entry.key)) continue;
        const { seq, ...rest } = entry;
        outbox.put(taken.has(seq) ? rest : entry);
      }
    });
  };
}

function forEachEntry(store: IDBObjectStore, then: (entries: OutboxEntry[]) => void): void {
  const request = store.getAll() as IDBRequest<StoredEntry[]>;
  request.onsuccess = () => then(request.result.map(upgradedEntry));
}

function withEntry(store: IDBObjectStore, seq: number, then: (entry: OutboxEntry | undefined) => void): void {
  const request = store.get(seq) as IDBRequest<StoredEntry | undefined>;
  request.onsuccess = () => then(request.result && upgradedEntry(request.result));
}

/**
 * Adds entries in one transaction; resolves after they are on the disk. An update is coalesced with the bill's last entry if the server has
 * not seen that; a payment replaces the bill's refused payments, whose money it includes.
 */
export function addEntries(added: readonly NewEntry[]): Promise<OutboxEntry[]> {
  return inStore<OutboxEntry[]>(
    'outbox',
    'readwrite',
    (store, answer) =>
      forEachEntry(store, (entries) => {
        const written: OutboxEntry[] = [];
        const ofBill = (key: string | null) => entries.filter((entry) => key !== null && entry.billKey === key);
        for (const next of added) {
          const last = ofBill(next.billKey).at(-1);
          const joined = coalesceBodies(last, next);
          if (last && joined) {
            const entry: OutboxEntry = { ...last, body: joined, edition: last.edition + 1, mark: undefined };
            store.put(entry);
            entries[entries.indexOf(last)] = entry;
            written.push(entry);
            continue;
          }
          if (next.kind === 'pay') {
            for (const old of ofBill(next.billKey))
              if (old.kind === 'pay' && (old.state === 'rejected' || isForbidden(old))) store.delete(old.seq);
          }
          const fresh: Omit<OutboxEntry, 'seq'> = {
            ...next,
            format: entryFormat,
            about: next.about ?? null,
            key: uuidv7(),
            madeAt: tillNowText(),
            edition: 0,
            tries: 0,
            faults: 0,
            state: 'queued',
            reason: null,
            notBefore: 0,
          };
          const request = store.add(fresh) as IDBRequest<number>;
          const place = written.length;
          const provisional: OutboxEntry = { ...fresh, seq: Number.MAX_SAFE_INTEGER };
          written.push(provisional);
          // An update directly after a check-in in the same call stays separate; the sender keeps their order.
          request.onsuccess = () => {
            written[place] = { ...fresh, seq: request.result };
          };
        }
        answer(written);
      }),
    'strict',
  );
}

/** Marks an entry as being sent and returns it; null when it was removed or failed in the meantime. */
export function claimEntry(seq: number): Promise<OutboxEntry | null> {
  return inStore<OutboxEntry | null>('outbox', 'readwrite', (store, answer) =>
    withEntry(store, seq, (entry) => {
      if (!entry || entry.state === 'parked' || entry.state === 'rejected') return answer(null);
      const claimed: OutboxEntry = { ...entry, state: 'sending', tries: entry.tries + 1 };
      store.put(claimed);
      return answer(claimed);
    }),
  );
}

/** Writes a change of an entry, unless it is gone. */
export function changeEntry(seq: number, change: Partial<OutboxEntry>): Promise<OutboxEntry | null> {
  return inStore<OutboxEntry | null>('outbox', 'readwrite', (store, answer) =>
    withEntry(store, seq, (known) => {
      if (!known) return answer(null);
      const entry: OutboxEntry = { ...known, ...change };
      store.put(entry);
      return answer(entry);
    }),
  );
}

/**
 * Moves an accepted entry to the sent entries, which are kept for a while. `after` rebases waiting entries of the same bill (another key, a
 * newer version); null leaves one unchanged.
 */
export function finishEntry(
  done: OutboxEntry,
  storeName: string | undefined,
  after: (entry: OutboxEntry) => OutboxEntry | null = () => null,
): Promise<void> {
  return inStores<void>(['outbox', 'sent'], 'readwrite', (store) => {
    const outbox = store('outbox');
    outbox.delete(done.seq);
    store('sent').put({ ...done, sentAt: tillNow(), store: storeName } satisfies SentEntry);
    if (done.billKey === null) return;
    forEachEntry(outbox, (entries) => {
      for (const entry of entries) {
        if (entry.seq === done.seq || entry.billKey !== done.billKey) continue;
        const changed = after(entry);
        if (changed) outbox.put({ ...changed, edition: entry.edition + 1 });
      }
    });
  });
}

/** Removes the entries of a bill that the server has never seen. Returns false, and removes nothing, when it has seen some of them. */
export function takeBack(billKey: string): Promise<boolean> {
  return inStore<boolean>(
    'outbox',
    'readwrite',
    (store, answer) =>
      forEachEntry(store, (entries) => {
        const mine = entries.filter((entry) => entry.billKey === billKey);
        const can = mine[0]?.kind === 'create' && mine.every(isUntouched);
        if (can) for (const entry of mine) store.delete(entry.seq);
        answer(can);
      }),
    'strict',
  );
}

export const removeEntry = (seq: number): Promise<void> => removeOne('outbox', seq);

/**
 * Queues forbidden entries and the other entries of their bills again: with an approval, or without one after another person signed in or
 * permissions changed. `outletId` null: all outlets. `keys`: only these entries, which the approver saw.
 */
export function releaseForbidden(
  outletId: number | null,
  approval?: string,
  keys?: ReadonlySet<string>,
): Promise<void> {
  return inStore<void>('outbox', 'readwrite', (store) =>
    forEachEntry(store, (entries) => {
      const forbidden = entries.filter(
        (entry) => isForbidden(entry) && (outletId === null || entry.outletId === outletId),
      );
      const lanes = new Set(forbidden.map(laneOf));
      for (const entry of entries) {
        if (keys && !keys.has(entry.key)) continue;
        if (forbidden.includes(entry)) store.put({ ...entry, state: 'queued', notBefore: 0, reason: null, approval });
        else if (lanes.has(laneOf(entry)) && entry.state === 'queued') store.put({ ...entry, approval });
      }
    }),
  );
}

/** Queues entries again at which the server, or a program in its place, failed. */
export function releaseFailed(): Promise<void> {
  return inStore<void>('outbox', 'readwrite', (store) =>
    forEachEntry(store, (entries) => {
      for (const entry of entries)
        if (entry.failingSince !== undefined && entry.notBefore > 0) store.put({ ...entry, notBefore: 0 });
    }),
  );
}

/** Queues entries again that waited for a shift. */
export function releaseBlocked(outletId: number): Promise<void> {
  return inStore<void>('outbox', 'readwrite', (store) =>
    forEachEntry(store, (entries) => {
      for (const entry of entries) {
        if (entry.state === 'held' && entry.outletId === outletId)
          store.put({ ...entry, state: 'queued', notBefore: 0 });
      }
    }),
  );
}
