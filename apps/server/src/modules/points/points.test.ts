import type { Bill } from '@atoll/domain/bill/bill';
import { rewardKey } from '@atoll/domain/bill/promotion/reward';
import type { PointsHolder } from '@atoll/domain/contract/people/points';
import { addDays } from '@atoll/domain/date/business-day';
import { customer } from '@atoll/domain/resources/customer';
import { customerGroup } from '@atoll/domain/resources/customer-group';
import { pointsRule } from '@atoll/domain/resources/points-rule';
import { pointsTier } from '@atoll/domain/resources/points-tier';
import { promotion } from '@atoll/domain/resources/promotion';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../platform/http/actor.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { createIn, createRecord, type NewRecord } from '../../resource/write.ts';
import { createBill, payBill, refundBill, updateBill } from '../bill/service.ts';
import { addShop, cash, line, newKey, payment, refusalOf, type Shop, sent, setSetting } from '../bill/testing/shop.ts';
import { mergeCustomers } from '../customer/merge.ts';
import { eraseCustomer } from '../customer/personal.ts';
import { createCustomer, customerHooks } from '../customer/service.ts';
import { promotionHooks } from '../price/promotion-hooks.ts';
import { adjustPoints } from './adjust.ts';
import { expirePoints } from './due.ts';
import { holderOf, writePoints } from './entry.ts';
import { pointsRuleHooks, pointsTierHooks } from './hooks.ts';
import { listPoints, pointsLedger } from './list.ts';

