import { randomUUIDv7 } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { ReportRow } from '@atoll/domain/report/report';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addItem, addStorage } from '../stock/testing/test-stock.ts';

eachEngine('reports on purchases', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let cola: number;
  let vendor: number;
  const call = (key: ContractKey, body: unknown) => t.call(key, { as: admin, body });
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    await addStorage(t.store, t.cafe, 'Kitchen', true);
    cola = await addItem(t.store, t.cafe, {
      name: 'Cola',
      stock_unit: 'pc',
      purchase_unit: 'case',
      purchase_factor: 24_000,
    });
    const made = await call('vendor.create', {
      key: randomUUIDv7(),
      name: 'Reef Foods',
      phone: '3301234',
      termsDays: 14,
    });
    vendor = made.body.id;
  });
  const post = async (vendorInvoiceNo: string, more: object) => {
    const body = { key: randomUUIDv7(), vendorInvoiceNo, vendorId: vendor, invoiceDate: '2026-03-03', ...more };
    const made = await call('invoice.create', body);
    expect(made.body.errors).toBeUndefined();
    const posted = await call('invoice.status', { id: made.body.id, status: 'Posted' });
    expect(posted.status).toBe(200);
    return posted.body.total as number;
  };
  const run = async (reportKey: string) => {
    const config = { reportKey, range: 'Custom', from: '2026-03-01', to: '2026-03-31', compareTo: 'None', filters: {} };
    const { body } = await call('report.run', config);
    return body as { rows: ReportRow[]; totals: Record<string, number> };
  };
  const bought = (qty: number, unit: string, unitPrice: number, gstPct = 8) => ({
    kind: 'Item',
    itemId: cola,
    qty,
    unit,
    unitPrice,
    gstPct,
  });

  it('[R35.61] GST input has a row for each rate, and freight stands outside the base', async () => {
    const lines = [bought(1, 'case', 24_000), bought(10, 'pc', 1000, 17), bought(5, 'pc', 200, 0)];
    const total = await post('A-1', { gstMode: 'Exclusive', otherCharges: 3000, lines });
    const { rows, totals } = await run('gst-input');
    const figures = rows.map(({ rate, base, gst, other, total }) => [rate, base, gst, other, total]);
    expect(figures).toEqual([
      [17, 10_000, 1700, 3000, 14_700],
      [8, 24_000, 1920, 0, 25_920],
      [0, 1000, 0, 0, 1000],
    ]);
    expect(totals).toEqual({ base: 35_000, gst: 3620, other: 3000, total });
  });

  it('[R35.61] rows of an invoice in a foreign currency add up to its total in rufiyaa', async () => {
    const lines = [bought(1, 'case', 3333), bought(3, 'pc', 111, 17)];
    await post('A-2', { gstMode: 'Inclusive', currency: 'USD', rate: 15.42, otherCharges: 7, lines });
    const { rows } = await run('gst-input');
    const own = rows.filter(({ invoice }) => invoice === 'A-2');
    const sum = own.reduce((all, { total }) => all + Number(total), 0);
    expect([own.length, sum]).toEqual([2, Math.round((3333 + 333 + 7) * 15.42)]);
  });

  it('[R35.61] purchases compare the price of one stock unit without tax, whatever the unit and kind of tax', async () => {
    const own = {
      invoiceDate: '2026-03-01',
      vendorId: (
        await call('vendor.create', { key: randomUUIDv7(), name: 'Atoll Drinks', phone: '3307777', termsDays: 0 })
      ).body.id,
    };
    // A case of 24 for 240.00 with GST on top, then single cans for 11.88 with 8 % GST inside, which is 11.00 without.
    await post('B-1', { ...own, gstMode: 'Exclusive', lines: [bought(2, 'case', 24_000)] });
    await post('B-2', {
      ...own,
      invoiceDate: '2026-03-02',
      gstMode: 'Inclusive',
      otherCharges: 500,
      lines: [bought(10, 'pc', 1188)],
    });
    const { rows } = await run('purchases');
    expect(rows.filter(({ vendor: name }) => name === 'Atoll Drinks')).toEqual([
      {
        vendor: 'Atoll Drinks',
        item: 'Cola',
        unit: 'pc',
        qty: 58,
        amount: 48_000 + 11_000,
        firstPrice: 10,
        lastPrice: 11,
        change: 10,
      },
    ]);
  });
});
