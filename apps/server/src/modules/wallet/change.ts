/** What people do to a wallet: block, replace, correct. Source: R22.10, docs/rules.md#wallets. */
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type * as contract from '@atoll/domain/contract/people/wallet';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { hasExpired } from '@atoll/domain/wallet/expiry';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { newCard } from './credit.ts';
import { tellTills, type WalletMove, type WalletRow, writeEntry } from './entry.ts';

type Changing = Pick<Actor, 'userId' | 'name' | 'outletId' | 'deviceId'>;

/** Returns a wallet. Refused: 'notFound'. */
export async function walletOf({ db, head }: OutletTx, id: number): Promise<WalletRow> {
  const row = await db
    .selectFrom('wallet')
    .selectAll()
    .where('outlet_id', '=', head.outletId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw refused('notFound');
  return row;
}

/** Writes the status of a wallet, with its entry in the history. */
export function setStatus(
  tx: OutletTx,
  actor: Changing,
  wallet: WalletRow,
  change: Pick<WalletRow, 'status'> & Partial<Pick<WalletRow, 'replaced_by' | 'expires_on'>>,
  reason: string,
): void {
  tx.write(
    tx.db
      .updateTable('wallet')
      .set((eb) => ({
        ...change,
        version: eb('version', '+', 1),
        modified_at: tx.now,
        modified_by: actor.userId,
      }))
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', wallet.id),
  );
  tx.history({
    subject: 'Wallet',
    subjectKey: wallet.key,
    action: 'Updated',
    userId: actor.userId,
    deviceId: actor.deviceId,
    before: { status: wallet.status },
    after: { status: change.status, card: wallet.last4, reason },
    written: { wallet: change },
  });
  tellTills(tx, wallet);
}

/** What an entry that a person makes has besides its key, type and amount. */
export async function aboutEntry(tx: OutletTx, actor: Changing, note: string) {
  return {
    at: tx.now,
    author: actor,
    note,
    businessDate: await todayOf(tx.db, tx.head.outletId, tx.now),
    billId: null,
    shiftId: tx.head.shiftId,
  } satisfies Partial<WalletMove>;
}

/** Blocks a card, or ends that or its expiry. Refused: 'notFound', 'stateForbids' for a closed card. */
export function blockWallet(
  store: Store,
  actor: Changing,
  { id, isBlocked, reason }: BodyOf<typeof contract.blockWallet>,
): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const wallet = await walletOf(tx, id);
    const status = isBlocked ? 'Blocked' : 'Active';
    const isExpired = hasExpired(wallet.expires_on, await todayOf(tx.db, tx.head.outletId, tx.now));
    const renews = isExpired && !isBlocked;
    if (wallet.status === status && !renews) return;
    if (wallet.status !== 'Active' && wallet.status !== 'Blocked') throw refused('stateForbids');
    setStatus(tx, actor, wallet, { status, ...(renews && { expires_on: null }) }, reason.trim());
  });
}

/** Moves the balance of a card to a new code. Refused: 'notFound', 'stateForbids' without a balance or for a closed card, 'keyReused'. */
export function replaceWallet(
  store: Store,
  actor: Changing,
  { id, card, reason, ...input }: BodyOf<typeof contract.replaceWallet>,
): Promise<void> {
  const key = input.key.toLowerCase();
  return store.writeOutlet(actor.outletId, async (tx) => {
    const { outletId } = tx.head;
    const wallet = await walletOf(tx, id);
    const known = await tx.db
      .selectFrom('wallet')
      .select(['id', 'key'])
      .where('outlet_id', '=', outletId)
      .where((eb) => eb.or([eb('key', '=', key), eb('code_hash', '=', card.hash)]))
      .executeTakeFirst();
    if (known && known.id === wallet.replaced_by) return;
    if (known) throw refused('keyReused');
    const isOpen = wallet.status === 'Active' || wallet.status === 'Blocked';
    if (!isOpen || wallet.balance <= 0) throw refused('stateForbids');
    const about = await aboutEntry(tx, actor, reason.trim());
    const next = newCard(tx, actor, {
      id: await tx.nextId('wallet'),
      key,
      card,
      billId: wallet.bill_id,
      kind: wallet.kind,
      customerId: wallet.customer_id,
      expiresOn: wallet.expires_on,
      orderKey: wallet.order_key,
    });
    const [out, into] = [await tx.nextId('wallet_entry'), await tx.nextId('wallet_entry')];
    tx.write(tx.db.insertInto('wallet').values(next));
    writeEntry(tx, wallet, {
      ...about,
      id: out,
      key: derivedKey(`move out ${key}`),
      type: 'MoveOut',
      amount: -wallet.balance,
      reference: next.last4,
    });
    writeEntry(tx, next, {
      ...about,
      id: into,
      key: derivedKey(`move in ${key}`),
      type: 'MoveIn',
      isNew: true,
      amount: wallet.balance,
      reference: wallet.last4,
    });
    setStatus(tx, actor, wallet, { status: 'Closed', replaced_by: next.id }, reason.trim());
  });
}

/** Corrects a balance. Refused: 'notFound', 'stateForbids' for a closed card, 'keyReused'. */
export function adjustWallet(
  store: Store,
  actor: Changing,
  { id, amount, reason, ...input }: BodyOf<typeof contract.adjustWallet>,
): Promise<void> {
  const key = input.key.toLowerCase();
  return store.writeOutlet(actor.outletId, async (tx) => {
    const wallet = await walletOf(tx, id);
    const known = await tx.db
      .selectFrom('wallet_entry')
      .select(['wallet_id', 'amount', 'type'])
      .where('outlet_id', '=', tx.head.outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) {
      if (known.wallet_id !== id || known.amount !== amount || known.type !== 'Adjust') throw refused('keyReused');
      return;
    }
    if (wallet.status === 'Closed') throw refused('stateForbids');
    const about = await aboutEntry(tx, actor, reason.trim());
    writeEntry(tx, wallet, { ...about, id: await tx.nextId('wallet_entry'), key, type: 'Adjust', amount });
  });
}
