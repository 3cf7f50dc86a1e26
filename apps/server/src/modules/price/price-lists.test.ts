import type { Bill } from '@atoll/domain/bill/bill';
import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { wallClock } from '@atoll/domain/date/business-day';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { emailOf, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey } from '../bill/testing/shop.ts';

const minute = 60_000;
const hour = 60 * minute;

eachEngine('price lists', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let waiter: SignedIn;
  let juice: number;
  let categoryId: number;
  let slot = 0;
  let made = 0;
  /** The lists of a test, which end with it. */
  let lists: { readonly id: number; readonly version: number }[] = [];
  let promotions: { readonly id: number; readonly version: number }[] = [];

  beforeAll(async () => {
    app = await testApp(on);
    await signIn();
    await asManager('shift.create', { key: newKey(), openingBalance: 0 });
    const menu = await asManager('menu.create', { key: newKey(), name: 'Bar' });
    categoryId = (await asManager('category.create', { key: newKey(), name: 'Juices', menuIds: [menu.id] })).id;
    juice = await addMenuItem(app.store, app.cafe, {
      name: 'Juice',
      sizes: JSON.stringify([{ value: 'Glass', sellingPrice: 3500, isDefault: true }]),
      category_ids: JSON.stringify([categoryId]),
    });
  });
  beforeEach(async () => {
    await signIn();
    for (const { id, version } of lists.splice(0))
      await asManager('price_list.update', { id, version, status: 'Draft' });
    for (const { id, version } of promotions.splice(0))
      await asManager('promotion.update', { id, version, status: 'Draft' });
  });
  const signIn = async () => {
    manager = await app.signIn('Manager');
    waiter = await app.signIn('User');
  };
  const call = async (key: string, as: SignedIn, body?: object) =>
    app.call(key as never, { as, ...(body && { body }) });
  const asManager = async (key: string, body: object): Promise<{ id: number; version: number }> => {
    const answer = await call(key, manager, body);
    expect([key, answer.status, answer.body.errors ?? answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body;
  };
  const publish = async (more: object) => {
    const list = await asManager('price_list.create', {
      key: newKey(),
      name: `List ${(made += 1)}`,
      status: 'Published',
      prices: [{ menuItemId: juice, price: 2500 }],
      ...more,
    });
    lists.push(list);
    return list;
  };
  const change = async (list: { id: number; version: number }, more: object) => {
    const after = await asManager('price_list.update', { id: list.id, version: list.version, ...more });
    lists = lists.map((one) => (one.id === after.id ? after : one));
    return after;
  };
  const promote = async (more: object) => {
    const name = `Promotion ${(made += 1)}`;
    const promotion = await asManager('promotion.create', { key: newKey(), name, status: 'Published', ...more });
    promotions.push(promotion);
    return { ...promotion, name };
  };
  const iso = (ms: number) => new Date(ms).toISOString();
  const timeIn = (ms: number): string => {
    const { hour: h, minute: m } = wallClock(app.now() + ms, 'Indian/Maldives');
    return `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`;
  };
  const version = async (): Promise<number> => (await call('prices.get', waiter)).body.version;
  const order = async (item: object = {}, more: object = {}): Promise<Bill> => {
    slot += 1;
    const items = [{ key: newKey(), menuItemId: juice, size: 'Glass', qty: 2, ...item }];
    const { status, body } = await call('bill.create', waiter, {
      key: newKey(),
      type: 'Table',
      slot: String(slot),
      items,
      ...more,
    });
    expect([status, body.message]).toEqual([200, undefined]);
    return body as Bill;
  };
  const priceIn = ({ items }: Bill) =>
    items.map(({ sellingPrice, listPrice, priceFlag, laterPrice }) => [sellingPrice, listPrice, priceFlag, laterPrice]);

  it('are sent to tills once they are published, with a version, and 304 while they stay the same', async () => {
    const before = await version();
    const list = await publish({ name: 'Happy hour', status: 'Draft', orderTypes: ['Table'] });
    expect(await version()).toBe(before);
    await change(list, { status: 'Published' });
    const { body, headers } = await call('prices.get', waiter);
    expect(body).toEqual({
      version: before + 1,
      changes: [],
      lists: [
        {
          id: list.id,
          name: 'Happy hour',
          kind: 'Offer',
          priority: 0,
          roundTo: 0,
          orderTypes: ['Table'],
          prices: [{ menuItemId: juice, price: 2500 }],
        },
      ],
    });
    const again = await app.call('prices.get', { as: waiter, headers: { 'if-none-match': String(headers['etag']) } });
    expect(again.status).toBe(304);
    const { body: outlet } = await app.call('app.findOutlet', { as: waiter, params: { id: app.cafe } });
    expect(outlet.pricesVersion).toBe(before + 1);
  });

  it('[R21.21] the bill and its history say which list made the price, and what the menu says', async () => {
    const list = await publish({ name: 'Two for tea' });
    const bill = await order();
    expect(bill.items[0]).toMatchObject({
      sellingPrice: 2500,
      listPrice: 3500,
      priceRule: { id: list.id, version: await version(), words: 'Two for tea, 35.00 -> 25.00' },
    });
    expect(bill.subTotal).toBe(5000);
    const { body } = await app.call('bill.timeline', { as: manager, params: { id: bill.key } });
    expect((body.events as BillEvent[])[0]?.after).toMatchObject({ items: [{ sellingPrice: 2500, listPrice: 3500 }] });
  });

  /** Saves a glass on a bill, and returns the bill. */
  const add = async (bill: Bill, item: object = {}, more: object = {}, as = waiter): Promise<Bill> => {
    const items = [{ key: newKey(), menuItemId: juice, size: 'Glass', qty: 1, ...item }];
    const body = { key: bill.key, type: 'Table', slot: bill.slot, items, changed: [], ...more };
    return (await call('bill.update', as, body)).body as Bill;
  };
  const lastPrice = (bill: Bill) => priceIn(bill).at(-1)?.[0];
  const fromNow = (from: number, to: number) => [{ day: 'Every day', from: timeIn(from), to: timeIn(to) }];

  it('[R21.4] a line keeps the price of its tap when it is saved later; grace lengthens the window', async () => {
    await publish({ availability: fromNow(-hour, hour), graceMinutes: 10 });
    const tapped = iso(app.now());
    const [bill, other] = [await order({}, { items: [] }), await order({}, { items: [] })];
    app.advance(hour + 5 * minute);
    await signIn();
    expect(lastPrice(await add(bill))).toBe(2500);
    app.advance(10 * minute);
    expect(lastPrice(await add(bill))).toBe(3500);
    expect(lastPrice(await add(other, { createdAt: tapped }))).toBe(2500);
    // Nobody tapped before the bill was opened.
    expect(priceIn(await order({ createdAt: tapped }))[0]?.[0]).toBe(3500);
  });

  it('[R36.11] a happy hour that is over is had by no earlier time once its person saved since, or two hours later', async () => {
    await publish({ availability: fromNow(-hour, hour) });
    const headers = { 'x-device-id': 'till-9' };
    const signInThere = async () =>
      (await app.call('auth.login', { body: { email: emailOf('User'), password }, headers })).body as SignedIn;
    await app.call('bill.active', { as: await signInThere(), headers });
    const opened = app.now();
    const empty = () => order({}, { items: [] });
    const [bill, second, third] = [await empty(), await empty(), await empty()];
    app.advance(59 * minute);
    await signIn();
    expect(lastPrice(await add(bill))).toBe(2500);
    app.advance(20 * minute);
    await signIn();
    const before = { createdAt: iso(opened + 58 * minute) };
    expect(lastPrice(await add(bill, { createdAt: iso(opened + 30 * minute) }))).toBe(3500);
    // Nor on a bill that was opened since.
    const tapped = { key: newKey(), menuItemId: juice, size: 'Glass', qty: 1, ...before };
    const since = { key: newKey(), type: 'Takeaway', slot: '1', ...before, items: [tapped] };
    expect(lastPrice((await call('bill.create', manager, since)).body)).toBe(3500);
    // What somebody else tapped then may still be unsaved on their till.
    expect(lastPrice(await add(bill, before, {}, manager))).toBe(2500);
    app.advance(2 * hour);
    await signIn();
    expect(lastPrice(await add(second, before))).toBe(3500);
    // A till that was away then could not save it.
    const body = { key: third.key, type: 'Table', slot: third.slot, changed: [] };
    const items = [{ key: newKey(), menuItemId: juice, size: 'Glass', qty: 1, ...before }];
    const late = await app.call('bill.update', { as: await signInThere(), headers, body: { ...body, items } });
    expect(lastPrice(late.body as Bill)).toBe(2500);
  });

  it('[R21.23] the server proves a price by the version that the till names; one that was replaced within the window stands, flagged', async () => {
    const list = await publish({});
    const old = await version();
    await change(list, { prices: [{ menuItemId: juice, price: 3000 }] });
    const named = { rulesVersion: old, sellingPrice: 2500 };
    app.advance(23 * hour);
    await signIn();
    expect(priceIn(await order(named))).toEqual([[2500, 3500, 'OldRules', undefined]]);
    // What those rules do not give is not proved by them.
    expect(priceIn(await order({ ...named, sellingPrice: 2600 }))).toEqual([[3000, 3500, undefined, undefined]]);
    // A till that has not read the new rules may give the same price.
    expect(priceIn(await order({ ...named, sellingPrice: 3000 }))).toEqual([[3000, 3500, undefined, undefined]]);
    app.advance(2 * hour);
    await signIn();
    expect(priceIn(await order(named))).toEqual([[3000, 3500, undefined, undefined]]);
    // A version that never was proves nothing.
    expect(priceIn(await order({ ...named, rulesVersion: 9999 }))[0]?.[0]).toBe(3000);
  });

  it('a till of an earlier release sells by the menu until the window ends, then by the rules', async () => {
    const { outlet, admin } = await freshOutlet(app);
    const at = (key: string, body: object) => app.call(key as never, { as: admin, outlet, body });
    await at('shift.create', { key: newKey(), openingBalance: 0 });
    const item = await addMenuItem(app.store, outlet, {
      name: 'Tea',
      sizes: JSON.stringify([{ value: 'Cup', sellingPrice: 1000, isDefault: true }]),
    });
    const prices = [{ menuItemId: item, price: 800 }];
    expect((await at('price_list.create', { key: newKey(), name: 'L', status: 'Published', prices })).status).toBe(422);
    expect((await at('price_list.create', { key: newKey(), name: 'List', status: 'Published', prices })).status).toBe(
      200,
    );
    const sold = async (tableNo: string, sellingPrice: number) => {
      const items = [{ key: newKey(), menuItemId: item, size: 'Cup', qty: 1, sellingPrice }];
      const user = await app.call('bill.create', {
        as: admin,
        outlet,
        body: { key: newKey(), type: 'Table', slot: tableNo, items },
      });
      return priceIn(user.body as Bill)[0];
    };
    expect(await sold('1', 1000)).toEqual([1000, undefined, 'OldRules', undefined]);
    expect(await sold('2', 800)).toEqual([800, 1000, undefined, undefined]);
  });

  it('[R21.24] a price that no version gives becomes the present one on an open bill, and stands, flagged and told, when it was paid without the server', async () => {
    await publish({});
    const named = { rulesVersion: await version(), sellingPrice: 100 };
    const bill = await order(named);
    expect(priceIn(bill)).toEqual([[2500, 3500, undefined, undefined]]);
    const headers = { 'x-device-id': 'till-3' };
    const madeAt = iso(app.now() + minute);
    await app.call('bill.active', { as: waiter, headers });
    app.advance(10 * minute);
    const item = { key: newKey(), menuItemId: juice, size: 'Glass', qty: 1, createdAt: madeAt, ...named };
    const pay = (total: number) =>
      app.call('bill.pay', {
        as: waiter,
        headers,
        body: {
          key: bill.key,
          items: [item],
          modifiedAt: madeAt,
          payments: [{ key: newKey(), method: 'Card', amount: total }],
          seen: { itemKeys: [...bill.items.map(({ key }) => key), item.key], total },
        },
      });
    // The answer says what is due, as the till computed it offline.
    const { status, body } = await pay((await pay(1)).body.due);
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body.subTotal).toBe(5100);
    expect(priceIn(body as Bill)[1]).toEqual([100, 3500, 'Unproven', undefined]);
    const { body: notices } = await app.call('notification.list', { as: manager });
    expect(JSON.stringify(notices)).toContain(`Bill ${bill.number} was paid at prices that nobody set`);
  });

  it('[R21.1] counts for customers of a group when the bill is theirs', async () => {
    const group = await asManager('customer_group.create', { key: newKey(), name: `Staff ${made}` });
    await publish({ groupIds: [group.id], kind: 'Base', prices: [{ categoryId, percent: -20 }] });
    const ali = await asManager('customer.create', { key: newKey(), name: 'Ali', groupId: group.id });
    expect(priceIn(await order())[0]?.[0]).toBe(3500);
    const bill = await order({}, { customerId: ali.id });
    expect(priceIn(bill)).toEqual([[2800, 3500, undefined, undefined]]);
    expect(bill.customer?.groupId).toBe(group.id);
  });

  it('are refused at the field that is wrong, and to people without price.manage', async () => {
    const errorsOf = async (more: object) =>
      (
        await call('price_list.create', manager, {
          key: newKey(),
          name: 'Wrong',
          prices: [{ menuItemId: juice, price: 1 }],
          ...more,
        })
      ).body.errors;
    expect(await errorsOf({ prices: [{ price: 1 }] })).toEqual({
      'prices[0].menuItemId': 'Choose an item or a category',
    });
    expect(await errorsOf({ prices: [{ menuItemId: juice, categoryId, price: 1 }] })).toEqual({
      'prices[0].menuItemId': 'Choose an item or a category',
    });
    expect(await errorsOf({ prices: [{ menuItemId: juice, price: 1, percent: 2 }] })).toEqual({
      'prices[0].price': 'Type a price or a percentage',
    });
    expect(await errorsOf({ prices: [{ categoryId, percent: -91 }] })).toEqual({
      'prices[0].percent': 'Percent must be at least -90',
    });
    const twice = { menuItemId: juice, price: 1 };
    expect(await errorsOf({ prices: [twice, twice] })).toEqual({ 'prices[1].menuItemId': 'Price is listed twice' });
    expect(await errorsOf({ fromDate: '2026-12-02', toDate: '2026-12-01' })).toEqual({
      toDate: 'Last day is before First day',
    });
    expect(Object.keys(await errorsOf({ roundTo: 7 }))).toEqual(['roundTo']);
    expect(Object.keys(await errorsOf({ availability: [{ day: 'Friday', from: '25:00', to: '09:61' }] }))).toHaveLength(
      2,
    );
    expect((await call('price_list.create', waiter, { key: newKey(), name: 'Mine', prices: [twice] })).status).toBe(
      403,
    );
  });

  it('[R21.6] promotions are planned by the server for a till that knows none, and follow the bill to its payment and refund', async () => {
    const off = await promote({ type: 'PercentOff', percent: 20, categoryIds: [categoryId] });
    await promote({ type: 'BillOff', amount: 1000, minSpend: 7000 });
    const rules = (await call('prices.get', waiter)).body;
    expect(rules.promotions).toHaveLength(2);
    const bill = await order();
    // 70.00, − 20 %, − 10.00
    expect(bill).toMatchObject({ subTotal: 4600, promotion: 2400 });
    expect(bill.applied).toMatchObject([
      {
        promotionId: off.id,
        version: rules.version,
        words: off.name,
        scope: 'Line',
        parts: [{ qty: 2, amount: 1400 }],
      },
      { scope: 'Bill', terms: { amount: 1000, minSpend: 7000 } },
    ]);
    const { key, total } = bill;
    const seen = { itemKeys: bill.items.map((item) => item.key), total };
    const pay = { key, payments: [{ key: newKey(), method: 'Card', amount: total }], seen };
    const paid = (await call('bill.pay', waiter, pay)).body as Bill;
    expect(paid).toMatchObject({ status: 'Complete', total, promotion: 2400 });
    const item = paid.items[0]?.key;
    const back = await call('bill.refund', manager, {
      billId: paid.id,
      key: newKey(),
      items: [{ key: item, qty: 1 }],
      reason: 'Cold',
      payments: [{ key: newKey(), method: 'Card', amount: Math.round(total / 2) }],
    });
    expect([back.status, back.body.subTotal, back.body.message]).toEqual([200, -2300, undefined]);
  });

  /** Returns a promotion of the first item of a bill as a till sends it. */
  const sent = (promotionId: number, rulesVersion: number, itemKey: string, more: object = {}) => ({
    key: newKey(),
    promotionId,
    version: rulesVersion,
    at: iso(app.now()),
    order: 0,
    words: 'Mine',
    scope: 'Line',
    parts: [{ itemKey, qty: 2, amount: 1400 }],
    ...more,
  });

  it('[R21.23] promotions that a till names are proved: the rules replaced within the window count, flagged, and others do not', async () => {
    const off = await promote({ type: 'PercentOff', percent: 20 });
    const old = await version();
    const key = newKey();
    const applied = [sent(off.id, old, key)];
    expect((await order({ key }, { applied })).applied).toMatchObject([{ key: applied[0]?.key, words: off.name }]);
    // A till that names none of them gets none.
    expect((await order({}, { applied: [] })).subTotal).toBe(7000);
    const invented = newKey();
    const forged = sent(off.id, old, invented, { parts: [{ itemKey: invented, qty: 2, amount: 7000 }] });
    expect(await order({ key: invented }, { applied: [forged] })).toMatchObject({
      subTotal: 5600,
      applied: [{ words: off.name }],
    });
    const version2 = await asManager('promotion.update', { id: off.id, version: off.version, percent: 10 });
    promotions = [version2];
    const late = newKey();
    expect((await order({ key: late }, { applied: [sent(off.id, old, late)] })).applied).toMatchObject([
      { flag: 'OldRules', parts: [{ amount: 1400 }] },
    ]);
    app.advance(25 * hour);
    await signIn();
    const tooLate = newKey();
    expect((await order({ key: tooLate }, { applied: [sent(off.id, old, tooLate)] })).subTotal).toBe(6300);
  });

  it('[R36.11] a promotion of the bill whose hours are over is not had by naming an earlier time', async () => {
    const { id } = await promote({ type: 'BillOff', percent: 10, availability: fromNow(-hour, hour) });
    const rules = await version();
    const tapped = { createdAt: iso(app.now()) };
    const chosen = () => [
      sent(id, rules, '', {
        key: newKey(),
        at: tapped.createdAt,
        scope: 'Bill',
        parts: undefined,
        terms: { percent: 10 },
      }),
    ];
    const bill = await order({ qty: 1 }, { applied: [] });
    const other = await order({}, { items: [] });
    expect([bill.subTotal, bill.promotion]).toEqual([3500, undefined]);
    app.advance(hour + 10 * minute);
    await signIn();
    expect((await add(bill, {}, { items: [], applied: chosen() })).subTotal).toBe(3500);
    expect((await add(bill, {}, { applied: chosen() })).subTotal).toBe(7000);
    expect((await add(bill, tapped, { applied: chosen() })).subTotal).toBe(10_500);
    // Tapped and planned then, and saved now.
    expect((await add(other, tapped, { applied: chosen() })).subTotal).toBe(3150);
  });

  it('a till does not choose the order in which promotions are taken off', async () => {
    const half = await promote({ type: 'BillOff', percent: 50, combines: 'Stacks' });
    const ten = await promote({ type: 'BillOff', amount: 1000, combines: 'Stacks', priority: 5 });
    const rules = await version();
    const ofBill = (id: number, terms: object, place: number) =>
      sent(id, rules, '', { scope: 'Bill', parts: undefined, order: place, terms: { ...terms, isStacked: true } });
    const planned = await order();
    // 70.00, - 10.00, - 50 %
    expect(planned.subTotal).toBe(3000);
    const applied = [ofBill(half.id, { percent: 50 }, 0), ofBill(ten.id, { amount: 1000 }, 1)];
    const bill = await order({}, { applied });
    expect([bill.subTotal, bill.applied?.length]).toEqual([3000, 2]);
  });

  it('[R21.24] a promotion that was paid without the server counts, flagged and told, only as its rule gives it', async () => {
    const off = await promote({ type: 'PercentOff', percent: 20, availability: fromNow(-5 * hour, -4 * hour) });
    const rules = await version();
    const headers = { 'x-device-id': 'till-4' };
    const bill = await order();
    expect(bill.subTotal).toBe(7000);
    const madeAt = iso(app.now() + minute);
    await app.call('bill.active', { as: waiter, headers });
    app.advance(10 * minute);
    const [{ key: itemKey }] = bill.items as [Bill['items'][0]];
    const pay = (one: object, total: number) =>
      app.call('bill.pay', {
        as: waiter,
        headers,
        body: {
          key: bill.key,
          applied: [{ ...sent(off.id, rules, itemKey), at: madeAt, ...one }],
          modifiedAt: madeAt,
          payments: [{ key: newKey(), method: 'Card', amount: total }],
          seen: { itemKeys: [itemKey], total },
        },
      });
    const forged = [
      { parts: [{ itemKey, qty: 2, amount: 6999 }] },
      { promotionId: 999_999 },
      { scope: 'Bill', parts: undefined, terms: { percent: 90 } },
    ];
    for (const one of forged) {
      const { body } = await pay(one, 1);
      expect([body.reason, body.due]).toEqual(['billChanged', bill.total]);
    }
    const { status, body } = await pay({}, (await pay({}, 1)).body.due);
    expect([status, body.message, body.subTotal]).toEqual([200, undefined, 5600]);
    expect(body.applied).toMatchObject([{ flag: 'Unproven', words: off.name }]);
    const { body: notices } = await app.call('notification.list', { as: manager });
    expect(JSON.stringify(notices)).toContain(`Bill ${bill.number} was paid at prices that nobody set`);
  });

  it('voiding an item of a set asks when the share of another item was paid on another check', async () => {
    await promote({ type: 'BuyGet', buyQty: 1, getQty: 1, percent: 100, categoryIds: [categoryId] });
    const bill = await add(await order({ qty: 1 }));
    const [one, other] = bill.items as [Bill['items'][0], Bill['items'][0]];
    const items = [{ key: other.key, qty: 1 }];
    const { body: checks } = await call('bill.split', waiter, { billId: bill.id, key: newKey(), items });
    const [left, check] = checks as [Bill, Bill];
    const paid = await call('bill.pay', waiter, {
      key: check.key,
      payments: [{ key: newKey(), method: 'Card', amount: check.total }],
      seen: { itemKeys: [other.key], total: check.total },
    });
    expect([paid.status, paid.body.subTotal]).toEqual([200, 1750]);
    const voided = [{ key: one.key, menuItemId: juice, qty: 1, isVoid: true, voidReason: 'Changed' }];
    const body = { key: left.key, type: 'Table', slot: left.slot, changed: [], items: voided };
    const asked = await call('bill.update', waiter, body);
    expect(asked.body).toMatchObject({ reason: 'approvalNeeded', permission: 'item.void.sent' });
    const whole = await call('bill.void', waiter, { billId: left.id, reason: 'Changed their mind' });
    expect(whole.body).toMatchObject({ reason: 'approvalNeeded', permission: 'bill.void' });
    expect((await call('bill.void', manager, { billId: left.id, reason: 'Changed their mind' })).status).toBe(200);
  });

  it('[R21.12] [R21.13] a later line completes a promotion, and voiding one ends it for the rest', async () => {
    await promote({ type: 'BuyGet', buyQty: 1, getQty: 1, percent: 100, categoryIds: [categoryId] });
    const bill = await order({ qty: 1 });
    const update = async (more: object) => {
      const body = { key: bill.key, type: 'Table', slot: bill.slot, changed: [], ...more };
      return (await call('bill.update', manager, body)).body as Bill;
    };
    const second = { key: newKey(), menuItemId: juice, size: 'Glass', qty: 1 };
    const two = await update({ items: [second] });
    expect(two).toMatchObject({ subTotal: 3500, promotion: 3500 });
    const voided = await update({ items: [{ ...second, isVoid: true, voidReason: 'Changed' }] });
    expect(voided.subTotal).toBe(3500);
    expect(voided.promotion).toBeUndefined();
  });

  it('[R21.13] after a void the same promotion is tried on the rest, and no other', async () => {
    const pair = await promote({ type: 'BuyGet', buyQty: 1, getQty: 1, percent: 100, categoryIds: [categoryId] });
    const glasses = Array.from({ length: 5 }, () => ({ key: newKey(), menuItemId: juice, size: 'Glass', qty: 1 }));
    const place = { type: 'Takeaway', slot: '2' };
    const bill = (await call('bill.create', waiter, { key: newKey(), ...place, items: glasses })).body as Bill;
    expect([bill.subTotal, bill.promotion]).toEqual([10_500, 7000]);
    await promote({ type: 'PercentOff', percent: 40, categoryIds: [categoryId] });
    const body = { key: bill.key, ...place, changed: [] };
    const remove = async (item: object | undefined) =>
      (await call('bill.update', manager, { ...body, items: [{ ...item, isVoid: true, voidReason: 'Changed' }] }))
        .body as Bill;
    const [first = ''] = bill.applied?.[0]?.parts?.map(({ itemKey }) => itemKey) ?? [];
    // The one that was left over completes it again.
    const four = await remove(glasses.find(({ key }) => key === first));
    expect([four.subTotal, four.promotion]).toEqual([7000, 7000]);
    const rest = await remove(glasses.find(({ key }) => key !== first));
    expect([rest.subTotal, rest.promotion]).toEqual([7000, 3500]);
    expect(new Set(rest.applied?.map(({ promotionId }) => promotionId))).toEqual(new Set([pair.id]));
  });

  it('[R21.17] the greatest discount of an item limits promotions and discounts, not the price of a list', async () => {
    const capped = await addMenuItem(app.store, app.cafe, {
      name: 'Capped',
      sizes: JSON.stringify([{ value: 'Glass', sellingPrice: 10_000, isDefault: true }]),
      max_discount_bp: 500,
    });
    await publish({ prices: [{ menuItemId: capped, percent: -50 }] });
    await promote({ type: 'PercentOff', percent: 20, itemIds: [capped] });
    const items = [{ key: newKey(), menuItemId: capped, qty: 1 }];
    const sent = { key: newKey(), type: 'Takeaway', slot: '3', items };
    const bill = (await call('bill.create', waiter, sent)).body as Bill;
    expect([bill.items[0]?.sellingPrice, bill.promotion, bill.subTotal]).toEqual([5000, 250, 4750]);
  });

  it('[R21.22] a promotion that was taken off a bill with a reason does not come back on it', async () => {
    const off = await promote({ type: 'PercentOff', percent: 20 });
    const bill = await order();
    expect(bill.subTotal).toBe(5600);
    const body = { key: bill.key, type: 'Table', slot: bill.slot, changed: [] };
    const remove = (reason: string) =>
      call('bill.update', waiter, { ...body, declined: [{ promotionId: off.id, reason }] });
    expect((await remove('')).status).toBe(422);
    const without = (await remove('Guest pays for all')).body as Bill;
    expect(without).toMatchObject({ subTotal: 7000, version: bill.version + 1, declined: [{ promotionId: off.id }] });
    const more = await call('bill.update', waiter, {
      ...body,
      items: [{ key: newKey(), menuItemId: juice, size: 'Glass', qty: 1 }],
    });
    expect(more.body.subTotal).toBe(10_500);
    const { body: timeline } = await app.call('bill.timeline', { as: manager, params: { id: bill.key } });
    expect(
      (timeline.events as BillEvent[]).flatMap(({ after }) => (after as { promotions?: object[] }).promotions ?? []),
    ).toMatchObject([{ words: off.name }, { words: off.name, endReason: 'Declined', reason: 'Guest pays for all' }]);
  });

  it('[R21.14] a split keeps the share of each piece, and both checks add up', async () => {
    await promote({ type: 'BillOff', percent: 10 });
    const bill = await order({ qty: 3 });
    expect(bill.subTotal).toBe(9450);
    const { body } = await call('bill.split', manager, {
      billId: bill.id,
      key: newKey(),
      items: [{ key: bill.items[0]?.key, qty: 1 }],
    });
    const checks = body as Bill[];
    expect(checks.map(({ subTotal }) => subTotal)).toEqual([6300, 3150]);
  });

  it('[R21.13] voiding an item of a set that was split over two checks ends its share on the other check too', async () => {
    await promote({ type: 'BuyGet', buyQty: 1, getQty: 1, percent: 100, categoryIds: [categoryId] });
    const splitSet = async () => {
      const second = { key: newKey(), menuItemId: juice, size: 'Glass', qty: 1 };
      const bill = await order({ qty: 1 });
      const body = { key: bill.key, type: 'Table', slot: bill.slot, changed: [] };
      expect((await call('bill.update', manager, { ...body, items: [second] })).body).toMatchObject({ subTotal: 3500 });
      const items = [{ key: second.key, qty: 1 }];
      const { body: checks } = await call('bill.split', manager, { billId: bill.id, key: newKey(), items });
      expect((checks as Bill[]).map(({ subTotal }) => subTotal)).toEqual([1750, 1750]);
      return { body, first: bill.items[0], checks: checks as [Bill, Bill] };
    };
    const now = async (key: string) => (await app.call('bill.find', { as: manager, params: { id: key } })).body as Bill;
    const { body, first, checks } = await splitSet();
    const voided = { ...first, isVoid: true, voidReason: 'Changed' };
    expect((await call('bill.update', manager, { ...body, items: [voided] })).body).toMatchObject({ subTotal: 0 });
    const other = await now(checks[1].key);
    expect(other).toMatchObject({ subTotal: 3500, version: checks[1].version + 1 });
    expect(other.applied?.map(({ endReason }) => endReason)).toEqual(['Void']);
    const next = await splitSet();
    expect((await call('bill.void', manager, { billId: next.checks[1].id, reason: 'Left' })).status).toBe(200);
    expect((await now(next.checks[0].key)).subTotal).toBe(3500);
  });

  it('[R21.18] the greater of the customer’s and their account’s discount competes as a promotion of the bill', async () => {
    const account = await asManager('account.create', {
      key: newKey(),
      name: `House ${(made += 1)}`,
      accountType: 'Personal',
      discountPct: 12.5,
    });
    const make = (name: string, more: object) =>
      asManager('customer.create', { key: newKey(), name, discountPct: 10, ...more });
    const [ali, mariyam] = [await make('Ali D', {}), await make('Mariyam D', { accountId: account.id })];
    const hassan = await make('Hassan D', { discountPct: 15, accountId: account.id });
    const counter = { type: 'Takeaway', slot: '7' };
    expect((await order({}, { ...counter, customerId: hassan.id })).subTotal).toBe(5950);
    // A till asks for that of the account when the customer is chosen.
    const ofAccount = async ({ id }: { id: number }) =>
      (await app.call('account.credit', { as: waiter, params: { id } })).body.discountPct;
    expect([await ofAccount(ali), await ofAccount(mariyam)]).toEqual([undefined, 12.5]);
    const { body: found } = await app.call('customer.list', { as: waiter, query: { search: 'Mariyam D' } });
    expect(found).toMatchObject([{ accountId: account.id }]);
    const bill = await order({}, { customerId: ali.id });
    expect(bill).toMatchObject({ subTotal: 6300, applied: [{ promotionId: 0, terms: { percent: 10 } }] });
    const body = { key: bill.key, type: 'Table', slot: bill.slot };
    // The till knows no discount of the account, and says that it gave nothing.
    const hers = {
      ...body,
      version: bill.version,
      customerId: mariyam.id,
      changed: ['customerId', 'customer'],
      applied: [],
    };
    const { body: now } = await call('bill.update', waiter, hers);
    expect(now).toMatchObject({ subTotal: 6125, promotion: 875 });
    await promote({ type: 'BillOff', amount: 1000 });
    expect(await order({}, { customerId: mariyam.id })).toMatchObject({ promotion: 1000 });
    const nobody = {
      ...body,
      version: now.version,
      customerId: 0,
      customer: null,
      changed: ['customerId', 'customer'],
      applied: [],
    };
    expect((await call('bill.update', waiter, nobody)).body).toMatchObject({ subTotal: 7000 });
  });

  it('[R21.20] limits per bill, customer and in total hold online; what was given beyond them without the server counts, flagged', async () => {
    const ali = await asManager('customer.create', { key: newKey(), name: 'Ali L' });
    const mine = { customerId: ali.id };
    const at = (place: number, more: object = {}) => ({ type: 'Takeaway', slot: String(place), ...more });
    const twice = { type: 'BuyGet', buyQty: 1, getQty: 1, percent: 100, categoryIds: [categoryId] };
    await promote({ ...twice, maxPerBill: 1, maxPerCustomer: 1, maxTotal: 2 });
    expect((await order({ qty: 4 }, at(10))).subTotal).toBe(14_000);
    const bill = await order({ qty: 4 }, at(11, mine));
    expect(bill).toMatchObject({ subTotal: 10_500, customerId: ali.id });
    expect((await order({}, at(12, mine))).subTotal).toBe(7000);
    // A bill that is void gives its use back.
    expect((await call('bill.void', manager, { billId: bill.id, reason: 'Left' })).status).toBe(200);
    expect((await order({}, at(13, mine))).subTotal).toBe(3500);
    const others = ['Ibrahim L', 'Aminath L'].map((name) => asManager('customer.create', { key: newKey(), name }));
    const [ibrahim, aminath] = await Promise.all(others);
    expect((await order({}, at(14, { customerId: ibrahim?.id }))).subTotal).toBe(3500);
    expect((await order({}, at(15, { customerId: aminath?.id }))).subTotal).toBe(7000);
    // Nor does a till get it that does not know of the others.
    const own = newKey();
    const named = sent(promotions[0]?.id ?? 0, await version(), own, {
      parts: [{ itemKey: own, qty: 2, amount: 3500 }],
    });
    const counter = { type: 'Takeaway', slot: '8', customerId: aminath?.id };
    expect((await order({ key: own }, { ...counter, applied: [named] })).subTotal).toBe(7000);

    const headers = { 'x-device-id': 'till-limits' };
    await app.call('bill.active', { as: waiter, headers });
    const madeAt = iso(app.now() + minute);
    app.advance(10 * minute);
    const key = newKey();
    const given = {
      promotionId: promotions[0]?.id ?? 0,
      version: await version(),
      at: madeAt,
      order: 0,
      words: 'Mine',
    };
    const applied = [{ ...given, key: newKey(), scope: 'Line', parts: [{ itemKey: key, qty: 2, amount: 3500 }] }];
    const item = { key, menuItemId: juice, size: 'Glass', qty: 2, createdAt: madeAt, rulesVersion: given.version };
    const place = { key: newKey(), type: 'Takeaway', slot: '9', customerId: aminath?.id };
    const late = await app.call('bill.create', {
      as: waiter,
      headers,
      body: { ...place, items: [{ ...item, sellingPrice: 3500 }], applied, createdAt: madeAt, modifiedAt: madeAt },
    });
    expect([late.status, late.body.message]).toEqual([200, undefined]);
    expect(late.body).toMatchObject({ subTotal: 3500, applied: [{ flag: 'OverLimit' }] });
  });

  it('promotions are refused at the field that is wrong', async () => {
    const errorsOf = async (more: object) =>
      (await call('promotion.create', manager, { key: newKey(), name: 'Wrong', ...more })).body.errors;
    expect(await errorsOf({ type: 'PercentOff' })).toEqual({ percent: 'Type a percentage' });
    expect(await errorsOf({ type: 'BillOff', percent: 5, amount: 5 })).toEqual({
      percent: 'Type a percentage or an amount',
    });
    expect(await errorsOf({ type: 'Bundle', price: 100 })).toEqual({ parts: 'Choose items or categories' });
    expect(await errorsOf({ type: 'BuyGet', percent: 50 })).toEqual({
      buyQty: 'Type how many',
      getQty: 'Type how many',
    });
    expect(await errorsOf({ type: 'AmountOff', amount: 5, fromDate: '2026-12-02', toDate: '2026-12-01' })).toEqual({
      toDate: 'Last day is before First day',
    });
  });
});
