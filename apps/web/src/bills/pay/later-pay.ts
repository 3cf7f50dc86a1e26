/** The payment, which comes after the first screen, as Checkout does. */
import { words } from '../../api/words.ts';
import { fetchOnce } from '../../locale/fetch-once.ts';
import type { Core } from '../core.ts';
import type { Paid, PayActions, Saving } from './pay.ts';

/** The part; the start declares it, so that it is in memory when the server is away. */
export const fetchPay = () => import('./pay.ts');

const unpaid = (core: Core, key: string): Paid => {
  const reason = { message: words.needsServer };
  return { state: 'refused', reason, bill: core.bill(key) ?? null, due: null };
};

/** Returns the payment: one for all presses, because it knows which bills are being paid (R35.92). Refused where it cannot be fetched. */
export function laterPay(core: Core, saving: Saving): PayActions {
  const fetch = fetchOnce(async () => (await fetchPay()).payActions(core, saving));
  return {
    async pay(key, request) {
      const actions = await fetch().catch(() => undefined);
      return actions ? actions.pay(key, request) : unpaid(core, key);
    },
  };
}
