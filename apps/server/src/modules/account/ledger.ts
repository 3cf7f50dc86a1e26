/** The statement of a house account. Source: docs/rules.md#account-entries. */
import { ageing } from '@atoll/domain/account/ageing';
import { isReversal } from '@atoll/domain/account/reversal';
import type { AccountEntry, Ledger } from '@atoll/domain/contract/people/account';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { presentEntry } from './entry.ts';
import { reversalKey } from './reversal-key.ts';

/** Entries of a statement, at most. */
const maxEntries = 1000;

export interface StatementRange {
  /** Business days, both included; undefined is open. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The business day that ages are counted from. */
  readonly today: string;
}

/** Computes balances in order of business days: entries made offline arrive late, so the stored balances are in order of arrival. */
function running(entries: readonly AccountEntry[], opening: number): AccountEntry[] {
  let balance = opening;
  return entries.map((entry) => {
    const balanceBefore = balance;
    balance += entry.amount;
    return { ...entry, balanceBefore, balanceAfter: balance };
  });
}

/** Returns the entries, each payment that was reversed later with that. */
async function withReversed(
  db: Kysely<Database>,
  outletId: number,
  entries: readonly AccountEntry[],
): Promise<AccountEntry[]> {
  const keys = entries
    .filter((entry) => entry.type === 'Payment' && !isReversal(entry))
    .map(({ key }) => reversalKey(key));
  if (keys.length === 0) return [...entries];
  const found = await db
    .selectFrom('account_entry')
    .select('key')
    .where('outlet_id', '=', outletId)
    .where('key', 'in', keys)
    .execute();
  const reversals = new Set(found.map(({ key }) => key));
  return entries.map((entry) => (reversals.has(reversalKey(entry.key)) ? { ...entry, isReversed: true } : entry));
}

/** Returns the statement of an account. Refused: 'notFound'. */
export function findLedger(store: Store, outletId: number, idOrKey: string, range: StatementRange): Promise<Ledger> {
  return store.readForLists(outletId, async (db) => {
    const accounts = db.selectFrom('account').selectAll().where('outlet_id', '=', outletId);
    const account = await (/^\d+$/.test(idOrKey)
      ? accounts.where('id', '=', Number(idOrKey))
      : accounts.where('key', '=', idOrKey)
    ).executeTakeFirst();
    if (!account) throw refused('notFound');
    const all = db.selectFrom('account_entry').where('outlet_id', '=', outletId).where('account_id', '=', account.id);
    let until = all;
    if (range.to !== undefined) until = until.where('business_date', '<=', range.to);
    const shown = range.from === undefined ? until : until.where('business_date', '>=', range.from);
    const rows = (
      await shown.selectAll().orderBy('business_date', 'desc').orderBy('id', 'desc').limit(maxEntries).execute()
    ).toReversed();
    const { sum } = await until.select((eb) => eb.fn.sum<number | null>('amount').as('sum')).executeTakeFirstOrThrow();
    const closing = Number(sum ?? 0);
    const opening = closing - rows.reduce((total, { amount }) => total + amount, 0);
    const debts = await all
      .where('amount', '>', 0)
      .where('type', '<>', 'Payment')
      .select(['business_date', (eb) => eb.fn.sum<number>('amount').as('amount')])
      .groupBy('business_date')
      .execute();
    const owed = debts.map((row) => ({ businessDate: row.business_date, amount: Number(row.amount) }));
    // What was paid, without reversed payments: a reversal makes an old debt old again.
    const paid = account.balance - owed.reduce((sum, { amount }) => sum + amount, 0);
    const entries = await withReversed(db, outletId, rows.map(presentEntry));
    return {
      accountId: account.id,
      name: account.name,
      balance: account.balance,
      creditLimit: account.credit_limit ?? 0,
      opening,
      closing,
      entries: running(entries, opening),
      ageing: ageing([...owed, { businessDate: range.today, amount: paid }], range.today),
    };
  });
}
