/** What this device fired, kept until its ticket would be too old: a till that stops before its paper prints it at its next start. Source: R23.14. */
import type { BillItem } from '@atoll/domain/bill/bill';
import { firingOf } from '@atoll/domain/bill/course';
import { inStore, readOne } from '../storage/idb.ts';

/** Saved items that a save fired, and when, an ISO instant. */
export interface Fired {
  readonly keys: readonly string[];
  readonly at: string;
  /** A payment of another program fired them: of these the till prints what it announced. */
  readonly isByPayment?: boolean;
}

export interface KeptFired extends Fired {
  readonly outletId: number;
  readonly billKey: string;
}

const name = 'fired';
const keptMs = 24 * 60 * 60 * 1000;

/** When this till fired an item, by its key. The firing of another till may have arrived at the server before it. */
const firedHere = new Map<string, string>();

/** Records what this till fired: an earlier page, or this one. */
export function noteFired({ keys, at }: Fired): void {
  for (const key of keys) firedHere.set(key, at);
}

/** Returns whether this till fired an item, not another one before it. */
export const isFiredHere = (item: BillItem): boolean => !!item.firedAt && firedHere.get(item.key) === firingOf(item);

/** Stores what is about to be fired, before the bill has it: what the bill then does not have was not fired. A full disk delays no save. */
export function keepFired(fired: KeptFired): Promise<void> {
  noteFired(fired);
  return inStore<void>('copy', 'readwrite', (store) => {
    const request = store.get(name) as IDBRequest<readonly KeptFired[] | undefined>;
    request.onsuccess = () => {
      const recent = (request.result ?? []).filter(({ at }) => Date.parse(fired.at) - Date.parse(at) < keptMs);
      store.put([...recent, fired], name);
    };
  }).catch((error: unknown) => console.error('What was fired could not be stored', error));
}

/** Returns what this device fired in an outlet in the last day or so, the latest last. */
export const readFired = async (outletId: number | null): Promise<readonly KeptFired[]> =>
  ((await readOne<readonly KeptFired[]>('copy', name)) ?? []).filter((one) => one.outletId === outletId);
