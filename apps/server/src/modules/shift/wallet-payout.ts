/** Gift cards and deposits that are paid out in cash. Source: R22.8, R22.14, docs/rules.md#wallets, docs/rules.md#cash-events. */
import type { payOutWallet, WalletLedger } from '@atoll/domain/contract/people/wallet';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { methodLabel } from '@atoll/domain/payment/methods';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { allow, type BillActor } from '../bill/service.ts';
import { findLedger, payOutCard } from '../wallet/service.ts';
import { moveCash } from './cash.ts';

type PayOut = BodyOf<typeof payOutWallet>;

/** Closes a card; its balance leaves the drawer of the open shift. Refused: as `payOutOf`. */
export async function payOutWalletInCash(store: Store, actor: BillActor, body: PayOut): Promise<WalletLedger> {
  const payOut = { ...body, key: body.key.toLowerCase(), reason: body.reason.trim() };
  await store.writeOutlet(actor.outletId, (tx) => payOutOf(tx, actor, payOut, `wallet ${body.id}`));
  return findLedger(store, actor.outletId, String(body.id));
}

/**
 * Pays a wallet out in the transaction of its caller, as a refund in cash: by who may refund that much, or with an approval of the subject, which is
 * returned. Refused: 'noShiftActive', 'forbidden', 'approvalNeeded', 'approvalInvalid', and as `payOutCard`.
 */
export async function payOutOf(
  tx: OutletTx,
  actor: BillActor,
  { key, id, reason }: PayOut,
  subjectKey: string,
): Promise<string | null> {
  const { shiftId } = tx.head;
  if (shiftId === null) throw refused('noShiftActive');
  const { amount, last4, kind } = await payOutCard(tx, actor, { key, id, reason });
  // A key that comes again pays nothing.
  if (amount === 0) return null;
  const approval = await allow(tx, actor, [{ permission: 'bill.refund', subjectKey, amount }]);
  const payee = `${methodLabel(kind)} ${last4}`;
  await moveCash(tx, actor, { key, shiftId, kind: 'Out', amount, reason, type: 'PayOut', payee }, approval);
  return approval;
}
