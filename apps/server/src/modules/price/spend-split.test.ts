/** Plays a waiter who gets a promotion from a spend by dishes that nobody wants, splits them off and voids them. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey } from '../bill/testing/shop.ts';

eachEngine('a promotion from a spend', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let waiter: SignedIn;
  let dish: number;
  let feast: number;
  let slot = 0;
  beforeAll(async () => {
    app = await testApp(on);
    [manager, waiter] = [await app.signIn('Manager'), await app.signIn('User')];
    const done = async (key: string, body: object) => {
      const answer = await app.call(key as never, { as: manager, body: { key: newKey(), ...body } });
      expect([key, answer.status]).toEqual([key, 200]);
      return answer.body as { id: number };
    };
    await done('shift.create', { openingBalance: 0 });
    const menu = await done('menu.create', { name: 'Bar' });
    const { id } = await done('category.create', { name: 'Dishes', menuIds: [menu.id] });
    const add = (name: string, sellingPrice: number) =>
      addMenuItem(app.store, app.cafe, {
        name,
        sizes: JSON.stringify([{ value: 'Plate', sellingPrice, isDefault: true }]),
        category_ids: JSON.stringify([id]),
      });
    [dish, feast] = [await add('Dish', 5000), await add('Feast', 95_000)];
    const terms = { type: 'BillOff', percent: 20, minSpend: 100_000 };
    await done('promotion.create', { name: 'From 1,000', status: 'Published', ...terms });
  });
  const call = async (key: string, body: object, as = waiter) => app.call(key as never, { as, body });
  const ordered = async () => {
    slot += 1;
    const items = [dish, feast].map((menuItemId) => ({ key: newKey(), menuItemId, qty: 1 }));
    const { body } = await call('bill.create', { key: newKey(), type: 'Table', slot: String(slot), items });
    expect(body).toMatchObject({ subTotal: 80_000, promotion: 20_000 });
    const [wanted, other] = items as [(typeof items)[0], (typeof items)[0]];
    return { bill: body as Bill, wanted, other };
  };
  const splitOff = async (bill: Bill, key: string, more: object = {}) => {
    const { body } = await call('bill.split', { billId: bill.id, key: newKey(), items: [{ key, qty: 1 }], ...more });
    return body as [Bill, Bill];
  };
  const idOf = ({ key, slot: at, checkNo }: Bill) => ({ key, type: 'Table', slot: at, checkNo, changed: [] });
  const voided = (bill: Bill, item: object) =>
    call('bill.update', { ...idOf(bill), items: [{ ...item, isVoid: true, voidReason: 'Changed' }] });
  const subTotal = async (bill: Bill) =>
    (await app.call('bill.find', { as: manager, params: { id: bill.key } })).body.subTotal;

  it('ends with an item that it counted, on one bill', async () => {
    const { bill, other } = await ordered();
    expect((await voided(bill, other)).body).toMatchObject({ subTotal: 5000 });
  });

  it('is not kept by splitting off what nobody wants and voiding it there without an approval', async () => {
    const { bill, other } = await ordered();
    const [left, check] = await splitOff(bill, other.key);
    expect([left.subTotal, check.subTotal]).toEqual([4000, 76_000]);
    const { body } = await voided(check, other);
    const whole = await call('bill.void', { billId: check.id, reason: 'Guest left' });
    expect([body.reason, whole.body.reason, await subTotal(left)]).toEqual(['approvalNeeded', 'approvalNeeded', 4000]);
  });

  it('is not kept by voiding on the former bill what was split off', async () => {
    const { bill, other } = await ordered();
    const [left, check] = await splitOff(bill, other.key);
    await voided(left, other);
    expect([await subTotal(left), await subTotal(check)]).toEqual([4000, 76_000]);
    // Who may void what was sent may do it there too.
    const body = { ...idOf(left), items: [{ ...other, isVoid: true, voidReason: 'Changed' }] };
    await call('bill.update', body, manager);
    expect([await subTotal(left), await subTotal(check)]).toEqual([4000, 0]);
  });

  it('is not kept when what was split off comes back before it is voided', async () => {
    const { bill, wanted, other } = await ordered();
    const more = { key: newKey(), menuItemId: dish, qty: 1 };
    const { body: three } = await call('bill.update', { ...idOf(bill), items: [more] });
    expect(three.subTotal).toBe(84_000);
    const [left, check] = await splitOff(three as Bill, wanted.key, { to: { type: 'Table', slot: '30' } });
    const to = { type: 'Table', slot: left.slot };
    const { body: back } = await call('bill.transfer', { from: { key: check.key }, to, items: [wanted.key] });
    expect([back.items.filter(({ isVoid }: { isVoid: boolean }) => !isVoid).length, back.subTotal]).toEqual([
      3, 84_000,
    ]);
    expect((await voided(back as Bill, other)).body).toMatchObject({ reason: 'approvalNeeded' });
    expect(await subTotal(back as Bill)).toBe(84_000);
  });
});
