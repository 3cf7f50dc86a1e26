/** The statement of a house account. Source: docs/rules.md#account-entries. */
import { ageing } from '@atoll/domain/account/ageing';
import type { AccountEntry, Ledger } from '@atoll/domain/contract/people/account';
import { refused } from '../../platform/errors/refused.ts';
import type { Store } from '../../platform/store/store.ts';
import { presentEntry } from './entry.ts';

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
    const aged = await all
      .select(['business_date', (eb) => eb.fn.sum<number>('amount').as('amount')])
      .groupBy(['business_date', (eb) => eb('amount', '>', 0)])
      .execute();
    const entries = aged.map((row) => ({ businessDate: row.business_date, amount: Number(row.amount) }));
    return {
      accountId: account.id,
      name: account.name,
      balance: account.balance,
      creditLimit: account.credit_limit ?? 0,
      opening,
      closing,
      entries: running(rows.map(presentEntry), opening),
      ageing: ageing(entries, range.today),
    };
  });
}
