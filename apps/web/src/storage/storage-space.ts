/** What the browser promises of this device's storage, and how much room is left in it. Source: docs/rules.md#storage-room. */
import { create } from 'zustand';
import { emit } from '../api/event.ts';
import { t } from '../locale/locale.ts';
import { notify } from '../sync/app-store.ts';
import { onDatabaseReplaced, reopenDatabase } from './idb.ts';
import { restoreLocal, watchLocal } from './lost-storage.ts';

/** A part of the room from which on the person is warned; there is then still enough for days of sales. */
export const warnAbove = 0.8;
const lookEveryMs = 10 * 60 * 1000;

interface StorageRoom {
  /** The browser keeps it until a person clears it; null: not known. */
  readonly isKept: boolean | null;
  /** Bytes; null where the browser does not say. */
  readonly used: number | null;
  readonly quota: number | null;
}

export const useStorageRoom = create<StorageRoom>()(() => ({ isKept: null, used: null, quota: null }));

export const isNearlyFull = ({ used, quota }: Pick<StorageRoom, 'used' | 'quota'>): boolean =>
  used !== null && quota !== null && quota > 0 && used / quota >= warnAbove;

/** Absent on a page that is served without a certificate. */
const manager = (): StorageManager | undefined => (navigator as { storage?: StorageManager }).storage;

/** Asks the browser anew how much is used. */
export async function checkStorage(): Promise<void> {
  const { usage, quota } = (await manager()?.estimate()) ?? {};
  const isKept = (await manager()?.persisted()) ?? null;
  const was = isNearlyFull(useStorageRoom.getState());
  useStorageRoom.setState({ isKept, used: usage ?? null, quota: quota ?? null });
  if (!was && isNearlyFull(useStorageRoom.getState())) notify({ kind: 'warning', message: t('outbox.nearlyFull') });
}

/** Asks the browser to keep what is unsent when it runs short of room. Some ask the person; many say yes to an app that was installed. */
export async function askToKeep(): Promise<void> {
  await manager()?.persist();
  await checkStorage();
}

/** A storage that is cleared in several steps is told of once. */
const notifyAgainAfterMs = 10_000;
let notifiedAt = Number.NEGATIVE_INFINITY;

/** Tells the person that the storage was cleared, after everything that memory holds was written back. */
function notifyCleared(): void {
  if (Date.now() - notifiedAt < notifyAgainAfterMs) return;
  notifiedAt = Date.now();
  notify({ kind: 'warning', message: t('outbox.cleared'), details: t('outbox.clearedHint') });
  emit('storageCleared', undefined);
  void askToKeep().catch(() => undefined);
}

/** Notices that the browser's storage was cleared under the page. Whichever part is noticed first, all parts are looked at. Source: R35.88. */
export function watchCleared(): void {
  watchLocal(() => {
    notifyCleared();
    // Whoever reads or writes next is told if it does not open.
    void reopenDatabase().catch(() => undefined);
  });
  onDatabaseReplaced(() => {
    restoreLocal();
    notifyCleared();
  });
}

/** Asks once, and looks now and then how much room is left. */
export async function watchStorage(): Promise<void> {
  setInterval(() => void checkStorage().catch(() => undefined), lookEveryMs);
  // A browser that says nothing is shown as such.
  await askToKeep().catch(() => undefined);
}
