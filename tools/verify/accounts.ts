/** Compares the entries and balances of house accounts with the history. Source: R36.21, docs/rules.md#account-entries. */
import { accountEntryTypes } from '@atoll/domain/account/account';
import { formatMoney } from '@atoll/domain/money/money';
import type { Kysely } from 'kysely';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { compareColumns } from './columns.ts';
import { attempt, type Findings } from './findings.ts';
import { type Note, notesOf, numberIn, writtenIn } from './notes.ts';

type StoredAccount = NonNullable<Awaited<ReturnType<typeof readAccount>>>;
type EntryRow = StoredAccount['entries'][number];

/** Compares all accounts of an outlet. */
export async function compareAccounts(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  findings: Findings,
): Promise<void> {
  for (let last = 0; ; ) {
    const account = await store.readOutlet(outletId, (db) => readAccount(db, outletId, last));
    if (account === undefined) return;
    await attempt(findings, nameOf(account), () => compareAccount(account, findings));
    last = account.id;
  }
}

const nameOf = ({ code }: { readonly code: string }): string => `house account ${code}`;

/** Returns the next account after an id, with its entries. */
async function readAccount(db: Kysely<Database>, outletId: number, after: number) {
  const account = await db
    .selectFrom('account')
    .select(['id', 'key', 'code', 'balance'])
    .where('outlet_id', '=', outletId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (account === undefined) return undefined;
  const entries = await db
    .selectFrom('account_entry')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();
  const notes = await notesOf(db, outletId, { subject: 'Account', keys: [account.key], actions: accountEntryTypes });
  return { ...account, entries, notes: notes.get(account.key) ?? [] };
}

function compareAccount(account: StoredAccount, findings: Findings): void {
  const name = nameOf(account);
  const left = new Set(account.notes);
  for (const row of account.entries) {
    findings.checked('account entry');
    const note = [...left].find((one) => isOf(one, row));
    if (note === undefined)
      findings.differs(`${name}: ${row.type} of ${formatMoney(row.amount)} is not in the history`);
    else {
      left.delete(note);
      compareEntry(row, note, name, findings);
    }
  }
  for (const { action, after } of left)
    findings.differs(`${name}: ${action} of ${formatMoney(numberIn(after, 'amount') ?? 0)} is missing`);
  const expected = numberIn(account.notes.at(-1)?.after ?? {}, 'balance') ?? 0;
  findings.amount(`${name}: balance`, { stored: account.balance, expected });
}

/** Returns whether an entry of the history is of a row: by its key; one of an earlier release, which has none, by all that it has. */
function isOf(note: Note, row: EntryRow): boolean {
  const written = writtenIn(note, 'account_entry');
  if (written !== undefined) return written['key'] === row.key;
  const { balance, amount, billId, reference } = note.after;
  const noted = [note.action, amount, balance, billId, reference];
  const stored = [row.type, row.amount, row.balance_after, row.bill_id, row.reference];
  return stored.every((value, place) => value === noted[place]);
}

function compareEntry(row: EntryRow, note: Note, name: string, findings: Findings): void {
  const written = writtenIn(note, 'account_entry');
  if (written === undefined) return findings.notComparable('account entry');
  const what = `${name}: ${note.action} of ${formatMoney(numberIn(note.after, 'amount') ?? 0)}`;
  compareColumns(what, row, written, findings);
}
