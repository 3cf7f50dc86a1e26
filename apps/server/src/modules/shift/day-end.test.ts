import type { Bill } from '@atoll/domain/bill/bill';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { businessDate } from '@atoll/domain/date/business-day';
import { type ItemCount, leftOn } from '@atoll/domain/menu/item-count';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { type Call, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey } from '../bill/testing/shop.ts';

const minute = 60_000;

eachEngine('a shift over the end of the business day', (on) => {
  let t: TestApp;
  let outlet: number;
  let near: SignedIn;
  let away: SignedIn;
  let soup: number;
  let slot = 0;
  beforeAll(async () => {
    t = await testApp(on);
    // 03:10 on the 5th in the Maldives, which is the 4th until 04:00.
    t.advance(Date.parse('2026-03-04T22:10:00Z') - t.now());
    ({ outlet } = await freshOutlet(t));
    near = await t.signIn('Admin', 'till-near');
    away = await t.signIn('Admin', 'till-away');
    const sizes = JSON.stringify([{ value: 'Bowl', sellingPrice: 5000, isDefault: true }]);
    soup = await addMenuItem(t.store, outlet, { name: 'Soup', sizes });
  });
  const call = async <T>(key: ContractKey, more: Omit<Call, 'outlet'> = {}): Promise<T> => {
    const { status, body } = await t.call(key, { as: near, ...more, outlet });
    expect([key, status, body.message]).toEqual([key, status < 300 ? status : 200, undefined]);
    return body as T;
  };
  /** Time passes; the access tokens have expired by then. */
  const pass = async (minutes: number): Promise<void> => {
    t.advance(minutes * minute);
    near = await t.signIn('Admin', 'till-near');
  };
  const iso = () => new Date(t.now()).toISOString();
  const order = (made: string, as = near) => {
    slot += 1;
    const item = { key: newKey(), menuItemId: soup, qty: 1, createdAt: made };
    const bill = { key: newKey(), type: 'Table', slot: String(slot), covers: 2, items: [item], createdAt: made };
    return call<Bill>('bill.create', { as, body: bill });
  };
  const pay = async (bill: Bill, paidAt: string, as = near): Promise<void> => {
    const payments = [{ key: newKey(), method: 'Card', amount: bill.total }];
    const seen = { itemKeys: bill.items.map(({ key }) => key), total: bill.total };
    await call('bill.pay', { as, body: { key: bill.key, payments, seen, modifiedAt: paidAt } });
  };
  const left = async () => {
    const [count] = await call<[ItemCount]>('menu.counts');
    return leftOn(count, businessDate(t.now(), 'Indian/Maldives', '04:00'));
  };
  /** The till calls the server, which notes it after the answer. */
  const comes = async (): Promise<void> => {
    away = await t.signIn('Admin', 'till-away');
    await call('bill.active', { as: away });
    const heard = () =>
      t.store.readOutlet(outlet, (db) =>
        db.selectFrom('device_contact').select('heard_at').where('device_id', '=', 'till-away').executeTakeFirst(),
      );
    await expect.poll(async () => (await heard())?.heard_at).toBe(t.now());
  };
  const dayOf = async (bill: Bill) => (await call<Bill>('bill.find', { params: { id: bill.key } })).businessDate;
  const figures = (query: Record<string, string>) =>
    call<{ from: string; bills: number; sales: number }>('app.dashboard', { query });
  const salesOn = async (day: string) => {
    const body = { reportKey: 'sales', range: 'Custom', from: day, to: day, compareTo: 'None', filters: {} };
    return (await call<{ totals: { bills: number; total: number } }>('report.run', { body })).totals;
  };

  it('counts each sale on the day of its payment, also one that arrives after the end; Z, dashboards and reports of both days add up', async () => {
    const shift = await call<{ id: number; date: string }>('shift.create', {
      body: { key: newKey(), openingBalance: 0 },
    });
    expect(shift.date).toBe('2026-03-04');
    await call('menu_item.update', { body: { id: soup, version: 1, dailyQty: 10 } });
    await comes();
    await pass(20);
    const early = await order(iso());
    await pay(early, iso());
    const open = await order(iso());
    expect(await left()).toBe(8);
    // 03:50: a till without the server sells and takes the money.
    await pass(20);
    const cut = iso();
    expect(await figures({ range: 'Today' })).toMatchObject({ from: '2026-03-04', bills: 1, sales: early.total });
    // 04:20, the next business day. The till is back.
    await pass(30);
    away = await t.signIn('Admin', 'till-away');
    const late = await order(cut, away);
    await pay(late, cut, away);
    // What was sold on the day before takes nothing from what the day begins with.
    expect(await left()).toBe(10);
    const next = await order(iso());
    expect(await left()).toBe(9);
    await pay(next, iso());
    await pay(open, iso());
    expect(await Promise.all([early, late, next, open].map(dayOf))).toEqual([
      '2026-03-04',
      '2026-03-04',
      '2026-03-05',
      '2026-03-05',
    ]);
    const [one, two] = [early.total + late.total, next.total + open.total];
    expect(await figures({ range: 'Today' })).toMatchObject({ from: '2026-03-05', bills: 2, sales: two });
    const yesterday = { range: 'Custom', start: '2026-03-04T12:00:00Z', end: '2026-03-04T12:00:00Z' };
    expect(await figures(yesterday)).toMatchObject({ from: '2026-03-04', bills: 2, sales: one });
    expect([await salesOn('2026-03-04'), await salesOn('2026-03-05')]).toMatchObject([
      { bills: 2, total: one },
      { bills: 2, total: two },
    ]);
    const counted = [{ method: 'Cash', amount: 0 }];
    const { z } = await call<{ z: { totals: object } }>('shift.close', { body: { id: shift.id, counted } });
    expect(z.totals).toMatchObject({ bills: 4, total: one + two });
    // What arrives after its Z counts today, in the shift that is open.
    await pass(1);
    await call('shift.create', { body: { key: newKey(), openingBalance: 0 } });
    const after = await order(cut, away);
    await pay(after, cut, away);
    expect(await dayOf(after)).toBe('2026-03-05');
    expect(await salesOn('2026-03-04')).toMatchObject({ bills: 2, total: one });
  });
});
