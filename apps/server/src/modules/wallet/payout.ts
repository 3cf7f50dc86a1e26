/** Pays the unspent balance of a card out, which closes it. Source: R22.8, docs/rules.md#wallets. */
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { aboutEntry, setStatus, walletOf } from './change.ts';
import { writeEntry } from './entry.ts';
import { heldByOthers } from './hold.ts';

/** What leaves the drawer, and for which card. */
export interface CardPayOut {
  /** Laari; 0 when the key paid it out before. */
  readonly amount: number;
  readonly last4: string;
}

/**
 * Closes a card and writes that its balance was paid out, once for each key. The caller gives the cash. Refused: 'notFound', 'keyReused', 'stateForbids'
 * for a closed card, one without a balance, and one that is about to pay a bill.
 */
export async function payOutCard(
  tx: OutletTx,
  actor: Pick<Actor, 'userId' | 'name' | 'outletId' | 'deviceId'>,
  { key, id, reason }: { readonly key: string; readonly id: number; readonly reason: string },
): Promise<CardPayOut> {
  const wallet = await walletOf(tx, id);
  const { last4, balance } = wallet;
  const known = await tx.db
    .selectFrom('wallet_entry')
    .select(['wallet_id', 'type'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known) {
    if (known.wallet_id !== id || known.type !== 'PayOut') throw refused('keyReused');
    return { amount: 0, last4 };
  }
  const held = (await heldByOthers(tx, [id], [])).get(id) ?? 0;
  if (wallet.status === 'Closed' || balance <= 0 || held > 0) throw refused('stateForbids');
  const about = await aboutEntry(tx, actor, reason);
  writeEntry(tx, wallet, { ...about, id: await tx.nextId('wallet_entry'), key, type: 'PayOut', amount: -balance });
  setStatus(tx, actor, wallet, { status: 'Closed' }, reason);
  return { amount: balance, last4 };
}
