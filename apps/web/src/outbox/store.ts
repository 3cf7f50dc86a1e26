/** The outbox on the disk. What is written here is written strictly: it survives the machine losing its power. */

import { tillNow, tillNowText } from '../clock/till-clock.ts';
import { uuidv7 } from '../session/id.ts';
import { inStore, inStores, readAll, removeOne } from '../storage/idb.ts';
import { coalesceBodies } from './coalesce.ts';
import { entryFormat, isForbidden, isUntouched, laneOf, type NewEntry, type OutboxEntry } from './entry.ts';
import type { SentEntry } from './sent.ts';
import { type StoredEntry, upgradedEntry } from './upgrade.ts';

export const readOutbox = async (): Promise<OutboxEntry[]> => (await readAll<StoredEntry>('outbox')).map(upgradedEntry);

/**
 * Writes entries that a page holds in memory into a store that was cleared. Skips what another tab wrote back before, or has sent
 * since. An entry whose place was taken meanwhile goes to the end.
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
 * Puts work in, as one transaction, and answers after it is on the disk. An update joins the bill's last entry when the server
 * has not seen that one; a payment takes the place of the bill's refused payments, whose money it carries too.
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
            const entry: OutboxEntry = { ...last, body: joined, edition: last.edition + 1 };
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
          // An update right behind a check-in of the same call goes on its own; the sender keeps their order.
          request.onsuccess = () => {
            written[place] = { ...fresh, seq: request.result };
          };
        }
        answer(written);
      }),
    'strict',
  );
}

/** Marks an entry as on its way and answers it; null when it is gone or was put aside meanwhile. */
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

/** Writes what became of an entry, unless it is gone. */
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
 * The server has it: the entry goes to what was sent, which is kept for a while. `after` changes what still waits for the same bill
 * (another key, a newer version); null leaves it.
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

/** Takes back what the server has never seen of a bill. Answers false, and takes nothing, when it has seen some of it. */
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
 * What waited for somebody who may send it goes now, as do its bills' other entries: by the leave of an approval, or without one because
 * somebody else is there, or the same with other permissions. `outletId` null: of all outlets.
 */
export function releaseForbidden(outletId: number | null, approval?: string): Promise<void> {
  return inStore<void>('outbox', 'readwrite', (store) =>
    forEachEntry(store, (entries) => {
      const forbidden = entries.filter(
        (entry) => isForbidden(entry) && (outletId === null || entry.outletId === outletId),
      );
      const lanes = new Set(forbidden.map(laneOf));
      for (const entry of entries) {
        if (forbidden.includes(entry)) store.put({ ...entry, state: 'queued', notBefore: 0, reason: null, approval });
        else if (lanes.has(laneOf(entry)) && entry.state === 'queued') store.put({ ...entry, approval });
      }
    }),
  );
}

/** What the server, or something in its place, failed at goes now. */
export function releaseFailed(): Promise<void> {
  return inStore<void>('outbox', 'readwrite', (store) =>
    forEachEntry(store, (entries) => {
      for (const entry of entries)
        if (entry.failingSince !== undefined && entry.notBefore > 0) store.put({ ...entry, notBefore: 0 });
    }),
  );
}

/** What waited for a shift goes now. */
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
