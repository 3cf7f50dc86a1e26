import { execFileSync, spawnSync } from 'node:child_process';
import type { Bill } from '@atoll/domain/bill/bill';
import { billTotals, lineAmount } from '@atoll/domain/bill/totals';
import { type ReportResult, viewReport as viewContract } from '@atoll/domain/contract/outlet/report';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { allReports } from '@atoll/domain/report/reports';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { cafeMenu } from '../../seed/cafe-menu.ts';
import { seedMenu } from '../../seed/seed-menu.ts';
import { seedSales } from '../../seed/seed-sales.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { reportSources } from './sources.ts';

const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;
const whole = { range: 'Custom', from: '2026-02-20', to: '2026-03-04', compareTo: 'None', filters: {} };

it('[R2.23] there are at least 24 reports, each with a source and unique columns', () => {
  expect(allReports.length).toBeGreaterThanOrEqual(24);
  expect(allReports.map(({ key }) => key).toSorted()).toEqual(Object.keys(reportSources).toSorted());
  for (const { columns, chartOf } of allReports) {
    const keys = columns.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    if (chartOf) expect(keys).toEqual(expect.arrayContaining([chartOf.label, chartOf.value]));
  }
});

eachEngine('reports', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let bills: Bill[];
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    await seedMenu(t.store, t.cafe, { name: 'All day', codePrefix: 'C', categories: cafeMenu });
    const staff = [{ id: admin.user.id, name: admin.name }];
    await seedSales(t.store, { outletId: t.cafe, kind: 'cafe', staff }, t.now(), { days: 5, cafe: 20, store: 0 });
    bills = await t.store.readOutlet(t.cafe, async (db) =>
      (
        await db
          .selectFrom('bill')
          .select('doc')
          .where('outlet_id', '=', t.cafe)
          .where('status', '=', 'Complete')
          .execute()
      ).map(({ doc }) => doc),
    );
  });
  const run = async (reportKey: string, more: object = {}) => {
    const { status, body } = await t.call('report.run', { as: admin, body: { ...whole, ...more, reportKey } });
    expect([reportKey, status, body.message]).toEqual([reportKey, 200, undefined]);
    return body as ReportResult;
  };
  const sum = (of: (bill: Bill) => number): number => bills.reduce((total, bill) => total + of(bill), 0);

  it('[R2.23] runs every report with values of its columns only and with the totals of its rows', async () => {
    expect(bills.length).toBeGreaterThan(60);
    for (const { key, columns, ids = [] } of allReports) {
      const result = await run(key);
      expect(viewContract.answer?.parse(result)).toEqual(result);
      const keys = new Set<string>([...columns.map((column) => column.key), ...ids]);
      for (const row of result.rows)
        for (const name of Object.keys(row)) expect([key, keys.has(name)]).toEqual([key, true]);
      for (const [name, total] of Object.entries(result.totals))
        expect(result.rows.reduce((all, row) => all + Number(row[name] ?? 0), 0)).toBeCloseTo(total, 2);
    }
  });

  it('[R2.23] totals of all sales reports agree with the stored bills and with each other', async () => {
    const total = sum((bill) => bill.total);
    const sales = await run('sales');
    expect(sales.totals).toMatchObject({
      bills: bills.length,
      total,
      subTotal: sum((bill) => bill.subTotal),
      discount: sum((bill) => bill.discount),
      serviceCharge: sum((bill) => bill.serviceCharge),
      gst: sum((bill) => bill.gst),
      tip: sum((bill) => bill.tip),
    });
    for (const key of ['sales-by-hour', 'sales-by-type', 'slots', 'sales-by-server'])
      expect([key, (await run(key)).totals['total']]).toEqual([key, total]);
    const applied = sum((bill) => bill.payments.reduce((all, { amount }) => all + amount, 0));
    for (const key of ['payments', 'payments-by-day'])
      expect([key, (await run(key)).totals['amount']]).toEqual([key, applied]);
    for (const key of ['sales-by-item', 'sales-by-category', 'menu-engineering'])
      expect([key, (await run(key)).totals['amount']]).toEqual([key, sum((bill) => bill.subTotal)]);
    expect((await run('service-charge')).totals['serviceCharge']).toBe(sum((bill) => bill.serviceCharge));
    const given = (await run('discounts')).totals;
    expect(given['billDiscount']).toBe(sum((bill) => bill.discount));
    const comps = bills.flatMap((bill) => bill.items).filter((item) => item.isComp && !item.isVoid);
    expect(given['comps']).toBe(comps.reduce((all, item) => all + lineAmount(item), 0));
  });

  it.skipIf(!hasPoppler)('[R35.79] the PDF of a report has its plot above its table', async () => {
    const { id } = await run('sales-by-hour');
    const { raw } = await t.call('report.pdf', { as: admin, body: { id } });
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: raw.rawPayload, encoding: 'utf8' });
    expect(text).toMatch(/MVR[^]*\d\d:00\s+\d\d:00[^]*Hour\s+Bills/);
  });

  it('[R2.23] the tax report gives GST by mode and rate, exact to the laari', async () => {
    const rates = bills.flatMap((bill) => billTotals(bill).gstByRate);
    const gst = await run('gst-output');
    expect(gst.totals['gst']).toBe(rates.reduce((all, one) => all + one.gst, 0));
    expect(gst.totals['base']).toBe(rates.reduce((all, one) => all + one.base, 0));
    expect(gst.totals['total']).toBe(sum((bill) => bill.total));
  });

  it('[R2.23] [R20.4] opens an earlier report again, also with another range, and compares it with the previous period', async () => {
    const asked = await run('sales', { from: '2026-03-03', to: '2026-03-03', compareTo: 'PreviousPeriod' });
    expect(asked.compared?.range).toEqual({ from: '2026-03-02', to: '2026-03-02' });
    const day = bills.filter((bill) => bill.businessDate === '2026-03-02');
    expect(asked.compared?.totals['total']).toBe(day.reduce((all, { total }) => all + total, 0));
    const params = { id: asked.id };
    const opened = await t.call('report.view', { as: admin, params });
    expect(opened.body).toMatchObject({ id: asked.id, rows: asked.rows, totals: asked.totals });
    const other = await t.call('report.view', { as: admin, params, query: { range: 'Last Year' } });
    expect(other.body).toMatchObject({ range: { from: '2025-01-01', to: '2025-12-31' }, rows: [] });
    const wrong = await t.call('report.view', { as: admin, params, query: { range: 'Someday' } });
    expect([wrong.status, wrong.body.errors.range]).toEqual([400, 'Unknown period']);
    expect((await t.call('report.view', { as: admin, params: { id: 9999 } })).status).toBe(404);
  });

  it('[R17.3] [R2.23] refuses a report that the user may not see, and a range of more than a year', async () => {
    const user = await t.signIn('User');
    expect((await t.call('report.run', { as: user, body: { ...whole, reportKey: 'sales' } })).status).toBe(403);
    const manager = await t.signIn('Manager');
    expect((await t.call('report.run', { as: manager, body: { ...whole, reportKey: 'audit' } })).status).toBe(403);
    const listed = (await t.call('report.list', { as: manager })).body as { key: string }[];
    expect(listed.map(({ key }) => key)).not.toContain('audit');
    const long = await t.call('report.run', { as: admin, body: { ...whole, from: '2024-01-01', reportKey: 'sales' } });
    expect([long.status, long.body.errors.to]).toEqual([400, 'A report can cover at most 366 days']);
  });

  it('[R2.23] users change their own templates, see shared ones, and cannot use a name twice', async () => {
    const body = {
      key: crypto.randomUUID(),
      name: 'Our week',
      config: { ...whole, reportKey: 'sales' },
      isShared: false,
      isFavourite: true,
    };
    const made = await t.call('template.create', { as: admin, body });
    expect(made.body).toMatchObject({ name: 'Our week', isOwn: true, version: 1 });
    expect((await t.call('template.create', { as: admin, body })).body.id).toBe(made.body.id);
    const double = await t.call('template.create', { as: admin, body: { ...body, key: crypto.randomUUID() } });
    expect([double.status, double.body.errors.name]).toEqual([422, 'You already have a template with this name']);
    const manager = await t.signIn('Manager');
    expect((await t.call('template.list', { as: manager })).body).toEqual([]);
    const { id } = made.body;
    const change = { id, version: 1, name: 'The week', config: body.config, isShared: true, isFavourite: false };
    expect((await t.call('template.update', { as: manager, body: change })).status).toBe(404);
    expect((await t.call('template.update', { as: admin, body: change })).body).toMatchObject({
      name: 'The week',
      version: 2,
    });
    expect((await t.call('template.update', { as: admin, body: change })).status).toBe(409);
    expect((await t.call('template.list', { as: manager })).body).toMatchObject([{ name: 'The week', isOwn: false }]);
    await t.call('template.delete', { as: admin, params: { id } });
    expect((await t.call('template.list', { as: admin })).body).toEqual([]);
  });
});
