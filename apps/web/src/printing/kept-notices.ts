/** Transfer notices that are not printed yet: stored, so that a reload loses none. Source: R35.39, docs/rules.md#moved-slip. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { addIfMissing, inStore, onDatabaseLost, readAll, writeOne } from '../storage/idb.ts';

export type Place = Pick<Bill, 'type' | 'slot'>;

export interface KeptNotice {
  /** What makes this move different from others. */
  readonly key: string;
  readonly outletId: number;
  /** The bill as it was before, and its number on the slip. */
  readonly bill: Place & Pick<Bill, 'key' | 'number'>;
  readonly to: Place;
  readonly items: readonly BillItem[];
  /** The whole bill moved: the slip names no items. */
  readonly isWhole: boolean;
  /** By item, the course for which a ticket announced it: the item waits in another one now, at the same slot. */
  readonly courses?: Readonly<Record<string, number>>;
  /** What the guests must not eat, as the kitchen learns after its tickets: nothing moved. */
  readonly allergies?: string;
  /** When it could be printed first (ISO). */
  readonly since: string;
  /**
   * `new`: tickets of the moved items may still be printing. `afterTicket`: the kitchen knows the items once the ticket with `ticketKey` is
   * printed. `due`: the items are on paper, only its printers must take it.
   */
  readonly state: 'new' | 'afterTicket' | 'due';
  readonly ticketKey?: string;
}

/** The notices that this page prints. */
const pending = new Map<string, KeptNotice>();

onDatabaseLost((store) => {
  for (const notice of pending.values()) addIfMissing(store('notice'), notice.key, notice);
});

/** A disk that takes no notice delays none: memory has it. */
const report = (error: unknown): void => console.error('A transfer notice could not be stored', error);

/** Stores a notice before anything is sent. */
export async function keepNotice(notice: KeptNotice): Promise<void> {
  pending.set(notice.key, notice);
  await writeOne('notice', notice).catch(report);
}

/** Replaces a notice by those that follow from it, none once it is printed. Returns false, and writes nothing, when another tab has done it. */
export async function replaceNotice(key: string, next: readonly KeptNotice[]): Promise<boolean> {
  const isMine = await inStore<boolean>('notice', 'readwrite', (store, answer) => {
    const request = store.getKey(key);
    request.onsuccess = () => {
      answer(request.result !== undefined);
      if (request.result === undefined) return;
      store.delete(key);
      for (const notice of next) store.put(notice);
    };
  }).catch((error: unknown) => {
    report(error);
    return true;
  });
  pending.delete(key);
  if (isMine) for (const notice of next) pending.set(notice.key, notice);
  return isMine;
}

/** Returns the stored notices of an outlet that this page does not print yet, and counts them as its own. */
export async function resumeNotices(outletId: number | null): Promise<readonly KeptNotice[]> {
  const kept = (await readAll<KeptNotice>('notice')).filter(
    (one) => one.outletId === outletId && !pending.has(one.key),
  );
  for (const notice of kept) pending.set(notice.key, notice);
  return kept;
}
