/** Whether the browser keeps this device's storage, and how much space is left. Source: docs/rules.md#storage-room. */
import { create } from 'zustand';
import { emit } from '../api/event.ts';
import { t } from '../locale/locale.ts';
import { notify } from '../sync/app-store.ts';
import { onDatabaseReplaced, reopenDatabase } from './idb.ts';
import { restoreLocal, watchLocal } from './lost-storage.ts';

/** Used share above which the person is warned; the rest is still enough for days of sales. */
export const warnAbove = 0.8;
const lookEveryMs = 10 * 60 * 1000;

interface StorageRoom {
  /** The browser keeps the storage until a person clears it; null: unknown. */
  readonly isKept: boolean | null;
  /** Bytes; null where the browser does not report it. */
  readonly used: number | null;
  readonly quota: number | null;
}

export const useStorageRoom = create<StorageRoom>()(() => ({ isKept: null, used: null, quota: null }));

export const isNearlyFull = ({ used, quota }: Pick<StorageRoom, 'used' | 'quota'>): boolean =>
  used !== null && quota !== null && quota > 0 && used / quota >= warnAbove;

/** The storage manager; absent on a page served without a certificate. */
const manager = (): StorageManager | undefined => (navigator as { storage?: StorageManager }).storage;

/** Reads the used storage from the browser. */
export async function checkStorage(): Promise<void> {
  const { usage, quota } = (await manager()?.estimate()) ?? {};
  const isKept = (await manager()?.persisted()) ?? null;
  const was = isNearlyFull(useStorageRoom.getState());
  useStorageRoom.setState({ isKept, used: usage ?? null, quota: quota ?? null });
  if (!was && isNearlyFull(useStorageRoom.getState())) notify({ kind: 'warning', message: t('outbox.nearlyFull') });
}

/** Asks the browser to keep unsent data when space runs short. Some browsers ask the person; many agree for an installed app. */
export async function askToKeep(): Promise<void> {
  await manager()?.persist();
  await checkStorage();
}

/** A storage cleared in several steps causes one message within this time. */
const notifyAgainAfterMs = 10_000;
let notifiedAt = Number.NEGATIVE_INFINITY;

/** Shows that the storage was cleared, after all state in memory was written back. */
function notifyCleared(): void {
  if (Date.now() - notifiedAt < notifyAgainAfterMs) return;
  notifiedAt = Date.now();
  notify({ kind: 'warning', message: t('outbox.cleared'), details: t('outbox.clearedHint') });
  emit('storageCleared', undefined);
  void askToKeep().catch(() => undefined);
}

/** Watches for a cleared browser storage. Once one part is found cleared, all parts are checked. Source: R35.88. */
export function watchCleared(): void {
  watchLocal(() => {
    notifyCleared();
    // The next read or write gets the error if it does not open.
    void reopenDatabase().catch(() => undefined);
  });
  onDatabaseReplaced(() => {
    restoreLocal();
    notifyCleared();
  });
}

/** Asks once, and checks the free space regularly. */
export async function watchStorage(): Promise<void> {
  setInterval(() => void checkStorage().catch(() => undefined), lookEveryMs);
  // A browser without this information is shown as such.
  await askToKeep().catch(() => undefined);
}
