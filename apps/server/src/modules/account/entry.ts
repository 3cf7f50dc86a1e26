/** Entries of house accounts: the only way a balance changes. An entry and the new balance are one transaction, once per key. Source: docs/rules.md#account-entries. */
import type { AccountEntryType } from '@atoll/domain/account/account';
import type { AccountEntry } from '@atoll/domain/contract/people/account';
import type { Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { AccountEntryTable, AccountTable } from '../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../platform/store/store.ts';

export interface NewEntry {
  readonly key: string;
  readonly accountId: number;
  readonly type: AccountEntryType;
  /** Signed laari: positive amounts raise the debt. */
  readonly amount: number;
  readonly at: number;
  readonly businessDate: string;
  readonly billId?: number | null;
  readonly shiftId?: number | null;
  readonly method?: string;
  readonly reference?: string;
  readonly note?: string;
  readonly author: {
    readonly userId: number | null;
    readonly name: string;
    readonly deviceId: string | null;
    /** Who sent it, when that was not the author. */
    readonly sentBy?: number | undefined;
  };
}

/** Returns an entry in the form of the API. */
export function presentEntry(row: Selectable<AccountEntryTable>): AccountEntry {
  return {
    id: row.id,
    key: row.key,
    at: new Date(row.at).toISOString(),
    businessDate: row.business_date,
    type: row.type,
    amount: row.amount,
    balanceBefore: row.balance_before,
    balanceAfter: row.balance_after,
    billId: row.bill_id,
    shiftId: row.shift_id,
    method: row.method,
    reference: row.reference,
    note: row.note,
    madeByName: row.made_by_name,
  };
}

/** Returns the active house account with this id. Refused: 'notFound', 'invalid' for a ledger account. */
export async function findHouseAccount(tx: OutletTx, accountId: number): Promise<Selectable<AccountTable>> {
  const row = await tx.db
    .selectFrom('account')
    .selectAll()
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!row) throw refused('notFound', { details: 'Account not found' });
  if (row.kind !== 'House') throw refused('invalid', { details: `${row.name} is not a house account` });
  return row;
}

/** Returns the entry with this key and its account; undefined without one. */
export async function findEntry(
  tx: OutletTx,
  key: string,
): Promise<(AccountEntry & { readonly accountId: number }) | undefined> {
  const row = await tx.db
    .selectFrom('account_entry')
    .selectAll()
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { ...presentEntry(row), accountId: row.account_id };
}

/** Returns the entry that this key wrote before, if any. Refused: 'keyReused' when account, type or amount differ. */
export async function knownEntry(tx: OutletTx, entry: NewEntry): Promise<AccountEntry | undefined> {
  const known = await findEntry(tx, entry.key);
  if (!known) return undefined;
  const { accountId, ...same } = known;
  if (accountId !== entry.accountId || same.type !== entry.type || same.amount !== entry.amount)
    throw refused('keyReused');
  return same;
}

/** Returns the row of an entry as the history keeps it; balances are in the entry of the history anyway. */
function writtenEntry({ outlet_id: _outlet, ...row }: Selectable<AccountEntryTable>): object {
  return row;
}

/** Writes an entry and the balance after it. */
export async function writeEntry(
  tx: OutletTx,
  account: Selectable<AccountTable>,
  entry: NewEntry,
  approval: string | null = null,
): Promise<AccountEntry> {
  const { author, key } = entry;
  const row: Selectable<AccountEntryTable> = {
    outlet_id: tx.head.outletId,
    id: await tx.nextId('account_entry'),
    key,
    account_id: account.id,
    at: entry.at,
    business_date: entry.businessDate,
    type: entry.type,
    amount: entry.amount,
    balance_before: account.balance,
    balance_after: account.balance + entry.amount,
    bill_id: entry.billId ?? null,
    shift_id: entry.shiftId ?? null,
    method: entry.method ?? '',
    reference: entry.reference ?? '',
    note: entry.note ?? '',
    made_by: author.userId,
    made_by_name: author.name,
  };
  tx.write(tx.db.insertInto('account_entry').values(row));
  tx.write(
    tx.db
      .updateTable('account')
      .set({ balance: row.balance_after, modified_at: tx.now, modified_by: author.userId })
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', account.id),
  );
  tx.history({
    subject: 'Account',
    subjectKey: account.key,
    action: entry.type,
    userId: author.userId,
    sentBy: author.sentBy,
    deviceId: author.deviceId,
    before: { balance: row.balance_before },
    after: { balance: row.balance_after, amount: row.amount, billId: row.bill_id, reference: row.reference },
    written: { account_entry: writtenEntry(row) },
    approvalKey: approval,
  });
  return presentEntry(row);
}
