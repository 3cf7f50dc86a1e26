/**
 * A server that was put back to a backup lacks what came since. It says so on every answer; this device then forgets what it knew and sends
 * again what it had sent. A store that is another one altogether gets nothing of it. Source: docs/rules.md#restored-store.
 */
import { t } from '../locale/locale.ts';
import { notify } from './app-store.ts';
import { useBills } from './bills.ts';
import { on } from './event.ts';
import { follow, hangUp } from './live.ts';
import { withLock } from './lock.ts';
import { sendSentAgain } from './outbox/outbox.ts';
import { forgetSent } from './outbox/sent.ts';

const knownKey = 'atoll.store';

const nameOf = (store: string): string => store.slice(0, store.lastIndexOf('.'));

/** What is known of bills is newer than what the server has: all of it is read anew. */
async function readAnew(): Promise<void> {
  await hangUp();
  useBills.setState({ outletId: null, loaded: false, server: {}, bills: {}, slots: {} });
  await follow();
}

async function meet(store: string): Promise<void> {
  const known = localStorage.getItem(knownKey);
  if (known === store) return;
  // First what is to be sent stands in the outbox; only then is it known that it was done.
  const isSame = known !== null && nameOf(known) === nameOf(store);
  const count = isSame ? await sendSentAgain() : 0;
  if (known !== null && !isSame) await forgetSent();
  localStorage.setItem(knownKey, store);
  if (known === null) return;
  await readAnew();
  if (isSame) notify({ kind: 'warning', message: t('outbox.restored', { count }) });
}

/** Watches the answers of the server. Answers how to stop. */
export function watchStore(): () => void {
  let met = localStorage.getItem(knownKey);
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
