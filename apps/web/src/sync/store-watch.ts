/**
 * Handles a server restored from a backup, which lacks later changes. Each answer names the restore; this device then drops what it knew and
 * sends again what it had sent to that store. Another store gets nothing of it, and entries sent to the first are kept (R35.8). Source:
 * docs/rules.md#restored-store.
 */

import { on } from '../api/event.ts';
import { useBills } from '../bills/bills.ts';
import { t } from '../locale/locale.ts';
import { sendSentAgain } from '../outbox/outbox.ts';
import { nameSent } from '../outbox/sent.ts';
import { withLock } from '../storage/lock.ts';
import { notify } from './app-store.ts';
import { disconnect, follow } from './live.ts';
import { currentStore, isRestoredSince, rememberStore, storeNameOf } from './store-name.ts';

/** Reads all bills again: the known ones are newer than the server's. */
async function reloadAll(): Promise<void> {
  await disconnect();
  useBills.setState({ outletId: null, loaded: false, server: {}, bills: {}, slots: {} });
  await follow();
}

/** Returns what a restore means for this device. */
const restoredText = (count: number): string =>
  count === 0 ? t('outbox.restoredWithout') : t('outbox.restored', { count });

async function meet(store: string): Promise<void> {
  const known = currentStore();
  if (known === store) return;
  if (known !== null) await nameSent(storeNameOf(known));
  // The entries are queued first; only then the restore is recorded as handled.
  const isRestored = isRestoredSince(store);
  const count = isRestored ? await sendSentAgain(storeNameOf(store)) : 0;
  rememberStore(store);
  if (known === null) return;
  await reloadAll();
  if (isRestored) notify({ kind: 'warning', message: restoredText(count) });
}

/** Watches the store named in the server's answers. Returns a function that stops this. */
export function watchStore(): () => void {
  let met = currentStore();
  return on('store', (store) => {
    if (store === met) return;
    met = store;
    void withLock('store-watch', () => meet(store)).catch((error: unknown) => {
      // The disk did not accept it: the next answer tries again.
      met = null;
      console.error('What was sent could not be put back into the outbox', error);
    });
  });
}
