import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { addDays, businessDate } from '@atoll/domain/date/business-day';
import { cashRounding } from '@atoll/domain/payment/tender';
import { beforeAll, expect, it, vi } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { newKey, setSetting } from '../bill/testing/shop.ts';

eachEngine('dry run', (on) => {
  let app: TestApp;
  let admin: SignedIn;
  let outlet: number;
  let tea: number;
  let cake: number;
  let today: string;
  const bills: Bill[] = [];
  const call = (key: string, body?: object) => app.call(key as never, { as: admin, outlet, ...(body && { body }) });
  const done = async (key: string, body: object) => {
    const answer = await call(key, { key: newKey(), ...body });
    expect([key, answer.status, answer.body.errors ?? answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body;
  };
  const sell = async (items: object[], more: object = {}): Promise<Bill> => {
    const slot = String(bills.length + 1);
    const bill = await done('bill.create', {
      type: 'Table',
      slot,
      items: items.map((one) => ({ key: newKey(), ...one })),
      ...more,
    });
    const payments = [{ key: newKey(), method: 'Cash', amount: bill.total + cashRounding(bill.total, '25:nearest') }];
    const seen = { itemKeys: bill.items.map(({ key }: { key: string }) => key), total: bill.total };
    const paid = await done('bill.pay', { key: bill.key, payments, seen });
    bills.push(paid);
    return paid;
  };
  const run = (more: object = {}) =>
    call('prices.replay', {
      fromDay: today,
      toDay: today,
      priceChangeIds: [],
      listIds: [],
      promotionIds: [],
      menuIds: [],
      rates: { gstPct: null, serviceChargePct: null },
      ...more,
    });
  const sum = (of: (bill: Bill) => number): number => bills.reduce((all, bill) => all + of(bill), 0);

  beforeAll(async () => {
    app = await testApp(on);
    ({ outlet, admin } = await freshOutlet(app));
    today = businessDate(app.now(), 'Indian/Maldives', '04:00');
    await setSetting({ store: app.store, outletId: outlet } as never, 'RoundCash', '25:nearest');
    await done('shift.create', { openingBalance: 0 });
    const menu = await done('menu.create', { name: 'Menu' });
    const { id } = await done('category.create', { name: 'All', menuIds: [menu.id] });
    const item = { type: 'Bar', categoryIds: [id] };
    const sizes = [{ value: 'Cup', sellingPrice: 1000, costPrice: 300 }];
    tea = (await done('menu_item.create', { ...item, name: 'Tea', sizes })).id;
    cake = (await done('menu_item.create', { ...item, name: 'Cake', sizes: [{ value: 'Piece', sellingPrice: 4000 }] }))
      .id;
    await done('promotion.create', {
      name: 'Big',
      type: 'BillOff',
      amount: 500,
      minSpend: 10_000,
      status: 'Published',
    });
    await sell([{ menuItemId: tea, qty: 3 }]);
    await sell([
      { menuItemId: tea, qty: 2 },
      { menuItemId: cake, qty: 2.5 },
    ]);
    await sell([{ menuItemId: cake, qty: 1, discount: { type: 'Percent', value: 10, reason: 'Regular' } }]);
  });

  it('gives every sum as it was without a plan, on the connection of reports, and writes nothing', async () => {
    const tills = vi.spyOn(app.store, 'readOutlet');
    const writes = vi.spyOn(app.store, 'writeOutlet');
    const reports = vi.spyOn(app.store, 'readForReports');
    const { status, body } = await run();
    expect([status, tills.mock.calls.length, writes.mock.calls.length, reports.mock.calls.length]).toEqual([
      200, 0, 0, 1,
    ]);
    vi.restoreAllMocks();
    expect(body.wouldBe).toEqual(body.was);
    expect(body.was).toEqual({
      subTotal: sum((bill) => bill.subTotal),
      promotion: sum((bill) => bill.promotion ?? 0),
      discount: sum((bill) => bill.discount),
      serviceCharge: sum((bill) => bill.serviceCharge),
      gst: sum((bill) => bill.gst),
      total: sum((bill) => bill.total),
      rounding: sum((bill) => bill.roundingAmount),
      net: sum((bill) => bill.subTotal - bill.discount),
      cost: 1500,
      margin: sum((bill) => bill.subTotal - bill.discount) - 1500,
    });
    expect([body.bills, body.items, body.withoutCost]).toEqual([3, [], 1]);
    expect((await run({ fromDay: addDays(today, -3), toDay: addDays(today, -1) })).body.bills).toBe(0);
  });

  it('[R21.31] prices past days with planned prices, rules, menus and rates beside what was', async () => {
    const plan = {
      name: 'Next year',
      fromDate: addDays(today, 30),
      prices: [{ menuItemId: tea, size: 'Cup', price: 1200 }],
    };
    const change = await done('price_change.create', { ...plan, status: 'Planned' });
    const list = await done('price_list.create', {
      name: 'Cakes',
      kind: 'Base',
      prices: [{ menuItemId: cake, percent: 10 }],
    });
    const promotion = await done('promotion.create', {
      name: 'Half',
      type: 'PercentOff',
      percent: 50,
      itemIds: [cake],
    });
    const { body: was } = await run();
    const revenue = async (more: object) => {
      const { status, body } = await run(more);
      expect([status, body.was]).toEqual([200, was.was]);
      expect(body.wouldBe.margin).toBe(body.wouldBe.net - body.wouldBe.cost);
      // Each bill is rounded to 25 laari, so is their sum.
      expect((body.wouldBe.total + body.wouldBe.rounding) % 25).toBe(0);
      expect(body.was.rounding).not.toBe(0);
      return body.wouldBe.net - body.was.net;
    };
    expect(await revenue({ priceChangeIds: [change.id] })).toBe(5 * 200);
    // 2.5 cakes and 1 cake less 10 %.
    expect(await revenue({ listIds: [list.id] })).toBe(1000 + 360);
    // The bill of 120.00 keeps its promotion of the bill; the last cake is 20.00 less 10 %.
    expect(await revenue({ promotionIds: [promotion.id] })).toBe(-5000 - 1800);
    const other = await done('menu.create', { name: 'Evening', status: 'Draft' });
    const dear = await done('category.create', { name: 'Dear', menuIds: [other.id] });
    const { version } = (await call('menu_item.list')).body.find(({ id }: { id: number }) => id === tea);
    const { categoryIds } = (await call('menu_item.list')).body.find(({ id }: { id: number }) => id === tea);
    await done('menu_item.update', { id: tea, version, categoryIds: [...categoryIds, dear.id] });
    const evening = await done('price_list.create', {
      name: 'Dear',
      kind: 'Base',
      prices: [{ categoryId: dear.id, percent: 100 }],
    });
    expect(await revenue({ listIds: [evening.id] })).toBe(0);
    expect(await revenue({ listIds: [evening.id], menuIds: [other.id] })).toBe(5 * 1000);
    const rated = (await run({ rates: { gstPct: 20, serviceChargePct: null } })).body;
    expect([rated.wouldBe.net, rated.wouldBe.gst > rated.was.gst, rated.items]).toEqual([rated.was.net, true, []]);
    const { items } = (await run({ priceChangeIds: [change.id], listIds: [list.id] })).body;
    expect(
      items.map(({ name, qty, was: before, wouldBe }: Record<string, unknown>) => [name, qty, before, wouldBe]),
    ).toEqual([
      ['Cake', 3.5, expect.any(Number), expect.any(Number)],
      ['Tea', 5, expect.any(Number), expect.any(Number)],
    ]);
    // Neither has several sizes (R35.41).
    expect(items.map(({ size }: { size: string }) => size)).toEqual(['', '']);
  });

  it('gives a planned promotion for birthdays once to each guest, and keeps one that a sale had', async () => {
    const guest = async (birthday: string | null) => (await done('customer.create', { name: 'Guest', birthday })).id;
    const [aisha, ali] = [await guest(`1992${addDays(today, 2).slice(4)}`), await guest(null)];
    const treat = { name: 'Birthday', type: 'BillOff', percent: 50, trigger: 'Birthday' };
    const planned = await done('promotion.create', treat);
    for (const customerId of [aisha, aisha, ali]) await sell([{ menuItemId: tea, qty: 1 }], { customerId });
    const change = async (more: object) => {
      const { status, body } = await run(more);
      expect(status).toBe(200);
      return body.wouldBe.net - body.was.net;
    };
    expect(await change({ promotionIds: [planned.id] })).toBe(-500);
    const { version } = planned;
    await done('promotion.update', { id: planned.id, version, status: 'Published' });
    expect((await sell([{ menuItemId: tea, qty: 1 }], { customerId: aisha })).subTotal).toBe(500);
    expect(await change({})).toBe(0);
    // Another plan plans all again: the guest keeps the one that counted.
    const none = await done('promotion.create', { name: 'None', type: 'BillOff', amount: 1, minSpend: 99_999 });
    expect(await change({ promotionIds: [none.id] })).toBe(0);
  });

  it('refuses more than 31 days, days in the wrong order, what is not there, and people without reports', async () => {
    expect((await run({ fromDay: addDays(today, -31) })).body.code).toBe(503);
    expect((await run({ fromDay: addDays(today, -30) })).status).toBe(200);
    expect((await run({ fromDay: addDays(today, 1) })).body.errors).toEqual({ toDay: 'Last day is before First day' });
    for (const name of ['priceChangeIds', 'listIds', 'promotionIds', 'menuIds'])
      expect([name, (await run({ [name]: [999_999] })).status]).toEqual([name, 404]);
    const user = await app.signIn('User');
    expect((await app.call('prices.replay' as never, { as: user, body: {} })).status).toBe(403);
  });
});
