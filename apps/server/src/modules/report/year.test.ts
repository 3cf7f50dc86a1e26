import type { ReportRow } from '@atoll/domain/report/report';
import { allReports } from '@atoll/domain/report/reports';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { runReport } from './run.ts';
import { balanceOf } from './testing/year/books.ts';
import { dayAfter, instantAt } from './testing/year/calendar.ts';
import { expectedRows } from './testing/year/expected.ts';
import { owedAt } from './testing/year/expected-cards.ts';
import { playYear } from './testing/year/play.ts';
import type { Year } from './testing/year/state.ts';

const isSoak = process.env['SOAK'] === '1';
const plan = { seed: 7, from: '2026-01-31', ...(isSoak ? { days: 365, perDay: 4 } : { days: 36, perDay: 3 }) };

/** Reports of what the year does not have, or that other tests compare: goods, recipes, house accounts, tax invoices, waiters, slots, deliveries. */
const left = `slots sales-by-server menu-engineering paid-less delivery tax-invoices account-ageing audit gst-input
  stock-value stock-age stock-movements reorder usage waste purchases vendor-balances`.split(/\s+/);

/** What has to have happened, so that the comparison says something; in a whole year also what is seldom. */
const happened = `paid, ordered more, voided a line, voided a line of a set of units, void bill, exchange, correction,
  refunded a part, refunded the rest, order, layaway, instalment, instalment after the change of the rate,
  collected with instalments, collected with a deposit, cancelled, deposit, Deposit Issue, Deposit Load, Deposit Redeem,
  StoreCredit Load, StoreCredit Redeem, GiftCard Issue, GiftCard Redeem, GiftCard Refund, GiftCard MoveOut,
  GiftCard PayOut, GiftCard Adjust, GiftCard Expire`.split(/,\s+/);
const seldom =
  `GiftCard Expire, Deposit Forfeit, Deposit PayOut, Deposit Refund, StoreCredit Refund, void bill of an order,
  collected, cancelled with all kept, cancelled with all given back`.split(/,\s+/);

/** Returns rows as texts, sorted by their content. */
const sorted = (rows: readonly ReportRow[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))).toSorted();

eachEngine('a year of trade', (on) => {
  let year: Year;
  let to: string;
  beforeAll(async () => {
    ({ year, to } = await playYear(await on.open(), plan));
  }, 3_600_000);

  const run = (reportKey: string, from: string, until: string) => {
    const asked = { reportKey, range: 'Custom' as const, from, to: until, compareTo: 'None' as const, filters: {} };
    return runReport(year.store, year.shop.admin, asked, instantAt(to, 27));
  };
  const at = (part: number): string => dayAfter(plan.from, Math.floor((plan.days - 1) * part));
  const check = async (key: string, from: string, until: string): Promise<void> => {
    const { rows } = await run(key, from, until);
    const known = expectedRows[key]?.({ ...year, from, to: until }) ?? [];
    expect({ key, from, until, rows: sorted(rows) }).toEqual({ key, from, until, rows: sorted(known) });
  };

  it('every report agrees with the books of those who traded, to the laari', async () => {
    const { done } = year.books;
    expect([...(isSoak ? seldom : []), ...happened].filter((what) => !done.has(what))).toEqual([]);
    expect([...Object.keys(expectedRows), ...left].toSorted()).toEqual(allReports.map(({ key }) => key).toSorted());
    const ranges = [
      [0, 1],
      [0.3, 0.3],
      [0.45, 0.55],
      [0.6, 0.99],
    ] as const;
    for (const [from, until] of ranges)
      for (const key of Object.keys(expectedRows)) await check(key, at(from), at(until));
  }, 300_000);

  it('what is owed on cards agrees with the books on every tenth of the days, and with the balances', async () => {
    const later = [20, 45, 70].map((days) => dayAfter(to, days));
    const days = [...Array.from({ length: 11 }, (_, tenth) => at(tenth / 10)), ...later];
    for (const day of days) await check('wallet-liability', day, day);
    const owed = new Map([...year.books.wallets.values()].map((wallet) => [wallet.id, balanceOf(wallet)]));
    const stored = await year.store.readOutlet(year.shop.shop.outletId, (db) =>
      db.selectFrom('wallet').select(['id', 'balance']).where('outlet_id', '=', year.shop.shop.outletId).execute(),
    );
    expect(new Map(stored.map(({ id, balance }) => [id, balance]))).toEqual(owed);
    const total = owedAt(year.books, to).reduce((sum, { balance }) => sum + balance, 0);
    const ahead = total - [...owed.values()].reduce((sum, balance) => sum + balance, 0);
    expect(ahead).toBeGreaterThan(0);
    expect((await run('wallet-liability', to, to)).totals['balance']).toBe(total);
  });
});
