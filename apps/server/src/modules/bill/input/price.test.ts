import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { billTimeline } from '../read/timeline.ts';
import { updateBill } from '../service.ts';
import { addPerson, grant } from '../testing/grant.ts';
import { addMenuItem, addShop, line, newKey, order, refusalOf, type Shop, sent } from '../testing/shop.ts';

eachEngine('price overrides', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open());
  });
  const priced = (more = {}) => line(shop.menu.burger, 2, { sellingPrice: 4000, priceReason: 'Staff price', ...more });
  const add = (slot: string, key: string, actor = shop.waiter, item = priced()) =>
    updateBill(shop.store, actor, { ...sent(slot), key, items: [item], changed: [] });

  it('accepts a price override from people with the permission, with its reason in the history', async () => {
    const bill = await order(shop, '1', [line(shop.menu.tea)]);
    const { bill: saved } = await add('1', bill.key, shop.admin);
    expect(saved.items[1]).toMatchObject({ sellingPrice: 4000, priceReason: 'Staff price', qty: 2 });
    const { events } = await billTimeline(shop.store, shop.admin, bill.key);
    expect(events.at(-1)?.after).toMatchObject({ items: [{ sellingPrice: 4000, priceReason: 'Staff price' }] });
  });

  it('refuses, asks approval for, or accepts a price override by the person’s permission', async () => {
    const bill = await order(shop, '2', [line(shop.menu.tea)]);
    expect(await refusalOf(add('2', bill.key))).toMatchObject({ reason: 'forbidden' });
    const asking = { ...shop.waiter, approvable: new Set(['price.override']) };
    expect(await refusalOf(add('2', bill.key, asking))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'price.override', subjectKey: bill.key },
    });
    const [waiterId, adminId] = [await addPerson(shop, 'User'), await addPerson(shop, 'Admin')];
    const item = priced();
    const approvalKey = await grant(shop, {
      permission: 'price.override',
      subjectType: 'Bill',
      subjectKey: bill.key,
      items: [{ key: item.key, qty: 2, amount: 8000 }],
      askerId: waiterId,
      approverId: adminId,
    });
    const { bill: saved } = await add('2', bill.key, { ...asking, userId: waiterId, approvalKey }, item);
    expect(saved.items[1]).toMatchObject({ key: item.key, sellingPrice: 4000, approvalKey });
    // Without a reason the price is ignored and the menu's is used.
    const plain = line(shop.menu.burger, 1, { sellingPrice: 4000 });
    const { bill: after } = await add('2', bill.key, asking, plain);
    expect(after.items[2]).toMatchObject({ sellingPrice: 5000 });
    expect(after.items[2]?.priceReason).toBeUndefined();
  });

  it('takes a promotion off a bill for people with promotion.remove only, or with an approval', async () => {
    const { key } = await order(shop, '4', [line(shop.menu.tea)]);
    const declined = [{ promotionId: 1, reason: 'Guest has a voucher' }];
    const take = (actor: Shop['waiter']) => updateBill(shop.store, actor, { ...sent('4'), key, declined, changed: [] });
    const permissions = shop.waiter.permissions.difference(new Set(['promotion.remove']));
    const without = { ...shop.waiter, permissions };
    expect(await refusalOf(take(without))).toMatchObject({ reason: 'forbidden' });
    expect(await refusalOf(take({ ...without, approvable: new Set(['promotion.remove']) }))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'promotion.remove', subjectKey: key },
    });
    expect((await take(shop.waiter)).bill.declined).toEqual(declined);
  });

  it('sells an item without a choice that the menu asks for, flagged on the bill and in its timeline', async () => {
    const { store, outletId } = shop;
    const fillet = { optionId: 2, name: 'Fillet', priceDelta: 9000, isDefault: false, isPrinted: true };
    const options = [{ ...fillet, inventoryItemId: 0, qty: null }];
    await store.writeOutlet(outletId, async (tx) => {
      const stamp = { outlet_id: outletId, created_at: 0, created_by: null, modified_at: 0, modified_by: null };
      const group = { id: 1, key: newKey(), name: 'Cut', min_choices: 1, options: JSON.stringify(options) };
      tx.write(tx.db.insertInto('modifier_group').values({ ...stamp, ...group }));
    });
    const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 1000, isDefault: true }]);
    const steak = await addMenuItem(store, outletId, { name: 'Steak', sizes, modifier_group_ids: '[1]' });
    const chosen = { modifiers: [{ optionId: 2, name: '', priceDelta: 0 }] };
    const bill = await order(shop, '3', [line(steak), line(steak, 1, chosen), line(shop.menu.tea)]);
    expect(bill.items.map(({ priceFlag }) => priceFlag)).toEqual(['ChoiceMissing', undefined, undefined]);
    const { events } = await billTimeline(store, shop.admin, bill.key);
    expect(events[0]?.after).toMatchObject({ items: [{ priceFlag: 'ChoiceMissing' }, {}, {}] });
  });
});
