import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { addDays, businessDate } from '@atoll/domain/date/business-day';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey } from '../bill/testing/shop.ts';

const minute = 60_000;

eachEngine('promotions for birthdays', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let waiter: SignedIn;
  let dish: number;
  let dishes: number;
  let slot = 0;
  let made = 0;
  let published: { readonly id: number; readonly version: number } | undefined;
  const call = (key: string, body?: object, as = waiter) => app.call(key as never, { as, ...(body && { body }) });
  const done = async (key: string, body: object) => {
    const answer = await call(key, { key: newKey(), ...body }, manager);
    expect([key, answer.status, answer.body.errors ?? answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body;
  };
  beforeAll(async () => {
    app = await testApp(on);
    [manager, waiter] = [await app.signIn('Manager'), await app.signIn('User')];
    await done('shift.create', { openingBalance: 0 });
    const menu = await done('menu.create', { name: 'Bar' });
    dishes = (await done('category.create', { name: 'Juices', menuIds: [menu.id] })).id;
    const sizes = JSON.stringify([{ value: 'Glass', sellingPrice: 3500, isDefault: true }]);
    dish = await addMenuItem(app.store, app.cafe, { name: 'Juice', sizes, category_ids: JSON.stringify([dishes]) });
  });
  afterEach(async () => {
    if (published) await done('promotion.update', { id: published.id, version: published.version, status: 'Draft' });
    published = undefined;
  });
  const promote = async (more: object) => {
    const one = await done('promotion.create', { name: `Treat ${(made += 1)}`, status: 'Published', ...more });
    published = one;
    return one;
  };
  const iso = (ms: number) => new Date(ms).toISOString();
  const order = async (customerId: number): Promise<Bill> => {
    slot += 1;
    const items = [{ key: newKey(), menuItemId: dish, size: 'Glass', qty: 2 }];
    const body = { key: newKey(), type: 'Table', slot: String(slot), items, customerId };
    const answer = await call('bill.create', body);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    return answer.body;
  };
  const dayOf = (days: number): string => addDays(businessDate(app.now(), 'Indian/Maldives', '04:00'), days);
  /** Creates a guest whose birthday is so many days from now. */
  const guest = async (days: number | null, name = `Guest ${(made += 1)}`) => {
    const birthday = days === null ? null : `1992${dayOf(days).slice(4)}`;
    return (await done('customer.create', { name, birthday })).id;
  };

  it('counts a promotion for a birthday near it, once a year for each guest, by the birthday in the record', async () => {
    const treat = await promote({ type: 'BillOff', percent: 20, trigger: 'Birthday' });
    const [aisha, far, none] = [await guest(3), await guest(4), await guest(null)];
    expect((await order(none)).subTotal).toBe(7000);
    const early = await order(far);
    expect([early.subTotal, early.customer?.birthday]).toEqual([7000, undefined]);
    expect((await order(await guest(-7))).subTotal).toBe(5600);
    expect((await order(await guest(-8))).subTotal).toBe(7000);
    const bill = await order(aisha);
    expect(bill).toMatchObject({
      subTotal: 5600,
      applied: [{ promotionId: treat.id, terms: { percent: 20, customerId: aisha } }],
      customer: { birthday: { day: dayOf(3), used: [] } },
    });
    const usedBy = async (customerId: number, billKey: string) =>
      (await app.call('prices.birthdays', { as: waiter, query: { customerId: String(customerId), billKey } })).body
        .used;
    expect([await usedBy(aisha, newKey()), await usedBy(aisha, bill.key), await usedBy(far, newKey())]).toEqual([
      [treat.id],
      [],
      [],
    ]);
    expect(await order(aisha)).toMatchObject({ subTotal: 7000, customer: { birthday: { used: [treat.id] } } });
    // The bill is for somebody else, and then void: the guest has it again.
    const body = { key: bill.key, type: bill.type, slot: bill.slot, version: bill.version };
    const change = { ...body, customerId: 0, customer: null, changed: ['customerId', 'customer'] };
    expect((await call('bill.update', change)).body).toMatchObject({ subTotal: 7000 });
    const again = await order(aisha);
    expect(again.subTotal).toBe(5600);
    expect((await call('bill.void', { billId: again.id, reason: 'Left' }, manager)).status).toBe(200);
    const paid = await order(aisha);
    const { key, total } = paid;
    const seen = { itemKeys: paid.items.map((item) => item.key), total };
    const payments = [{ key: newKey(), method: 'Card', amount: total }];
    const done = await call('bill.pay', { key, payments, seen });
    expect([done.status, done.body.message, done.body.customer]).toMatchObject([200, undefined, { id: aisha }]);
    expect([done.body.subTotal, done.body.customer.birthday]).toEqual([5600, undefined]);
    // A double had it too, and an erased guest has no birthday.
    const double = await guest(3);
    expect((await order(double)).subTotal).toBe(5600);
    const kept = await guest(3);
    expect((await call('customer.merge', { toId: kept, fromId: double }, manager)).status).toBe(200);
    expect(await usedBy(kept, newKey())).toEqual([treat.id]);
    expect((await order(kept)).subTotal).toBe(7000);
    const erased = await guest(0);
    expect((await call('customer.erase', { id: erased, reason: 'Asked for it' }, manager)).status).toBe(204);
    expect((await order(erased)).subTotal).toBe(7000);
  });

  it('keeps what a till without the server gave for a birthday, flagged where the guest had it', async () => {
    const treat = await promote({ type: 'PercentOff', percent: 20, trigger: 'Birthday', categoryIds: [dishes] });
    const [aisha, other] = [await guest(0), await guest(100)];
    expect(await order(aisha)).toMatchObject({ subTotal: 5600, applied: [{ customerId: aisha }] });
    const headers = { 'x-device-id': 'till-birthdays' };
    await app.call('bill.active', { as: waiter, headers });
    const madeAt = iso(app.now() + minute);
    app.advance(10 * minute);
    const rulesVersion = (await call('prices.get')).body.version;
    const send = async (customerId: number) => {
      const key = newKey();
      const given = { promotionId: treat.id, version: rulesVersion, at: madeAt, order: 0, words: 'Mine', customerId };
      const applied = [{ ...given, key: newKey(), scope: 'Line', parts: [{ itemKey: key, qty: 2, amount: 1400 }] }];
      const item = { key, menuItemId: dish, size: 'Glass', qty: 2, createdAt: madeAt, rulesVersion };
      const place = { key: newKey(), type: 'Takeaway', slot: customerId === aisha ? '1' : '2', customerId };
      const items = [{ ...item, sellingPrice: 3500 }];
      const sent = { ...place, items, applied, createdAt: madeAt, modifiedAt: madeAt };
      const answer = await app.call('bill.create', { as: waiter, headers, body: sent });
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
      return answer.body;
    };
    expect(await send(aisha)).toMatchObject({ subTotal: 5600, applied: [{ flag: 'OverLimit' }] });
    // No birthday is near: a till does not make one up.
    expect((await send(other)).subTotal).toBe(7000);
  });
});
