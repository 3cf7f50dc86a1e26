import type { Bill } from '@atoll/domain/bill/bill';
import { pointsRule } from '@atoll/domain/resources/points-rule';
import { pointsTier } from '@atoll/domain/resources/points-tier';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../platform/http/actor.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { createRecord, type NewRecord } from '../../resource/write.ts';
import { createBill, payBill, refundBill } from '../bill/service.ts';
import { addShop, cash, line, newKey, payment, refusalOf, type Shop, sent, setSetting } from '../bill/testing/shop.ts';
import { createCustomer } from '../customer/service.ts';
import { adjustPoints } from './adjust.ts';
import { pointsRuleHooks, pointsTierHooks } from './hooks.ts';
import { listPoints, pointsLedger } from './list.ts';

eachEngine('points', (on) => {
  let shop: Shop;
  let slot = 0;
  const newShop = async (store: Shop['store']) => {
    slot = 0;
    shop = await addShop(store);
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

  it('earns per amount and per item when a bill is paid, with the tier’s factor, once per bill', async () => {
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
});
