/** Closes cards: pays their unspent balance out, or posts that they expired. Source: R22.8, R22.11, docs/rules.md#wallets. */
import { hasExpired } from '@atoll/domain/wallet/expiry';
import type { WalletKind } from '@atoll/domain/wallet/wallet';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { aboutEntry, setStatus, walletOf } from './change.ts';
import { writeEntry } from './entry.ts';
import { heldByOthers } from './hold.ts';

/** What leaves the drawer, and for which card. */
export interface CardPayOut {
  /** Laari; 0 when the key paid it out before. */
  readonly amount: number;
  readonly last4: string;
  readonly kind: WalletKind;
}

type Closer = Pick<Actor, 'userId' | 'name' | 'outletId' | 'deviceId'>;
interface Closing {
  readonly key: string;
  readonly id: number;
  readonly reason: string;
}

/** Takes the balance of an expired card off it. Refused: as `closeCard`, and 'stateForbids' for a card that has not expired. */
export function expireWallet(store: Store, actor: Closer, input: Closing): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const closing = { key: input.key.toLowerCase(), id: input.id, reason: input.reason.trim() };
    await closeCard(tx, actor, closing, 'Expire');
  });
}

/** Closes a card that is paid out. The caller gives the cash. Refused: as `closeCard`. */
export const payOutCard = (tx: OutletTx, actor: Closer, closing: Closing): Promise<CardPayOut> =>
  closeCard(tx, actor, closing, 'PayOut');

/**
 * Closes a card and writes why its balance ended, once for each key. Refused: 'notFound', 'keyReused', 'stateForbids' for a closed card, one without a
 * balance, and one that is about to pay a bill.
 */
async function closeCard(
  tx: OutletTx,
  actor: Closer,
  { key, id, reason }: Closing,
  type: 'PayOut' | 'Expire',
): Promise<CardPayOut> {
  const wallet = await walletOf(tx, id);
  const { last4, balance, kind } = wallet;
  const known = await tx.db
    .selectFrom('wallet_entry')
    .select(['wallet_id', 'type'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known) {
    if (known.wallet_id !== id || known.type !== type) throw refused('keyReused');
    return { amount: 0, last4, kind };
  }
  const isDue = type === 'PayOut' || hasExpired(wallet.expires_on, await todayOf(tx.db, tx.head.outletId, tx.now));
  const held = (await heldByOthers(tx, [id], [])).get(id) ?? 0;
  if (wallet.status === 'Closed' || balance <= 0 || held > 0 || !isDue) throw refused('stateForbids');
  const about = await aboutEntry(tx, actor, reason);
  writeEntry(tx, wallet, { ...about, id: await tx.nextId('wallet_entry'), key, type, amount: -balance });
  setStatus(tx, actor, wallet, { status: 'Closed' }, reason);
  return { amount: balance, last4, kind };
}
