/** Gift cards and deposits that are paid out in cash. Source: R22.8, R22.14, docs/rules.md#wallets, docs/rules.md#cash-events. */
import type { payOutWallet, WalletLedger } from '@atoll/domain/contract/people/wallet';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { methodLabel } from '@atoll/domain/payment/methods';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import type { BillActor } from '../bill/service.ts';
import { findLedger, payOutCard } from '../wallet/service.ts';
import { moveCash } from './cash.ts';

type PayOut = BodyOf<typeof payOutWallet>;

/** Closes a card; its balance leaves the drawer of the open shift. Refused: as `payOutOf`. */
export async function payOutWalletInCash(store: Store, actor: BillActor, body: PayOut): Promise<WalletLedger> {
  const payOut = { ...body, key: body.key.toLowerCase(), reason: body.reason.trim() };
  await store.writeOutlet(actor.outletId, (tx) => payOutOf(tx, actor, payOut));
  return findLedger(store, actor.outletId, String(body.id));
}

/** Pays a wallet out in the transaction of its caller, who has checked the permission. Refused: 'noShiftActive', and as `payOutCard`. */
export async function payOutOf(
  tx: OutletTx,
  actor: BillActor,
  { key, id, reason }: PayOut,
  approval: string | null = null,
): Promise<void> {
  const { shiftId } = tx.head;
  if (shiftId === null) throw refused('noShiftActive');
  const { amount, last4, kind } = await payOutCard(tx, actor, { key, id, reason });
  if (amount === 0) return;
  const payee = `${methodLabel(kind)} ${last4}`;
  await moveCash(tx, actor, { key, shiftId, kind: 'Out', amount, reason, type: 'PayOut', payee }, approval);
}
