/** What this device fired, kept until its ticket would be too old: a till that stops before its paper prints it at its next start. Source: R23.14. */
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

/** Stores what is about to be fired, before the bill has it: what the bill then does not have was not fired. A full disk delays no save. */
export const keepFired = (fired: KeptFired): Promise<void> =>
  inStore<void>('copy', 'readwrite', (store) => {
    const request = store.get(name) as IDBRequest<readonly KeptFired[] | undefined>;
    request.onsuccess = () => {
      const recent = (request.result ?? []).filter(({ at }) => Date.parse(fired.at) - Date.parse(at) < keptMs);
      store.put([...recent, fired], name);
    };
  }).catch((error: unknown) => console.error('What was fired could not be stored', error));

/** Returns what this device fired in an outlet in the last day or so, the latest last. */
export const readFired = async (outletId: number | null): Promise<readonly KeptFired[]> =>
  ((await readOne<readonly KeptFired[]>('copy', name)) ?? []).filter((one) => one.outletId === outletId);
