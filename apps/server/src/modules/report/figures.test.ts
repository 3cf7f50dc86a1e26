import { addDays } from '@atoll/domain/date/business-day';
import type { ReportConfig, ReportRow } from '@atoll/domain/report/report';
import { allReports } from '@atoll/domain/report/reports';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { catchUpSums } from './catch-up.ts';
import { runReport } from './run.ts';
import { type Books, readBooks } from './testing/raw-data.ts';
import { expectedRows } from './testing/expected.ts';
import { playTrade, type Trade } from './testing/random-sales.ts';

const isSoak = process.env['SOAK'] === '1';
const played = isSoak ? { days: 365, perDay: 12 } : { days: 9, perDay: 7 };
const from = '2026-01-25';

/** Rows in an order that their content gives. */
const sorted = (rows: readonly ReportRow[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))).toSorted();

eachEngine('the figures of every report', (on) => {
  let trade: Trade;
  let books: Books;
  beforeAll(async () => {
    trade = await playTrade(await on.open(), { seed: 11, from, ...played });
    books = await readBooks(trade.store, trade.outletId);
  }, 900_000);

  const now = (): number => Date.parse(`${trade.to}T20:00:00Z`);
  const run = (reportKey: string, days: { from: string; to: string }, filters: ReportConfig['filters'] = {}) => {
    const actor = {
      permissions: new Set(['report.view', 'Accounts', 'Inventory', 'Invoices', 'Users']),
      outletId: trade.outletId,
    };
    return runReport(trade.store, actor, { reportKey, range: 'Custom', compareTo: 'None', filters, ...days }, now());
  };
  const ranges = () => [
    { from, to: trade.to },
    { from: addDays(from, 3), to: addDays(from, 3) },
    { from: addDays(from, 4), to: addDays(from, 7) },
    { from: addDays(from, -20), to: addDays(from, -1) },
  ];

  const check = async (key: string, days: { from: string; to: string }, filters: ReportConfig['filters']) => {
    const { rows } = await run(key, days, filters);
    const expected = expectedRows[key]?.(books, { ...days, today: trade.to, filters }) ?? [];
    expect({ key, days, filters, rows: sorted(rows) }).toEqual({ key, days, filters, rows: sorted(expected) });
  };

  it('[R2.23] [R20.4] are those of the stored bills, whatever happened to them, in every range', async () => {
    expect(Object.keys(expectedRows).toSorted()).toEqual(allReports.map(({ key }) => key).toSorted());
    for (const days of ranges()) for (const { key } of allReports) await check(key, days, {});
    const happened = [
      books.bills.some(({ isVoid }) => isVoid),
      books.bills.some(({ refundOfId }) => refundOfId !== null),
      books.bills.some(({ items }) => items.some(({ voidReason }) => voidReason === 'Split')),
      new Set(books.bills.flatMap(({ items }) => items.map(({ gstMode }) => gstMode))).size === 3,
      books.bills.some(({ roundingAmount }) => roundingAmount !== 0),
      books.bills.some(({ tip }) => tip !== 0),
    ];
    expect(happened).toEqual(happened.map(() => true));
  }, 60_000);

  it('[R2.23] are those of what a filter leaves', async () => {
    const days = { from, to: trade.to };
    const category = String(books.categories[0]?.id);
    const storage = String(books.storages[0]?.id);
    for (const key of ['sales', 'sales-by-hour', 'slots']) await check(key, days, { type: 'Delivery' });
    await check('sales-by-item', days, { categoryId: category });
    for (const key of ['payments', 'payments-by-day']) await check(key, days, { method: 'Cash' });
    for (const key of ['stock-value', 'stock-movements']) await check(key, days, { storageId: storage });
    await check('audit', days, { userId: String(books.bills[0]?.createdBy) });
    await check('audit', days, { subject: 'Shift' });
    await check('audit', days, { deviceId: books.history.find(({ device_id }) => device_id)?.device_id ?? '' });
  });

  it('[R2.23] agree with each other over the same range', async () => {
    for (const days of ranges()) {
      const totals = async (key: string) => (await run(key, days)).totals;
      const sales = await totals('sales');
      for (const key of ['sales-by-hour', 'sales-by-type', 'slots', 'sales-by-server'])
        expect([key, await totals(key)]).toMatchObject([key, { bills: sales['bills'], total: sales['total'] }]);
      for (const key of ['sales-by-item', 'sales-by-category', 'menu-engineering'])
        expect([key, (await totals(key))['amount']]).toEqual([key, sales['subTotal']]);
      const taken = (sales['total'] ?? 0) + (sales['rounding'] ?? 0) + (sales['tip'] ?? 0);
      for (const key of ['payments', 'payments-by-day'])
        expect([key, (await totals(key))['amount']]).toEqual([key, taken]);
      expect(await totals('gst-output')).toMatchObject({ gst: sales['gst'], total: sales['total'] });
      expect((await totals('discounts'))['billDiscount']).toBe(sales['discount']);
      expect((await totals('service-charge'))['serviceCharge']).toBe(sales['serviceCharge']);
      expect((await totals('tips'))['tip']).toBe(sales['tip']);
      expect(await totals('shifts')).toMatchObject({ bills: sales['bills'], total: sales['total'] });
    }
  });

  it('[R2.23] of tax and of people are made for days that an earlier release sold on', async () => {
    const days = { from, to: trade.to };
    const kept = ['gst-output', 'sales-by-server', 'discounts'];
    await trade.store.writeOutlet(trade.outletId, async (tx) => {
      for (const table of ['sale_tax', 'sale_person'] as const)
        tx.write(tx.db.deleteFrom(table).where('outlet_id', '=', trade.outletId));
    });
    for (const key of kept) expect((await run(key, days)).rows).toEqual([]);
    await catchUpSums(trade.store);
    for (const key of kept) await check(key, days, {});
  }, 60_000);
});
