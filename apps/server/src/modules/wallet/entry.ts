/** Entries of wallets: the only way a balance changes. An entry and the new balance are one transaction, once per key. Source: docs/rules.md#wallets. */
import type { WalletEntryType } from '@atoll/domain/wallet/wallet';
import type { Selectable } from 'kysely';
import type { WalletEntryTable, WalletTable } from '../../platform/store/schema/schema-wallet.ts';
import type { OutletTx } from '../../platform/store/store.ts';

export type WalletRow = Selectable<WalletTable>;

/** Who changes a balance, and when. */
export interface WalletAuthor {
  readonly userId: number | null;
  readonly name: string;
  readonly deviceId: string | null;
  /** Who sent it, when that was not the author. */
  readonly sentBy?: number | undefined;
}

/** A change of a balance. `amount` is signed laari: positive amounts raise it. */
export interface WalletMove {
  readonly id: number;
  readonly key: string;
  readonly type: WalletEntryType;
  readonly amount: number;
  readonly at: number;
  readonly businessDate: string;
  readonly billId: number | null;
  readonly shiftId: number | null;
  readonly reference?: string;
  readonly note?: string;
  readonly author: WalletAuthor;
  readonly approval?: string | null;
  /** The first entry of a card: the history keeps what the card is. */
  readonly isNew?: boolean;
}

/** Returns what the history keeps of a new card. Its balance is that of its last entry. */
function factsOf(wallet: WalletRow): object {
  const { outlet_id: _o, balance: _b, version: _v, modified_at: _at, modified_by: _by, ...facts } = wallet;
  return facts;
}

/** Writes an entry and the balance after it. Returns the wallet with that balance. */
export function writeEntry(tx: OutletTx, wallet: WalletRow, move: WalletMove): WalletRow {
  const { author } = move;
  const row: Selectable<WalletEntryTable> = {
    outlet_id: tx.head.outletId,
    id: move.id,
    key: move.key,
    wallet_id: wallet.id,
    at: move.at,
    business_date: move.businessDate,
    type: move.type,
    amount: move.amount,
    balance_before: wallet.balance,
    balance_after: wallet.balance + move.amount,
    bill_id: move.billId,
    shift_id: move.shiftId,
    reference: move.reference ?? '',
    note: move.note ?? '',
    made_by: author.userId,
    made_by_name: author.name,
    device_id: author.deviceId,
  };
  tx.write(tx.db.insertInto('wallet_entry').values(row));
  tx.write(
    tx.db
      .updateTable('wallet')
      .set((eb) => ({
        balance: row.balance_after,
        version: eb('version', '+', 1),
        modified_at: tx.now,
        modified_by: author.userId,
      }))
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', wallet.id),
  );
  const { outlet_id: _, ...written } = row;
  tx.history({
    subject: 'Wallet',
    subjectKey: wallet.key,
    action: move.type,
    userId: author.userId,
    sentBy: author.sentBy,
    deviceId: author.deviceId,
    before: { balance: row.balance_before },
    after: { balance: row.balance_after, amount: row.amount, card: wallet.last4, billId: row.bill_id },
    written: { wallet_entry: written, ...(move.isNew && { wallet: factsOf(wallet) }) },
    approvalKey: move.approval ?? null,
  });
  tellTills(tx, wallet);
  return { ...wallet, balance: row.balance_after };
}

/** Tells the tills, which keep balances for when the server is away. */
export const tellTills = (tx: OutletTx, { id, version }: WalletRow): void =>
  tx.change({ entity: 'Wallet', id, version: version + 1, action: 'Updated' });

/** Returns the wallets with these ids, by id. */
export async function walletsById({ db, head }: OutletTx, ids: readonly number[]): Promise<Map<number, WalletRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('wallet')
    .selectAll()
    .where('outlet_id', '=', head.outletId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
