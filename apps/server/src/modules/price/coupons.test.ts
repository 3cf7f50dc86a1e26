import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { codeHash, last4, readCode } from '@atoll/domain/wallet/code';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey } from '../bill/testing/shop.ts';

eachEngine('coupons', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let waiter: SignedIn;
  let dish: number;
  let promotionId: number;
  let automatic: number;
  let slot = 0;
  const call = (key: string, body?: object, as = waiter) => app.call(key as never, { as, ...(body && { body }) });
  const done = async (key: string, body: object) => {
    const answer = await call(key, { key: newKey(), ...body }, manager);
    expect([key, answer.status, answer.body.errors]).toEqual([key, 200, undefined]);
    return answer.body;
  };
  const signIn = async () => {
    [manager, waiter] = [await app.signIn('Manager'), await app.signIn('User')];
  };
  beforeAll(async () => {
    app = await testApp(on);
    await signIn();
    await done('shift.create', { openingBalance: 0 });
    const menu = await done('menu.create', { name: 'Food' });
    const { id } = await done('category.create', { name: 'Dishes', menuIds: [menu.id] });
    const sizes = JSON.stringify([{ value: 'Plate', sellingPrice: 10_000, isDefault: true }]);
    dish = await addMenuItem(app.store, app.cafe, { name: 'Dish', sizes, category_ids: JSON.stringify([id]) });
    const off = { type: 'BillOff', status: 'Published' };
    promotionId = (await done('promotion.create', { ...off, name: 'Friends', percent: 20, trigger: 'Coupon' })).id;
    automatic = (await done('promotion.create', { ...off, name: 'From 900', amount: 100, minSpend: 90_000 })).id;
  });
  const create = async (count: number, maxUses: number): Promise<string[]> => {
    const { csv } = await done('prices.createCoupons', { promotionId, count, maxUses });
    return csv.split('\r\n').slice(1);
  };
  const couponOf = (shown: string) => {
    const code = readCode(shown) ?? '';
    return { key: codeHash(code), promotionId, last4: last4(code) };
  };
  const order = async (): Promise<Bill> => {
    slot += 1;
    const items = [{ key: newKey(), menuItemId: dish, qty: 1 }];
    return (await call('bill.create', { key: newKey(), type: 'Table', slot: String(slot), items })).body as Bill;
  };
  const use = (bill: Bill, code: string, more: object = {}) => {
    const place = { key: bill.key, type: 'Table', slot: bill.slot, checkNo: bill.checkNo };
    return call('bill.update', { ...place, coupons: [couponOf(code)], changed: ['coupons'], ...more });
  };
  const find = (code: string, bill: Bill) =>
    app.call('prices.coupon', { as: waiter, query: { hash: couponOf(code).key, billKey: bill.key } });

  it('[R21.19] a single-use code takes the promotion off one bill, also when two tills use it at the same time', async () => {
    const [code = ''] = await create(3, 1);
    const bills = [await order(), await order()] as const;
    expect(bills[0].subTotal).toBe(10_000);
    expect((await find(code, bills[0])).body).toEqual({ promotionId, last4: couponOf(code).last4 });
    const answers = await Promise.all(bills.map((bill) => use(bill, code)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const totals = answers.map(({ body }) => body.subTotal).toSorted((a, b) => a - b);
    expect(totals).toEqual([8000, 10_000]);
    const conflicts = answers.flatMap(({ body }) => body.conflicts);
    expect(conflicts).toEqual([{ field: 'coupons', yours: couponOf(code).last4, stands: null }]);
    const winner = answers.find(({ body }) => body.subTotal === 8000)?.body as Bill;
    const other = bills.find(({ key }) => key !== winner.key) as Bill;
    expect(await find(code, other)).toMatchObject({ status: 409, body: { message: 'This coupon is not valid now' } });
    expect((await find(code, winner)).status).toBe(200);
    // The bill is void: its coupon is free again.
    await call('bill.void', { billId: winner.key, reason: 'Guest left' }, manager);
    expect((await use(other, code)).body.subTotal).toBe(8000);
    const declined = [{ promotionId, reason: 'Not for today' }];
    const place = { key: other.key, type: 'Table', slot: other.slot, checkNo: other.checkNo, changed: [] };
    expect((await call('bill.update', { ...place, declined }, manager)).body.subTotal).toBe(10_000);
    expect((await find(code, await order())).status).toBe(200);
  });

  it('[R21.19] shared codes are known to every till, count on as many bills as they may, and beyond it flagged', async () => {
    const [code = ''] = await create(1, 1_000);
    const [twice = ''] = await create(1, 2);
    const { body: rules } = await call('prices.get');
    expect(rules.codes).toEqual([{ promotionId, hashes: [couponOf(code).key, couponOf(twice).key].toSorted() }]);
    expect(rules.promotions.map(({ trigger }: { trigger?: string }) => trigger)).toEqual(['Coupon', undefined]);
    for (const expected of [8000, 8000, 10_000]) expect((await use(await order(), twice)).body.subTotal).toBe(expected);
    const headers = { 'x-device-id': 'till-coupons' };
    const bill = await order();
    await app.call('bill.active', { as: waiter, headers });
    const at = new Date(app.now() + 60_000).toISOString();
    app.advance(600_000);
    const plan = { key: newKey(), promotionId, version: rules.version, at, order: 0, words: 'Friends' };
    const applied = [{ ...plan, scope: 'Bill', terms: { percent: 20 } }];
    const place = { key: bill.key, type: 'Table', slot: bill.slot, modifiedAt: at, changed: ['coupons'] };
    const body = { ...place, coupons: [couponOf(twice)], applied };
    const late = await app.call('bill.update', { as: waiter, headers, body });
    expect(late.body).toMatchObject({ subTotal: 8000, applied: [{ flag: 'OverLimit' }] });
  });

  it('[R21.19] nobody makes up a coupon, and its promotion counts on no bill without one', async () => {
    const made = { key: 'a'.repeat(64), promotionId, last4: 'FAKE' };
    const bill = await order();
    const place = { key: bill.key, type: 'Table', slot: bill.slot, checkNo: bill.checkNo, changed: ['coupons'] };
    const { body } = await call('bill.update', { ...place, coupons: [made] });
    expect([body.subTotal, body.coupons]).toEqual([10_000, undefined]);
    const terms = { scope: 'Bill', terms: { percent: 20 } };
    const applied = [{ key: newKey(), promotionId, version: 1, at: bill.createdAt, order: 0, words: 'x', ...terms }];
    expect((await call('bill.update', { ...place, applied })).body.subTotal).toBe(10_000);
    const refused = async (more: object) =>
      (await call('prices.createCoupons', { key: newKey(), promotionId, count: 1, maxUses: 1, ...more }, manager)).body;
    expect((await refused({ count: 51, maxUses: 0 })).errors).toEqual({
      count: 'Create at most 50 codes for more than one use at a time',
    });
    expect((await refused({ promotionId: automatic })).errors).toEqual({
      promotionId: 'This promotion counts without a code',
    });
    expect((await refused({ count: 5001 })).code).toBe(422);
    expect((await call('prices.createCoupons', { key: newKey(), promotionId, count: 1, maxUses: 1 })).status).toBe(403);
  });

  it('[R21.19] counts only while its promotion is published, and on its days', async () => {
    const made = { name: 'Evening', type: 'BillOff', percent: 50, trigger: 'Coupon', status: 'Published' };
    let evening = await done('promotion.create', made);
    const { csv } = await done('prices.createCoupons', { promotionId: evening.id, count: 3, maxUses: 1 });
    const [first = '', second = '', third = ''] = (csv as string).split('\r\n').slice(1);
    const change = async (more: object) => {
      evening = await done('promotion.update', { id: evening.id, version: evening.version, ...more });
    };
    const usedOn = async (bill: Bill, code: string) =>
      (await use(bill, code, { coupons: [{ ...couponOf(code), promotionId: evening.id }] })).body;
    expect((await usedOn(await order(), first)).subTotal).toBe(5000);
    await change({ fromDate: '2030-01-01' });
    expect((await usedOn(await order(), second)).subTotal).toBe(10_000);
    await change({ status: 'Draft', fromDate: null });
    const bill = await order();
    expect(await find(third, bill)).toMatchObject({ status: 409, body: { reason: 'couponInvalid' } });
    const { subTotal, coupons, conflicts } = await usedOn(bill, third);
    expect([subTotal, coupons]).toEqual([10_000, undefined]);
    expect(conflicts).toEqual([{ field: 'coupons', yours: couponOf(third).last4, stands: null }]);
  });

  it('[R21.19] codes stand in no table, and the list says how many were used', async () => {
    const codes = await create(600, 1);
    expect(new Set(codes).size).toBe(600);
    await use(await order(), codes[7] ?? '');
    const { body: list } = await call('prices.coupons', undefined, manager);
    expect(list.find(({ count }: { count: number }) => count === 600)).toMatchObject({
      promotionId,
      promotion: 'Friends',
      count: 600,
      maxUses: 1,
      uses: 1,
      last4: '',
    });
    const { body: history } = await call('audit.list', undefined, await app.signIn('Admin'));
    const dump = JSON.stringify([
      history,
      await app.store.readOutlet(app.cafe, (db) => db.selectFrom('bill').select('doc').execute()),
      await app.store.readOutlet(app.cafe, (db) => db.selectFrom('coupon').selectAll().execute()),
      await app.store.readOutlet(app.cafe, (db) => db.selectFrom('history').selectAll().execute()),
    ]);
    const plain = codes.map((code) => readCode(code) ?? '');
    expect([...codes, ...plain].filter((code) => dump.includes(code))).toEqual([]);
  });
});
