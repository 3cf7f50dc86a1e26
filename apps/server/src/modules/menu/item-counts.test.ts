import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey } from '../bill/testing/shop.ts';

const day = 24 * 3_600_000;

eachEngine('items left', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let waiter: SignedIn;
  let cake: number;
  let tea: number;
  let slot = 0;

  const signIn = async () => {
    [manager, waiter] = [await app.signIn('Manager'), await app.signIn('User')];
  };
  beforeAll(async () => {
    app = await testApp(on);
    await signIn();
    const done = async (key: string, body: object) => (await app.call(key as never, { as: manager, body })).body;
    await done('shift.create', { key: newKey(), openingBalance: 0 });
    const menu = await done('menu.create', { key: newKey(), name: 'Cakes' });
    const { id } = await done('category.create', { key: newKey(), name: 'Cakes', menuIds: [menu.id] });
    const sizes = JSON.stringify([{ value: 'Slice', sellingPrice: 3000, isDefault: true }]);
    const add = (name: string) => addMenuItem(app.store, app.cafe, { name, sizes, category_ids: JSON.stringify([id]) });
    [cake, tea] = [await add('Cake'), await add('Tea')];
  });
  const call = (key: string, body?: object, as = waiter) => app.call(key as never, { as, ...(body && { body }) });
  const counts = async () => (await call('menu.counts')).body as { menuItemId: number; left: number | null }[];
  const left = async () => (await counts()).find(({ menuItemId }) => menuItemId === cake)?.left;
  const setLeft = (value: number | null, as = manager) => call('menu.setLeft', { id: cake, left: value }, as);
  const line = (qty: number, more: object = {}) => ({ key: newKey(), menuItemId: cake, qty, ...more });
  const order = async (...items: object[]): Promise<Bill> => {
    slot += 1;
    const { status, body } = await call('bill.create', { key: newKey(), type: 'Table', slot: String(slot), items });
    expect([status, body.message]).toEqual([200, undefined]);
    return body as Bill;
  };
  const voidItem = async (bill: Bill, sentQty: number) => {
    const [{ key, menuItemId, qty }] = bill.items as [Bill['items'][0]];
    const item = { key, menuItemId, qty };
    const place = { key: bill.key, type: 'Table', slot: bill.slot, checkNo: bill.checkNo, changed: [] };
    if (sentQty > 0) await call('bill.update', { ...place, items: [{ ...item, sentQty }] });
    return call('bill.update', { ...place, items: [{ ...item, isVoid: true, voidReason: 'Changed' }] }, manager);
  };
  const changesSince = async (since: number) =>
    (await app.call('change.list', { as: waiter, query: { since: String(since) } })).body as {
      head: number;
      changes: { entity: string; id: number }[];
    };

  it('[R21.29] counts down as items are saved, up when an unsent one is voided, and goes below 0 with a notice, where the sale stands', async () => {
    await setLeft(5);
    const { head } = await changesSince(0);
    const bill = await order(line(2));
    expect(await left()).toBe(3);
    const { changes } = await changesSince(head);
    expect(changes.filter(({ entity }) => entity === 'Countdown').map(({ id }) => id)).toEqual([cake]);
    expect(changes.some(({ entity }) => ['Menu', 'Settings'].includes(entity))).toBe(false);
    await call('bill.split', { billId: bill.id, key: newKey(), items: [{ key: bill.items[0]?.key, qty: 1 }] });
    expect(await left()).toBe(3);
    const made = await order(line(2));
    expect(await left()).toBe(1);
    expect((await voidItem(made, 2)).status).toBe(200);
    expect(await left()).toBe(1);
    const unsent = await order(line(1));
    expect(await left()).toBe(0);
    expect((await voidItem(unsent, 0)).status).toBe(200);
    expect(await left()).toBe(1);
    const late = await order(line(2));
    expect([await left(), late.subTotal > 0]).toEqual([-1, true]);
    const { body: notices } = await call('notification.list', undefined, manager);
    expect(notices).toMatchObject([{ title: 'More of Cake was sold than there was', entityId: cake }]);
    expect((await call('bill.void', { billId: late.id, reason: 'Guest left' }, manager)).status).toBe(200);
    expect(await left()).toBe(1);
    await setLeft(null);
    await order(line(1));
    expect(await counts()).toEqual([]);
  });

  it('[R21.29] an item with a quantity for each day begins again with the next business day', async () => {
    const find = async () => (await app.call('menu_item.find' as never, { as: manager, params: { id: cake } })).body;
    const { version } = await find();
    expect((await call('menu_item.update', { id: cake, version, dailyQty: 4 }, manager)).status).toBe(200);
    await setLeft(2);
    await order(line(3));
    expect(await left()).toBe(-1);
    app.advance(day);
    await signIn();
    await order(line(1), { ...line(9), menuItemId: tea });
    expect(await counts()).toMatchObject([{ menuItemId: cake, left: 3, dailyQty: 4 }]);
    const { body: outlet } = await app.call('app.findOutlet', { as: waiter, params: { id: app.cafe } });
    expect(outlet.countsItems).toBe(true);
  });

  it('[R21.29] is set by who may mark items as sold out, and refuses what is no count', async () => {
    expect((await setLeft(3, waiter)).status).toBe(403);
    expect((await setLeft(-1)).status).toBe(422);
    expect((await call('menu.setLeft', { id: 999_999, left: 1 }, manager)).status).toBe(404);
    expect((await setLeft(7)).body).toMatchObject([{ menuItemId: cake, left: 7 }]);
  });
});
