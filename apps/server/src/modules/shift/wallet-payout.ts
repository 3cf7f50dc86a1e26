/** Gift cards that are paid out in cash. Source: R22.8, docs/rules.md#wallets, docs/rules.md#cash-events. */
import type { payOutWallet, WalletLedger } from '@atoll/domain/contract/people/wallet';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../platform/errors/refused.ts';
import type { Store } from '../../platform/store/store.ts';
import type { BillActor } from '../bill/service.ts';
import { findLedger, payOutCard } from '../wallet/service.ts';
import { moveCash } from './cash.ts';

/** Closes a card; its balance leaves the drawer of the open shift. Refused: 'noShiftActive', and as `payOutCard`. */
export async function payOutWalletInCash(
  store: Store,
  actor: BillActor,
  body: BodyOf<typeof payOutWallet>,
): Promise<WalletLedger> {
  const key = body.key.toLowerCase();
  const reason = body.reason.trim();
  await store.writeOutlet(actor.outletId, async (tx) => {
    const { shiftId } = tx.head;
    if (shiftId === null) throw refused('noShiftActive');
    const { amount, last4 } = await payOutCard(tx, actor, { key, id: body.id, reason });
    if (amount === 0) return;
    await moveCash(tx, actor, {
      key,
      shiftId,
      kind: 'Out',
      amount,
      reason,
      type: 'PayOut',
      payee: `Gift card ${last4}`,
    });
  });
  return findLedger(store, actor.outletId, String(body.id));
}
