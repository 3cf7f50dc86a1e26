/** The statement of a house account. Source: api.md fin, decisions B4. */
import { ageing } from '@atoll/domain/account/ageing';
import type { Ledger } from '@atoll/domain/contract/account';
import { refused } from '../../platform/errors/refused.ts';
import type { Store } from '../../platform/store/store.ts';
import { presentEntry } from './entry.ts';

/** As many entries as a statement shows. */
const mostShown = 1000;

export interface StatementRange {
  /** Epoch ms, both included; undefined is open. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The business day that ages are counted from. */
  readonly today: string;
}

/** Answers the statement; refused: 'notFound'. */
export function findLedger(store: Store, outletId: number, idOrKey: string, range: StatementRange): Promise<Ledger> {
  return store.readOutlet(outletId, async (db) => {
    const accounts = db.selectFrom('account').selectAll().where('outlet_id', '=', outletId);
    const account = await (/^\d+$/.test(idOrKey)
      ? accounts.where('id', '=', Number(idOrKey))
      : accounts.where('key', '=', idOrKey)
    ).executeTakeFirst();
    if (!account) throw refused('notFound');
    const all = db.selectFrom('account_entry').where('outlet_id', '=', outletId).where('account_id', '=', account.id);
    let shown = all.selectAll();
    if (range.from !== undefined) shown = shown.where('at', '>=', range.from);
    if (range.to !== undefined) shown = shown.where('at', '<=', range.to);
    const rows = (await shown.orderBy('id', 'desc').limit(mostShown).execute()).toReversed();
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
      opening: rows[0]?.balance_before ?? account.balance,
      entries: rows.map(presentEntry),
      ageing: ageing(entries, range.today),
    };
  });
}
