import { randomUUIDv7 } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addItem, addStorage, levelsAndSums } from './testing/test-stock.ts';

eachEngine('stock', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let manager: SignedIn;
  let waiter: SignedIn;
  let kitchen: number;
  let store: number;
  let rice: number;
  let oil: number;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    manager = await t.signIn('Manager');
    waiter = await t.signIn('User');
    kitchen = await addStorage(t.store, t.cafe, 'Kitchen', true);
    store = await addStorage(t.store, t.cafe, 'Store');
    rice = await addItem(t.store, t.cafe, { name: 'Rice', reorder_level: 5_000_000 });
    oil = await addItem(t.store, t.cafe, { name: 'Oil', stock_unit: 'ml' });
  });
  const call = async (key: ContractKey, body: unknown, as = admin) => t.call(key, { as, body });
  const adjust = (body: object) => call('stock.adjust', { key: randomUUIDv7(), ...body });
  const level = async (itemId: number, storageId: number) => {
    const sums = (await levelsAndSums(t.store, t.cafe)).get(`${itemId} ${storageId}`) ?? [0, 0, 0, 0];
    expect([sums[2], sums[3]], 'the level is the sum of its movements').toEqual([sums[0], sums[1]]);
    return [(sums[0] ?? 0) / 1000, sums[1]];
  };

  it('[R2.22] [R18.14] an adjustment moves stock once, and the item list shows the quantity on hand', async () => {
    const body = {
      key: randomUUIDv7(),
      itemId: rice,
      storageId: store,
      type: 'Opening',
      qty: 50_000,
      unitCost: 1.5,
    };
    const [first, again] = [await call('stock.adjust', body), await call('stock.adjust', body)];
    expect(first.body).toMatchObject({ qty: 50_000, unitCost: 1.5, value: 75_000, before: 0, after: 50_000 });
    expect(again.body).toEqual(first.body);
    expect(await level(rice, store)).toEqual([50_000, 75_000]);
    const items = await t.app.inject({
      url: '/api/ims/items/list',
      headers: { authorization: `Bearer ${admin.token}`, 'x-outlet-id': String(t.cafe) },
    });
    const listed = items.json() as { name: string }[];
    expect(listed.find(({ name }) => name === 'Rice')).toMatchObject({
      onHand: 50_000,
      stockValue: 75_000,
      avgCost: 2,
    });
    expect((await call('stock.adjust', { ...body, itemId: oil })).body.reason).toBe('keyReused');
  });

  it('[R2.22] taking stock out needs a reason; Set replaces the quantity on hand', async () => {
    const waste = { itemId: rice, storageId: store, type: 'Waste', qty: 500 };
    expect((await adjust(waste)).body).toMatchObject({ code: 422, reason: 'reasonMissing' });
    expect((await adjust({ ...waste, reason: 'Weevils' })).body).toMatchObject({ qty: -500, value: -750 });
    expect((await adjust({ ...waste, type: 'Set', qty: 50_000 })).body).toMatchObject({ qty: 500, type: 'Set' });
    expect((await adjust({ ...waste, type: 'Sale', qty: 1 })).status).toBe(422);
    expect((await adjust({ ...waste, itemId: 999_999, reason: 'Nothing' })).status).toBe(404);
    expect(await level(rice, store)).toEqual([50_000, 75_000]);
  });

  it('[R2.22] lists movements newest first, by item, storage, type and time', async () => {
    const list = async (query: Record<string, string>) => (await t.call('stock.list', { as: admin, query })).body;
    const page = await list({ page: '1', size: '10', itemId: String(rice) });
    expect(page.count).toBe(3);
    expect(page.items.map(({ type }: { type: string }) => type)).toEqual(['Set', 'Waste', 'Opening']);
    expect(await list({ type: 'Waste' })).toMatchObject([
      { reason: 'Weevils', itemName: 'Rice', storageName: 'Store' },
    ]);
    expect(await list({ start: new Date(t.now() + 1).toISOString() })).toEqual([]);
    expect((await t.call('stock.list', { as: admin, query: { type: 'Theft' } })).status).toBe(400);
    expect((await t.call('stock.list', { as: waiter })).status).toBe(403);
  });

  it('[R2.22] [R14.2] a request goes from draft to closed and moves goods between storages at what they cost', async () => {
    const made = await call(
      'request.create',
      {
        key: randomUUIDv7(),
        purpose: 'Issue',
        fromStorageId: store,
        toStorageId: kitchen,
        priority: 'Urgent',
        lines: [{ itemId: rice, qtyRequested: 10_000 }],
      },
      manager,
    );
    expect(made.body).toMatchObject({ number: 'REQ-2603-0001', status: 'Draft' });
    const id = made.body.id as number;
    const step = (status: string, more: object = {}, as = admin) => call('request.status', { id, status, ...more }, as);
    await step('Submitted', {}, manager);
    expect((await step('Approved', {}, manager)).body.reason).toBe('ownRequest');
    const line = (qty: number) => ({ lines: [{ id: 1, qty }] });
    expect((await step('Approved', line(8000))).body.status).toBe('PartiallyApproved');
    expect((await step('Issued')).body).toMatchObject({
      status: 'Issued',
      lines: [{ qtyIssued: 8000, onHand: 42_000 }],
    });
    expect(await level(rice, kitchen)).toEqual([0, 0]);
    expect((await step('Received', line(6000))).body).toMatchObject({ code: 422, reason: 'reasonMissing' });
    await step('Received', { ...line(6000), reason: 'A bag is torn' });
    expect(await level(rice, kitchen)).toEqual([6000, 9000]);
    const closed = await step('Closed', { reason: 'Came back', shortage: 'Returned' });
    expect(closed.body.steps.map(({ to }: { to: string }) => to)).toEqual([
      'Draft',
      'Submitted',
      'PartiallyApproved',
      'Issued',
      'PartiallyReceived',
      'Closed',
    ]);
    expect(await level(rice, store)).toEqual([44_000, 66_000]);
    expect((await step('Cancelled')).body).toMatchObject({ code: 409, reason: 'stateForbids' });
  });

  it('[R2.22] only a draft request can be changed, and a cancelled request can be deleted', async () => {
    const body = {
      purpose: 'Purchase',
      fromStorageId: 0,
      toStorageId: store,
      lines: [{ itemId: oil, qtyRequested: 2 }],
    };
    const made = await call('request.create', { key: randomUUIDv7(), ...body });
    const id = made.body.id as number;
    const changed = await call('request.update', { id, version: 1, ...body, note: 'Soon' });
    expect(changed.body).toMatchObject({ note: 'Soon', version: 2 });
    expect((await call('request.update', { id, version: 1, ...body })).body.reason).toBe('versionOld');
    await call('request.status', { id, status: 'Submitted' });
    expect((await call('request.update', { id, version: 3, ...body })).body.reason).toBe('stateForbids');
    expect((await t.call('request.delete', { as: admin, params: { id } })).status).toBe(409);
    await call('request.status', { id, status: 'Cancelled' });
    expect((await t.call('request.delete', { as: admin, params: { id } })).status).toBe(204);
    const list = await t.call('request.list', { as: admin, query: { search: 'soon' } });
    expect(list.body).toEqual([]);
    const wrong = { ...body, purpose: 'Issue', toStorageId: store, fromStorageId: store };
    expect((await call('request.create', { key: randomUUIDv7(), ...wrong })).body.errors).toEqual({
      toStorageId: 'Choose another storage for “To storage”',
    });
  });

  it('[R14.2] a blind count hides the expected quantity, nets later movements, and posts the difference', async () => {
    const plan = { key: randomUUIDv7(), storageId: store, scope: 'Full', isBlind: true };
    const made = await call('count.create', plan);
    expect((await call('count.create', plan)).body.id).toBe(made.body.id);
    const id = made.body.id as number;
    const step = (status: string) => call('count.status', { id, status });
    const lineOf = (response: { body: { lines: { itemId: number }[] } }) =>
      response.body.lines.find(({ itemId }) => itemId === rice);
    const started = await step('Counting');
    expect(started.body).toMatchObject({ number: 'CNT-2603-0001', status: 'Counting' });
    expect(lineOf(started)).toMatchObject({ expected: null, counted: null });
    expect((await step('Review')).body.reason).toBe('nothingCounted');
    t.advance(60_000);
    await call('count.lines', { id, lines: [{ itemId: rice, counted: 43_900 }] });
    t.advance(60_000);
    // Somebody takes two kilograms while the count goes on.
    await adjust({ itemId: rice, storageId: store, type: 'StaffMeal', qty: 2000, reason: 'Lunch' });
    const review = await step('Review');
    expect(lineOf(review)).toMatchObject({ expected: 44_000, counted: 43_900, variance: -100, varianceValue: -150 });
    const posted = await step('Posted');
    expect(posted.body).toMatchObject({ status: 'Posted', varianceValue: -150 });
    expect(await level(rice, store)).toEqual([41_900, 62_850]);
    expect((await step('Posted')).body.status).toBe('Posted');
    expect(await level(rice, store)).toEqual([41_900, 62_850]);
    const logs = await t.call('stock.list', { as: admin, query: { type: 'CountAdjust' } });
    expect(logs.body).toMatchObject([{ qty: -100, refType: 'Count', refId: id }]);
  });

  it('[R14.2] low stock is notified once, when it drops to the reorder level', async () => {
    const notices = async () =>
      ((await t.call('notification.list', { as: admin })).body as { title: string }[]).filter(({ title }) =>
        title.startsWith('Rice'),
      ).length;
    expect(await notices()).toBe(0);
    await adjust({ itemId: rice, storageId: store, type: 'Lost', qty: 41_900, reason: 'Flood' });
    expect(await notices()).toBe(0);
    await adjust({ itemId: rice, storageId: kitchen, type: 'Lost', qty: 1500, reason: 'Flood' });
    await adjust({ itemId: rice, storageId: kitchen, type: 'Lost', qty: 100, reason: 'Flood' });
    expect(await notices()).toBe(1);
  });

  it('[R14.2] stock levels are listed for an item and for a storage', async () => {
    const levels = async (query: Record<string, string>) => (await t.call('stock.levels', { as: admin, query })).body;
    const all = await levels({ itemId: String(rice) });
    expect(all).toMatchObject([{ storageName: 'Kitchen', onHand: 4400, value: 6600, isLow: true }]);
    expect(await levels({ storageId: String(store) })).toEqual([]);
  });

  it('[R14.2] the unit of an item that moved cannot change, and an item on hand cannot be deactivated', async () => {
    const put = (body: object) => call('inventory_item.update' as ContractKey, body);
    const found = await t.call('inventory_item.find' as ContractKey, { as: admin, params: { id: rice } });
    const changed = await put({ id: rice, version: found.body.version, stockUnit: 'kg' });
    expect(changed.body.errors).toEqual({ stockUnit: 'Unit cannot be changed after a stock movement' });
    const gone = await t.call('inventory_item.delete' as ContractKey, { as: admin, params: { id: rice } });
    expect(gone.body).toMatchObject({ code: 409, reason: 'inUse' });
    const storage = await t.call('storage.delete' as ContractKey, { as: admin, params: { id: store } });
    expect(storage.body).toMatchObject({ code: 409, reason: 'inUse' });
  });

  it('[R35.60] asks once before more is taken than is on hand, and shows stock below zero as low', async () => {
    const salt = await addItem(t.store, t.cafe, { name: 'Salt', stock_unit: 'kg' });
    const waste = { itemId: salt, storageId: store, type: 'Waste', qty: 2, reason: 'Wet' };
    expect((await adjust(waste)).body).toMatchObject({
      code: 409,
      reason: 'aboveOnHand',
      errors: { qty: 'Only 0 kg on hand. Check the quantity, or save again to record it anyway' },
    });
    expect((await adjust({ ...waste, isConfirmed: true })).body).toMatchObject({ qty: -2, after: -2 });
    const levels = (await t.call('stock.levels', { as: admin, query: { itemId: String(salt) } })).body;
    expect(levels).toMatchObject([{ onHand: -2, isLow: true, reorderLevel: null }]);
    const figures = async () => (await t.call('app.dashboard', { as: admin })).body.lowStock as number;
    const low = await figures();
    await adjust({ ...waste, type: 'Set', qty: 5, reason: 'Found' });
    expect(await figures()).toBe(low - 1);
  });

  it('[R14.2] an inventory item that is sold as a menu item is lowered by each sale, and is found by that menu item', async () => {
    const shop = { outlet: t.shop, as: admin };
    await t.store.writeOrg((db) =>
      db.updateTable('outlet').set({ features: '["Inventory"]' }).where('id', '=', t.shop).execute(),
    );
    const post = async (key: ContractKey, body: object) => {
      const answer = await t.call(key, { ...shop, body: { key: randomUUIDv7(), ...body } });
      expect(answer.status, key).toBe(200);
      return answer.body;
    };
    await post('storage.create', { name: 'Storage', isDefaultIssue: true, isDefaultReceiving: true });
    const { id: menu } = await post('menu.create', { name: 'All', orderTypes: ['Counter'] });
    const { id: category } = await post('category.create', { name: 'Drinks', menuIds: [menu] });
    const sold = await post('menu_item.create', {
      name: 'Cola',
      categoryIds: [category],
      sizes: [{ value: 'Regular', sellingPrice: 1500, isDefault: true }],
    });
    const ask = { category: 'Others', stockUnit: 'pc', menuItemId: sold.id };
    const item = await post('inventory_item.create', { name: 'Cola', ...ask });
    await post('inventory_item.create', { name: 'Water', category: 'Others', stockUnit: 'pc' });
    const { body: found } = await t.call('inventory_item.list', { ...shop, query: { menuItemId: String(sold.id) } });
    expect(found).toMatchObject([{ id: item.id, name: 'Cola', onHand: 0 }]);
    await post('shift.create', { openingBalance: 0 });
    const items = [{ key: randomUUIDv7(), menuItemId: sold.id, qty: 2 }];
    const bill = await post('bill.create', { type: 'Counter', slot: '1', items });
    const payments = [{ key: randomUUIDv7(), method: 'Cash', amount: bill.total }];
    const paid = await t.call('bill.pay', { ...shop, body: { key: bill.key, payments, total: bill.total } });
    expect(paid.status).toBe(200);
    const { body: after } = await t.call('inventory_item.find', { ...shop, params: { id: item.id } });
    expect(after.onHand).toBe(-2);
    const asWaiter = { key: randomUUIDv7(), name: 'Tea', ...ask };
    expect((await call('inventory_item.create', asWaiter, waiter)).status).toBe(403);
  });
});
