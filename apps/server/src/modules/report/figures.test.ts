import { addDays } from '@atoll/domain/date/business-day';
import { discountKinds } from '@atoll/domain/report/price-reports';
import type { ReportConfig, ReportRow } from '@atoll/domain/report/report';
import { allReports } from '@atoll/domain/report/reports';
import { beforeAll, expect, it, vi } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { catchUpSums } from './catch-up.ts';
import { runReport } from './run.ts';
import { expectedRows } from './testing/expected.ts';
import { playRandomSales, type RandomSales } from './testing/random-sales.ts';
import { type RawData, readRawData } from './testing/raw-data.ts';

const isSoak = process.env['SOAK'] === '1';
const played = isSoak ? { days: 365, perDay: 12 } : { days: 9, perDay: 7 };
const from = '2026-01-25';

/** Returns rows as texts, sorted by their content. */
const sorted = (rows: readonly ReportRow[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))).toSorted();

eachEngine('the figures of every report', (on) => {
  let sold: RandomSales;
  let raw: RawData;
  beforeAll(async () => {
    sold = await playRandomSales(await on.open(), { seed: 11, from, ...played });
    raw = await readRawData(sold.store, sold.outletId);
  }, 900_000);

  const now = (): number => Date.parse(`${sold.to}T20:00:00Z`);
  const run = (reportKey: string, days: { from: string; to: string }, filters: ReportConfig['filters'] = {}) => {
    const actor = {
      permissions: new Set([
        'report.view',
        'bill.viewOthers',
        'Accounts',
        'Inventory',
        'Invoices',
        'Users',
        'Wallets',
        'Prices',
      ]),
      outletId: sold.outletId,
    };
    return runReport(sold.store, actor, { reportKey, range: 'Custom', compareTo: 'None', filters, ...days }, now());
  };
  const ranges = () => [
    { from, to: sold.to },
    { from: addDays(from, 3), to: addDays(from, 3) },
    { from: addDays(from, 4), to: addDays(from, 7) },
    { from: addDays(from, -20), to: addDays(from, -1) },
  ];

  const check = async (key: string, days: { from: string; to: string }, filters: ReportConfig['filters']) => {
    const { rows } = await run(key, days, filters);
    const expected = expectedRows[key]?.(raw, { ...days, today: sold.to, filters }) ?? [];
    expect({ key, days, filters, rows: sorted(rows) }).toEqual({ key, days, filters, rows: sorted(expected) });
  };

  it('[R2.23] [R20.4] every report agrees with the stored bills in every range', async () => {
    expect(Object.keys(expectedRows).toSorted()).toEqual(allReports.map(({ key }) => key).toSorted());
    for (const days of ranges()) for (const { key } of allReports) await check(key, days, {});
    const happened = [
      raw.bills.some(({ isVoid }) => isVoid),
      raw.bills.some(({ refundOfId }) => refundOfId !== null),
      raw.bills.some(({ items }) => items.some(({ voidReason }) => voidReason === 'Split')),
      new Set(raw.bills.flatMap(({ items }) => items.map(({ gstMode }) => gstMode))).size === 3,
      raw.bills.some(({ roundingAmount }) => roundingAmount !== 0),
      raw.bills.some(({ tip }) => tip !== 0),
      raw.exchanges.length > 0,
    ];
    expect(happened).toEqual(happened.map(() => true));
  });

  it('[R2.23] every filtered report agrees with the stored rows that match the filter', async () => {
    const days = { from, to: sold.to };
    const category = String(raw.categories[0]?.id);
    const storage = String(raw.storages[0]?.id);
    for (const key of ['sales', 'sales-by-hour', 'slots']) await check(key, days, { type: 'Delivery' });
    await check('sales-by-item', days, { categoryId: category });
    for (const key of ['payments', 'payments-by-day']) await check(key, days, { method: 'Cash' });
    for (const key of ['stock-value', 'stock-movements']) await check(key, days, { storageId: storage });
    await check('audit', days, { userId: String(raw.bills[0]?.createdBy) });
    await check('audit', days, { subject: 'Shift' });
    await check('audit', days, { deviceId: raw.history.find(({ device_id }) => device_id)?.device_id ?? '' });
  });

  it('[R35.41] reports name the size only of items that have several', async () => {
    const several = new Set(raw.items.filter(({ sizes }) => sizes.length > 1).map(({ name }) => name));
    for (const key of ['sales-by-item', 'menu-engineering']) {
      const { rows } = await run(key, { from, to: sold.to });
      expect(new Set(rows.map((row) => row['size'] !== '' && several.has(String(row['item']))))).toEqual(
        new Set([true, false]),
      );
      for (const row of rows)
        expect([row['item'], row['size'] !== '']).toEqual([row['item'], several.has(String(row['item']))]);
    }
  });

  it('[R2.23] reports agree with each other over the same range', async () => {
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
      expect((await totals('discount-reasons'))['billDiscount']).toBe(sales['discount']);
      expect((await totals('service-charge'))['serviceCharge']).toBe(sales['serviceCharge']);
      expect((await totals('tips'))['tip']).toBe(sales['tip']);
      expect(await totals('shifts')).toMatchObject({ bills: sales['bills'], total: sales['total'] });
    }
  });

  it('[R2.23] [R34.27] sums of tax and people are computed for days of an earlier release', async () => {
    const days = { from, to: sold.to };
    const rebuilt = ['gst-output', 'sales-by-server', 'discounts', 'discount-reasons'];
    await sold.store.writeOutlet(sold.outletId, async (tx) => {
      for (const table of ['sale_tax', 'sale_person', 'sale_gift'] as const)
        tx.write(tx.db.deleteFrom(table).where('outlet_id', '=', sold.outletId));
      const reasons = tx.db.deleteFrom('sale_rule').where('kind', 'in', discountKinds);
      tx.write(reasons.where('outlet_id', '=', sold.outletId));
    });
    for (const key of rebuilt) expect((await run(key, days)).rows).toEqual([]);
    // What is behind is looked for in all bills, where no till waits for it.
    const beside = vi.spyOn(sold.store, 'readOutlet');
    await catchUpSums(sold.store);
    expect(beside).not.toHaveBeenCalled();
    beside.mockRestore();
    for (const key of rebuilt) await check(key, days, {});
  });
});
