import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { dashboard as contract } from '@atoll/domain/contract/platform/app';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { beforeAll, expect, it, vi } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { cafeMenu } from '../../seed/cafe-menu.ts';
import { seedMenu } from '../../seed/seed-menu.ts';
import { seedSales } from '../../seed/seed-sales.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

type Figures = AnswerOf<typeof contract>;

eachEngine('the dashboard', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    const past = { days: 3, cafe: 12, store: 0 };
    await seedMenu(t.store, t.cafe, { name: 'All day', codePrefix: 'C', categories: cafeMenu });
    const staff = [{ id: admin.user.id, name: admin.name }];
    await seedSales(t.store, { outletId: t.cafe, kind: 'cafe', staff }, t.now(), past);
  });
  const figures = async (query: Record<string, string>) => {
    const { status, body } = await t.call('app.dashboard', { as: admin, query });
    expect(status).toBe(200);
    return body as Figures;
  };
  const paid = () =>
    t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('bill').select('doc').where('outlet_id', '=', t.cafe).where('status', '=', 'Complete').execute(),
    );

  it('[R20.4] adds up to the paid bills of the range, in every grouping', async () => {
    const all = await figures({ range: 'Custom', start: '2026-02-27T00:00:00Z' });
    expect(contract.answer?.parse(all)).toEqual(all);
    const bills = (await paid()).map(({ doc }) => doc);
    const sum = (of: (bill: (typeof bills)[number]) => number) => bills.reduce((total, bill) => total + of(bill), 0);
    expect(all).toMatchObject({
      from: '2026-02-27',
      to: '2026-03-04',
      bills: bills.length,
      sales: sum((bill) => bill.total),
      gst: sum((bill) => bill.gst),
      serviceCharge: sum((bill) => bill.serviceCharge),
      discount: sum((bill) => bill.discount),
      covers: sum((bill) => bill.covers),
    });
    const total = (rows: readonly { sales: number }[]) => rows.reduce((all, { sales }) => all + sales, 0);
    expect(total(all.byHour)).toBe(all.sales);
    expect(total(all.byType)).toBe(all.sales);
    expect(all.byMethod.reduce((all, { amount }) => all + amount, 0)).toBe(all.sales);
    expect(all.topItems.length).toBeGreaterThan(3);
    const top = all.topItems[0];
    const lines = bills.flatMap((bill) => bill.items).filter((item) => item.name === top?.name && !item.isVoid);
    expect(top?.qty).toBe(lines.reduce((sum, { qty }) => sum + qty, 0));
  });

  it('[R2.1] compares with the same days a week before, and shows late tables, voids and low stock', async () => {
    const days = { range: 'Custom', start: '2026-03-08T00:00:00Z', end: '2026-03-10T00:00:00Z' };
    const week = await figures(days);
    expect(week.before).toMatchObject({ from: '2026-03-01', to: '2026-03-03' });
    const bills = (await paid())
      .map(({ doc }) => doc)
      .filter(({ businessDate: day }) => day !== null && day <= '2026-03-03' && day >= '2026-03-01');
    expect(week.before.bills).toBe(bills.length);
    expect(week.before.sales).toBe(bills.reduce((all, { total }) => all + total, 0));
    expect(week.slowItems.every(({ sales }) => sales > 0)).toBe(true);
    const shift = await t.call('shift.create', { as: admin, body: { key: crypto.randomUUID(), openingBalance: 0 } });
    expect(shift.status).toBe(200);
    const open = await t.call('bill.create', {
      as: admin,
      body: { key: crypto.randomUUID(), type: 'Table', slot: '7', items: [] },
    });
    expect(open.status).toBe(200);
    expect((await figures({})).lateSlots).toEqual([]);
    t.advance(61 * 60_000);
    admin = await t.signIn('Admin');
    expect((await figures({})).lateSlots).toMatchObject([{ type: 'Table', slot: 7, minutes: 61, by: admin.name }]);
    await t.call('bill.void', { as: admin, body: { billId: open.body.key, reason: 'Nobody came' } });
    expect(await figures({})).toMatchObject({ lateSlots: [], voids: { count: 0, amount: 0 }, lowStock: 0 });
  });

  it('counts a delivery fee as no item, neither among those that sell well nor slowly', async () => {
    const fee = {
      outlet_id: t.cafe,
      business_date: '2026-03-02',
      menu_item_id: 0,
      size: '',
      name: 'Delivery fee',
      qty: 1000,
      amount: 99_999_999,
    };
    await t.store.writeOutlet(t.cafe, async (tx) => tx.write(tx.db.insertInto('sale_item').values(fee)));
    const { topItems, slowItems } = await figures({
      range: 'Custom',
      start: '2026-03-01T00:00:00Z',
      end: '2026-03-03T00:00:00Z',
    });
    expect(topItems.length).toBeGreaterThan(0);
    expect([...topItems, ...slowItems].map(({ name }) => name)).not.toContain('Delivery fee');
  });

  it('[R20.4] shows today without a range, and names the days of other ranges', async () => {
    expect(await figures({})).toMatchObject({ from: '2026-03-04', to: '2026-03-04', bills: 0, sales: 0 });
    expect(await figures({ range: 'Weekly' })).toMatchObject({ from: '2026-03-01', to: '2026-03-04' });
    expect(await figures({ range: 'Last Month' })).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
    const strange = await t.call('app.dashboard', { as: admin, query: { range: 'Sometimes' } });
    expect(strange.body).toMatchObject({ code: 400, errors: { range: 'Unknown period' } });
  });

  it('[R2.1] reads the dashboard on the connection of reports, so that no till waits for it', async () => {
    const operational = vi.spyOn(t.store, 'readOutlet');
    const figures = vi.spyOn(t.store, 'readForReports');
    const { status } = await t.call('app.dashboard', { as: admin, query: { range: 'Yearly' } });
    expect([status, operational.mock.calls.length, figures.mock.calls.length]).toEqual([200, 0, 1]);
    vi.restoreAllMocks();
  });

  it('[R17.3] refuses the dashboard to people without its screen', async () => {
    const user = await t.signIn('User');
    expect((await t.call('app.dashboard', { as: user })).status).toBe(403);
  });
});
