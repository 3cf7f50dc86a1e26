/**
 * A server that was put back to a backup lacks what came since. It says so on every answer; this device then forgets what it knew and sends
 * again what it had sent to that store. A store that is another one gets nothing of it, and what was sent to the first is kept (R35.8). Source: docs/rules.md#restored-store.
 */

import { on } from '../api/event.ts';
import { useBills } from '../bills/bills.ts';
import { t } from '../locale/locale.ts';
import { sendSentAgain } from '../outbox/outbox.ts';
import { nameSent } from '../outbox/sent.ts';
import { withLock } from '../storage/lock.ts';
import { notify } from './app-store.ts';
import { follow, hangUp } from './live.ts';
import { currentStore, isRestoredSince, rememberStore, storeNameOf } from './store-name.ts';

/** What is known of bills is newer than what the server has: all of it is read anew. */
async function reloadAll(): Promise<void> {
  await hangUp();
  useBills.setState({ outletId: null, loaded: false, server: {}, bills: {}, slots: {} });
  await follow();
}

async function meet(store: string): Promise<void> {
  const known = currentStore();
  if (known === store) return;
  if (known !== null) await nameSent(storeNameOf(known));
  // First what is to be sent stands in the outbox; only then is it known that it was done.
  const isRestored = isRestoredSince(store);
  const count = isRestored ? await sendSentAgain(storeNameOf(store)) : 0;
  rememberStore(store);
  if (known === null) return;
  await reloadAll();
  if (isRestored) notify({ kind: 'warning', message: t('outbox.restored', { count }) });
}

/** Watches the answers of the server. Answers how to stop. */
export function watchStore(): () => void {
  let met = currentStore();
  return on('store', (store) => {
    if (store === met) return;
    met = store;
    void withLock('store-watch', () => meet(store)).catch((error: unknown) => {
      // The disk did not take it: the next answer tries again.
      met = null;
      console.error('What was sent could not be put back into the outbox', error);
    });
  });
}
