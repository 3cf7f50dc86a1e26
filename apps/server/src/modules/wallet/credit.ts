/** New wallets, and store credit: what a refund gives on a printed code, or on the wallet of a customer. Source: R22.9, docs/rules.md#wallets. */
import { randomBytes } from 'node:crypto';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import type { WalletKind } from '@atoll/domain/wallet/wallet';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { type WalletAuthor, type WalletMove, type WalletRow, writeEntry } from './entry.ts';

interface Card {
  readonly hash: string;
  readonly last4: string;
}

interface NewCard {
  readonly id: number;
  readonly key: string;
  readonly card: Card;
  readonly billId: number | null;
  readonly kind?: WalletKind;
  readonly customerId?: number;
  readonly expiresOn?: string | null;
  readonly orderKey?: string;
}

/** Returns a new card without a balance. */
export const newCard = ({ head, now }: OutletTx, { userId }: Pick<WalletAuthor, 'userId'>, of: NewCard): WalletRow => ({
  outlet_id: head.outletId,
  id: of.id,
  key: of.key,
  kind: of.kind ?? 'GiftCard',
  code_hash: of.card.hash,
  last4: of.card.last4,
  customer_id: of.customerId ?? 0,
  balance: 0,
  status: 'Active',
  expires_on: of.expiresOn ?? null,
  replaced_by: null,
  order_key: of.orderKey ?? '',
  bill_id: of.billId,
  is_active: true,
  version: 1,
  created_at: now,
  created_by: userId,
  modified_at: now,
  modified_by: userId,
});

/** Returns a card whose code nobody knows: the wallet of a customer or an order needs none, and can be replaced by a card. */
export const unknownCard = (): Card => soldCardOf(newCode(randomBytes(12)));

/** Returns the deposit of an order that is not given back; undefined without any. */
export function depositOf({ db, head }: OutletTx, orderKey: string): Promise<WalletRow | undefined> {
  return db
    .selectFrom('wallet')
    .selectAll()
    .where('outlet_id', '=', head.outletId)
    .where('order_key', '=', orderKey)
    .where('status', '<>', 'Closed')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Returns the store credit of a customer, the one with most on it; undefined without any. */
export function creditOf({ db, head }: OutletTx, customerId: number): Promise<WalletRow | undefined> {
  return db
    .selectFrom('wallet')
    .selectAll()
    .where('outlet_id', '=', head.outletId)
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'StoreCredit')
    .where('status', '=', 'Active')
    .orderBy('balance', 'desc')
    .orderBy('id')
    .executeTakeFirst();
}

/** Store credit that a refund will give. */
export interface CreditPlan {
  readonly wallet: WalletRow;
  readonly isNew: boolean;
  readonly entryId: number;
  readonly amount: number;
}

/**
 * Returns what gives `amount` of store credit: on the card, or without one on the wallet of the customer, which is made when there is none. Reads only.
 * Refused: 'keyReused' for a card that is known, 'walletUnknown' without card and customer.
 */
export async function planCredit(
  tx: OutletTx,
  author: Pick<WalletAuthor, 'userId'>,
  of: { readonly key: string; readonly card: Card | undefined; readonly customerId: number; readonly amount: number },
): Promise<CreditPlan> {
  const { key, amount, customerId } = of;
  if (!of.card && customerId === 0) throw refused('walletUnknown');
  const known = of.card ? undefined : await creditOf(tx, customerId);
  const entryId = await tx.nextId('wallet_entry');
  if (known) return { wallet: known, isNew: false, entryId, amount };
  const card = of.card ?? unknownCard();
  const used = await tx.db
    .selectFrom('wallet')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('code_hash', '=', card.hash)
    .executeTakeFirst();
  if (used) throw refused('keyReused');
  const id = await tx.nextId('wallet');
  const whose = { customerId: of.card ? 0 : customerId, kind: 'StoreCredit' as const };
  return { wallet: newCard(tx, author, { id, key, card, billId: null, ...whose }), isNew: true, entryId, amount };
}

/** Writes what was planned, in the transaction of the refund. */
export function writeCredit(tx: OutletTx, plan: CreditPlan, about: Omit<WalletMove, 'id' | 'type' | 'amount'>): void {
  const wallet = { ...plan.wallet, bill_id: plan.wallet.bill_id ?? about.billId };
  if (plan.isNew) tx.write(tx.db.insertInto('wallet').values(wallet));
  writeEntry(tx, wallet, {
    ...about,
    id: plan.entryId,
    type: plan.isNew ? 'Issue' : 'Load',
    amount: plan.amount,
    isNew: plan.isNew,
  });
}