eachEngine('points', (on) => {
  let shop: Shop;
  let slot = 0;
  const newShop = async (store: Shop['store']) => {
    slot = 0;
    shop = await addShop(store, { outlet: { features: JSON.stringify(['Wallets']) } });
    await setSetting(shop, 'PointsEnabled', 'true');
    await addRule({ name: 'Per spend', points: 1, per: 1000 });
  };
  beforeAll(async () => newShop(await on.open()));
  const admin = () => shop.admin as Actor;
  const record = (kind: 'rule' | 'tier', body: object) => {
    const resource =
      kind === 'rule'
        ? { definition: pointsRule, hooks: pointsRuleHooks }
        : { definition: pointsTier, hooks: pointsTierHooks };
    return createRecord(shop.store, admin(), resource, { key: newKey(), ...body } as NewRecord);
  };
  const addRule = (body: object) => record('rule', body);
  const guest = async (name = 'Aisha') => (await createCustomer(shop.store, admin(), { key: newKey(), name })).id;
  const open = (customerId: number, items: ReturnType<typeof line>[]) => {
    slot += 1;
    return createBill(shop.store, shop.waiter, sent(String(slot), { items, customerId }));
  };
  const pay = async (bill: Bill, more = {}) =>
    (await payBill(shop.store, shop.waiter, payment(bill, [cash(bill.total)], more))).bill;
  /** Returns the points of each entry, oldest first, after a check that the balance is their sum everywhere. */
  const entriesOf = async (id: number): Promise<number[]> => {
    const { points, entries } = await pointsLedger(shop.store, shop.outletId, String(id));
    const all = entries.toReversed().map((entry) => entry.points);
    expect(points).toBe(all.reduce((sum, one) => sum + one, 0));
    expect(entries[0]?.balanceAfter ?? 0).toBe(points);
    return all;
  };
  const refund = (bill: Bill, amount: number, items?: { key: string; qty: number }[], key = newKey()) =>
    refundBill(shop.store, shop.admin, {
      key,
      billId: bill.key,
      payments: [cash(amount)],
      reason: 'Cold',
      ...(items && { items }),
    });
  /** Refunds items for what they cost. */
  const giveBack = async (bill: Bill, items?: { key: string; qty: number }[]) => {
    const owed = await refusalOf(refund(bill, 1, items));
    return refund(bill, Number(owed?.extra['due'] ?? 0) + 1, items);
  };

  it('[R22.17] earns per amount and per item when a bill is paid, with the tier’s factor, once per bill', async () => {
    const id = await guest();
    await addRule({ name: 'Juice', kind: 'PerItem', points: 5, itemIds: [shop.menu.juice] });
    const bill = await open(id, [line(shop.menu.burger, 2), line(shop.menu.juice, 2, { size: 'Small' })]);
    expect(await entriesOf(id)).toEqual([]);
    const body = payment(bill);
    const { bill: paid } = await payBill(shop.store, shop.waiter, body);
    // 100.00 + 24.00: 12 points of the amount, 5 for each juice.
    expect(paid.points).toEqual({ earned: 22, balance: 22 });
    await payBill(shop.store, shop.waiter, body);
    expect(await entriesOf(id)).toEqual([22]);
    await record('tier', { name: 'Gold', fromPoints: 20, factorPct: 150 });
    const next = await pay(await open(id, [line(shop.menu.burger, 1)]));
    expect(next.points).toEqual({ earned: 7, balance: 29 });
    const other = await guest('Below the tier');
    expect((await pay(await open(other, [line(shop.menu.burger, 1)]))).points?.earned).toBe(5);
  });

  it('gives nothing where points are off, without a customer, for gift cards and for what was free', async () => {
    const id = await guest();
    const bill = await open(id, [line(shop.menu.burger)]);
    await setSetting(shop, 'PointsEnabled', 'false');
    expect(await pay(bill)).not.toHaveProperty('points');
    await setSetting(shop, 'PointsEnabled', 'true');
    expect(await pay(await open(0, [line(shop.menu.burger)]))).not.toHaveProperty('points');
    expect(await entriesOf(id)).toEqual([]);
    const free = line(shop.menu.burger, 1, { isComp: true });
    slot += 1;
    const given = sent(String(slot), { items: [free, line(shop.menu.tea)], customerId: id });
    const card = line(0, 1, { sellingPrice: 50_000, card: { hash: 'c'.repeat(64), last4: '7K2Q' } });
    expect((await pay(await createBill(shop.store, shop.admin, given))).points?.earned).toBe(1);
    const sold = await open(id, [line(shop.menu.burger), card]);
    const { bill: paid } = await payBill(shop.store, shop.waiter, payment(sold, [cash(sold.total + 50_000)]));
    expect(paid.points?.earned).toBe(5);
  });

  it('takes points back in proportion, below 0 if need be, and the last refund makes them exact', async () => {
    const id = await guest();
    const bill = await pay(await open(id, [line(shop.menu.burger, 1), line(shop.menu.tea, 2)]));
    expect(await entriesOf(id)).toEqual([bill.points?.earned]);
    await adjustPoints(shop.store, admin(), {
      key: newKey(),
      customerId: id,
      points: -bill.points!.earned,
      reason: 'Used',
    });
    const tea = bill.items.filter(({ menuItemId }) => menuItemId === shop.menu.tea)[0]!;
    const part = await giveBack(bill, [{ key: tea.key, qty: 1 }]);
    expect(part.points).toEqual({
      earned: -Math.round((bill.points!.earned * 1000) / 7000),
      balance: part.points?.earned,
    });
    await giveBack(bill);
    const all = await entriesOf(id);
    expect(all.slice(2).reduce((sum, one) => sum + one, 0)).toBe(-bill.points!.earned);
  });

  it('takes back exactly what was earned, in whatever parts and order', async () => {
    const items = fc.array(fc.constantFrom('burger', 'tea', 'juice'), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(items, fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }), async (names, order) => {
        const id = await guest();
        const bill = await pay(
          await open(
            id,
            names.map((name) => line(shop.menu[name as 'tea'], 2, { size: 'Small' })),
          ),
        );
        const units = bill.items.flatMap(({ key }) => [key, key]);
        const sorted = units.map((key, place) => ({ key, at: order[place] ?? 0 })).toSorted((a, b) => a.at - b.at);
        for (const { key } of sorted) await giveBack(bill, [{ key, qty: 1 }]);
        const all = await entriesOf(id);
        expect(all[0] ?? 0).toBe(bill.points?.earned ?? 0);
        expect(all.reduce((sum, one) => sum + one, 0)).toBe(0);
      }),
      { numRuns: 5 },
    );
  });

  it('marks points that are older than the setting, the oldest spent first, until a person takes them off', async () => {
    const id = await guest('Long away');
    /** Writes an entry of a day that is so many days ago. */
    const move = (type: 'Earn' | 'Redeem', points: number, daysAgo: number) =>
      shop.store.writeOutlet(shop.outletId, async (tx) => {
        const holder = await holderOf(tx, id);
        const businessDate = addDays(await todayOf(tx.db, shop.outletId, tx.now), -daysAgo);
        const about = { id: await tx.nextId('point_entry'), key: newKey(), at: tx.now, businessDate, author: admin() };
        if (holder) writePoints(tx, holder, { ...about, type, points });
      });
    await move('Earn', 100, 400);
    await move('Earn', 50, 300);
    await move('Redeem', -30, 10);
    const now = () =>
      shop.store.readOutlet(shop.outletId, async () => pointsLedger(shop.store, shop.outletId, String(id)));
    const list = (due?: string) =>
      listPoints(shop.store, shop.outletId, { isPaged: false, limit: 100, offset: 0 } as never, { due }) as Promise<
        PointsHolder[]
      >;
    expect(await now()).not.toHaveProperty('due');
    expect((await list()).find((one) => one.id === id)).not.toHaveProperty('due');
    const expire = (key = newKey()) => expirePoints(shop.store, admin(), { key, customerId: id, reason: 'Too old' });
    expect(await refusalOf(expire())).toMatchObject({ reason: 'stateForbids' });
    await setSetting(shop, 'PointsExpiryMonths', '12');
    expect(await now()).toMatchObject({ points: 120, due: 70 });
    expect(await list('Due')).toMatchObject([{ id, points: 120, due: 70 }]);
    expect(await entriesOf(id)).toEqual([100, 50, -30]);
    const key = newKey();
    await expire(key);
    await expire(key);
    expect(await now()).toMatchObject({
      points: 50,
      due: 0,
      entries: [{ type: 'Expire', points: -70, note: 'Too old' }, {}, {}, {}],
    });
    expect(await list('Due')).toEqual([]);
    expect(await refusalOf(expire())).toMatchObject({ reason: 'stateForbids' });
    const other = { key, customerId: await guest('Somebody else'), reason: 'Too old' };
    expect(await refusalOf(expirePoints(shop.store, admin(), other))).toMatchObject({ reason: 'keyReused' });
    await setSetting(shop, 'PointsExpiryMonths', '0');
  });

  const addReward = (body: object) =>
    createRecord(shop.store, admin(), { definition: promotion, hooks: promotionHooks }, {
      key: newKey(),
      status: 'Published',
      trigger: 'Reward',
      ...body,
    } as NewRecord);
  const give = (customerId: number, points: number) =>
    adjustPoints(shop.store, admin(), { key: newKey(), customerId, points, reason: 'Welcome' });
  /** Puts a reward on a bill. */
  const use = (bill: Bill, promotionId: number, more: object = {}) =>
    updateBill(shop.store, shop.waiter, {
      key: bill.key,
      coupons: [{ key: rewardKey(promotionId), promotionId, last4: '' }],
      changed: ['coupons'],
      ...more,
    } as never);

  it('[R22.19] takes a reward for points of the customer, and refuses it without them', async () => {
    const [id, poor] = [await guest(), await guest('Poor')];
    const { id: rewardId } = await addReward({ name: 'Free 20', type: 'BillOff', amount: 2000, pointsCost: 50 });
    const order = (customerId: number) => open(customerId, [line(shop.menu.burger)]);
    const refused = await use(await order(poor), rewardId);
    expect([refused.bill.subTotal, refused.bill.coupons, refused.conflicts]).toEqual([
      5000,
      undefined,
      [{ field: 'coupons', yours: '', stands: null }],
    ]);
    await give(id, 60);
    const [one, two] = [await order(id), await order(id)];
    const { bill: taken } = await use(one, rewardId);
    expect(taken.subTotal).toBe(3000);
    // The other open bill keeps its points.
    expect((await use(two, rewardId)).conflicts).toHaveLength(1);
    await give(id, -20);
    expect(await refusalOf(pay(taken))).toMatchObject({ reason: 'pointsShort', status: 409 });
    await give(id, 20);
    const body = payment(taken);
    const { bill: paid } = await payBill(shop.store, shop.waiter, body);
    await payBill(shop.store, shop.waiter, body);
    // 30.00 are paid: 3 points.
    expect(paid.points).toEqual({ earned: 3, spent: 50, balance: 13 });
    expect(await entriesOf(id)).toEqual([60, -20, 20, -50, 3]);
    const wrong = addReward({ name: 'Each', type: 'PercentOff', percent: 100, pointsCost: 1 });
    expect(await refusalOf(wrong)).toMatchObject({ reason: 'invalid' });
  });

  it('lets a reward stand that was paid without the server, also below 0', async () => {
    const id = await guest();
    const { id: rewardId } = await addReward({ name: 'Free 10', type: 'BillOff', amount: 1000, pointsCost: 40 });
    await give(id, 40);
    const { bill } = await use(await open(id, [line(shop.menu.burger)]), rewardId);
    await give(id, -30);
    const paid = await pay(bill, { modifiedAt: new Date(Date.now() - 3_600_000).toISOString() });
    expect(paid.points?.spent).toBe(40);
    expect((await entriesOf(id)).slice(0, 3)).toEqual([40, -30, -40]);
  });

  it('[R22.18] takes points back in proportion, below 0 if need be, returns those of rewards, and ends exact', async () => {
    const id = await guest();
    const tea = { menuItemId: shop.menu.tea, categoryId: 0, qty: 1 };
    const { id: rewardId } = await addReward({
      name: 'Free tea',
      type: 'Bundle',
      price: 0,
      parts: [tea],
      pointsCost: 30,
    });
    await give(id, 30);
    const opened = await open(id, [line(shop.menu.burger, 2), line(shop.menu.tea, 1)]);
    const paid = await pay((await use(opened, rewardId)).bill);
    expect(paid.points).toEqual({ earned: 10, spent: 30, balance: 10 });
    await give(id, -10);
    const burger = paid.items.find(({ menuItemId }) => menuItemId === shop.menu.burger)?.key ?? '';
    // Half of what was paid comes back, and nothing of the free tea.
    expect((await giveBack(paid, [{ key: burger, qty: 1 }])).points).toEqual({ earned: -5, balance: -5 });
    expect((await giveBack(paid)).points).toEqual({ earned: -5, spent: -30, balance: 20 });
    expect(await entriesOf(id)).toEqual([30, -30, 10, -10, -5, 30, -5]);
  });

  it('moves the points of merged customers in two entries, takes refunds from who was kept, and ends erased ones at 0', async () => {
    const [kept, double] = [await guest('Kept'), await guest('Double')];
    await give(kept, 5);
    const bill = await pay(await open(double, [line(shop.menu.burger, 1)]));
    await mergeCustomers(shop.store, admin(), kept, double);
    await mergeCustomers(shop.store, admin(), kept, double);
    expect([await entriesOf(kept), await entriesOf(double)]).toEqual([
      [5, 5],
      [5, -5],
    ]);
    await giveBack(bill);
    expect(await entriesOf(kept)).toEqual([5, 5, -5]);
    const late = await pay(await open(kept, [line(shop.menu.burger, 1)]));
    await eraseCustomer(shop.store, admin(), kept, 'Asked for it');
    expect(await entriesOf(kept)).toEqual([5, 5, -5, 5, -10]);
    expect(await giveBack(late)).not.toHaveProperty('points');
    expect(await entriesOf(kept)).toHaveLength(5);
  });

  it('gives a tier with its group by the points of a year, and takes it back with them', async () => {
    await newShop(shop.store);
    const id = await guest();
    const group = await createRecord(shop.store, admin(), { definition: customerGroup, hooks: {} }, {
      key: newKey(),
      name: 'Gold guests',
    } as NewRecord);
    await record('tier', { name: 'Gold', fromPoints: 5, factorPct: 200, groupId: group.id });
    const bill = await pay(await open(id, [line(shop.menu.burger, 1)]));
    const next = await open(id, [line(shop.menu.tea)]);
    expect(next.customer).toMatchObject({ points: 5, tier: 'Gold', groupId: group.id });
    await giveBack(bill);
    const last = await open(id, [line(shop.menu.tea)]);
    expect(last.customer).toMatchObject({ points: 0 });
    expect([last.customer?.tier, last.customer?.groupId]).toEqual([undefined, undefined]);
  });

  it('corrects points once for a key, and lists who has some', async () => {
    const id = await guest('Ibrahim');
    const body = { key: newKey(), customerId: id, points: 50, reason: 'Welcome' };
    await adjustPoints(shop.store, admin(), body);
    await adjustPoints(shop.store, admin(), body);
    expect(await entriesOf(id)).toEqual([50]);
    expect(await refusalOf(adjustPoints(shop.store, admin(), { ...body, points: 60 }))).toMatchObject({
      reason: 'keyReused',
    });
    const request = { isPaged: false, sort: 'points', direction: 'desc', limit: 10, offset: 0, search: 'ibra' };
    const found = await listPoints(shop.store, shop.outletId, request as never);
    expect(found).toEqual([expect.objectContaining({ id, name: 'Ibrahim', points: 50 })]);
    const lost = adjustPoints(shop.store, admin(), { ...body, key: newKey(), customerId: 99_999 });
    expect(await refusalOf(lost)).toMatchObject({ reason: 'notFound' });
  });

  it('gives the points of a signup once to a customer who is new, in the office and on a bill, not from an import', async () => {
    await newShop(shop.store);
    const before = await guest();
    await addRule({ name: 'Welcome', kind: 'Signup', points: 50, orderTypes: ['Takeaway'] });
    await addRule({ name: 'Later', kind: 'Signup', points: 7, fromDate: '2999-01-01' });
    await record('tier', { name: 'Gold', fromPoints: 50, factorPct: 200 });
    const key = newKey();
    const sends = () => createCustomer(shop.store, admin(), { key, name: 'Office' });
    const made = await sends();
    expect(made).toMatchObject({ loyaltyPoints: 50 });
    expect(await sends()).toMatchObject({ id: made.id, loyaltyPoints: 50 });
    expect([await entriesOf(made.id), await entriesOf(before)]).toEqual([[50], []]);

    // A till creates the customer by a key, and then names it on the bill.
    const onBill = newKey();
    const { id } = await createCustomer(shop.store, shop.waiter as Actor, { key: onBill, name: 'On a bill' });
    slot += 1;
    const items = [line(shop.menu.burger)];
    const bill = await createBill(
      shop.store,
      shop.waiter,
      sent(String(slot), { items, customer: { key: onBill } } as never),
    );
    expect(bill.customer).toMatchObject({ id, points: 50 });
    expect((await pay(bill)).points).toEqual({ earned: 10, balance: 60 });
    expect(await entriesOf(id)).toEqual([50, 10]);

    const customers = { definition: customer, hooks: customerHooks };
    const listed = await shop.store.writeOutlet(shop.outletId, (tx) =>
      createIn(tx, admin(), customers, { key: newKey(), name: 'Imported' } as NewRecord),
    );
    await setSetting(shop, 'PointsEnabled', 'false');
    expect([await entriesOf(listed.id), await entriesOf(await guest('Off'))]).toEqual([[], []]);
  });
});
