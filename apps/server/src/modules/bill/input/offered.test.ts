import { wallClock } from '@atoll/domain/date/business-day';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { billTimeline } from '../read/timeline.ts';
import { updateBill } from '../service.ts';
import { addPerson, grant } from '../testing/grant.ts';
import { addMenuItem, addShop, line, newKey, order, refusalOf, type Shop, sent } from '../testing/shop.ts';

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
/** Returns the time 'HH:MM' in Malé so many hours ago. */
const timeAgo = (hours: number): string => {
  const { hour: h, minute } = wallClock(Date.now() - hours * hour, 'Indian/Maldives');
  return `${String(h).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

eachEngine('an item that no menu offers', (on) => {
  let shop: Shop;
  let roti = 0;
  let soup = 0;
  let always = 0;
  beforeAll(async () => {
    shop = await addShop(await on.open());
    const { store, outletId } = shop;
    // Breakfast was offered from three hours ago until one hour ago.
    const hours = [{ day: 'Every day', from: timeAgo(3), to: timeAgo(1) }];
    await store.writeOutlet(outletId, async (tx) => {
      const stamp = { outlet_id: outletId, created_at: 0, created_by: null, modified_at: 0, modified_by: null };
      const menus = [
        { id: 1, name: 'Breakfast', availability: JSON.stringify(hours), order_types: '[]' },
        { id: 2, name: 'To go', availability: '[]', order_types: '["Takeaway"]' },
        { id: 3, name: 'All day', availability: '[]', order_types: '[]' },
      ];
      for (const menu of menus) tx.write(tx.db.insertInto('menu').values({ ...stamp, key: newKey(), ...menu }));
      for (const id of [1, 2, 3]) {
        const row = { id, key: newKey(), name: `C${id}`, menu_ids: `[${id}]`, image: null, gst_mode: null };
        tx.write(tx.db.insertInto('category').values({ ...stamp, ...row }));
      }
    });
    const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 2000, isDefault: true }]);
    const add = (name: string, category_ids: string) => addMenuItem(store, outletId, { name, sizes, category_ids });
    roti = await add('Roti', '[1]');
    soup = await add('Soup', '[2]');
    always = await add('Water', '[1,3]');
  });
  const flags = (bill: { items: readonly { name: string; isOffHours?: unknown; priceFlag?: unknown }[] }) =>
    bill.items.map(({ name, isOffHours, priceFlag }) => [name, isOffHours, priceFlag]);

  it('is sold, flagged on the bill and in its timeline, when nobody was asked', async () => {
    const bill = await order(shop, '1', [line(roti), line(soup), line(always), line(shop.menu.tea)]);
    expect(flags(bill)).toEqual([
      ['Roti', undefined, 'NotOffered'],
      ['Soup', undefined, 'NotOffered'],
      ['Water', undefined, undefined],
      // It is on no menu: its till may have an earlier one.
      ['Tea', undefined, undefined],
    ]);
    const { events } = await billTimeline(shop.store, shop.waiter, bill.key);
    expect(events[0]?.after).toMatchObject({ items: [{ priceFlag: 'NotOffered' }, {}, {}, {}] });
  });

  it('counts at the time of its tap, with the grace of its menu, and for the slot type of the bill', async () => {
    const late = { createdAt: ago(2.5) };
    const items = [line(roti, 1, { createdAt: ago(2) }), line(roti, 1, { createdAt: ago(0.9) }), line(roti)];
    expect(flags(await order(shop, '2', items, late)).map(([, , flag]) => flag)).toEqual([
      undefined,
      undefined,
      'NotOffered',
    ]);
    // Before its bill was opened nothing was tapped.
    expect(flags(await order(shop, '3', [line(roti, 1, { createdAt: ago(2) })]))).toEqual([
      ['Roti', undefined, 'NotOffered'],
    ]);
  });

  it('[R36.11] counts as tapped now when its till was there at the time that it names', async () => {
    const bill = await order(shop, '5', [line(shop.menu.tea)], { createdAt: ago(2.5) });
    await shop.store.writeOutlet(shop.outletId, async (tx) => {
      const contact = { outlet_id: shop.outletId, device_id: 'device-7', heard_at: Date.now(), absences: '[]' };
      tx.write(tx.db.insertInto('device_contact').values(contact));
    });
    const items = [line(roti, 1, { createdAt: ago(2) })];
    const there = { ...shop.waiter, deviceId: 'device-7', sessionDevice: 'device-7' };
    const { bill: sold } = await updateBill(shop.store, there, { ...sent('5'), key: bill.key, items, changed: [] });
    expect(flags(sold)[1]).toEqual(['Roti', undefined, 'NotOffered']);
  });

  it('needs menu.offHours when its person was asked: alone, by approval, or not at all', async () => {
    const { key } = await order(shop, '4', [line(shop.menu.tea)]);
    const item = line(roti, 1, { isOffHours: true });
    const add = (actor = shop.waiter) =>
      updateBill(shop.store, actor, { ...sent('4'), key, items: [item], changed: [] });
    expect(await refusalOf(add())).toMatchObject({ reason: 'forbidden' });
    const [askerId, approverId] = [await addPerson(shop, 'User'), await addPerson(shop, 'Admin')];
    const asking = { ...shop.waiter, userId: askerId, approvable: new Set(['menu.offHours']) };
    expect(await refusalOf(add(asking))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'menu.offHours', subjectKey: key },
    });
    const items = [{ key: item.key, qty: 1, amount: 2000 }];
    const subject = { permission: 'menu.offHours', subjectType: 'Bill', subjectKey: key, items } as const;
    const approvalKey = await grant(shop, { ...subject, askerId, approverId });
    const { bill } = await add({ ...asking, approvalKey });
    expect(bill.items[1]).toMatchObject({ name: 'Roti', isOffHours: true, approvalKey });
    const own = line(roti, 1, { isOffHours: true });
    const { bill: sold } = await updateBill(shop.store, shop.admin, { ...sent('4'), key, items: [own], changed: [] });
    expect(sold.items[2]).toMatchObject({ isOffHours: true, approvalKey: null });
    // What a menu offers needs no permission, whatever the till says.
    const asked = line(always, 1, { isOffHours: true });
    const { bill: last } = await updateBill(shop.store, shop.waiter, {
      ...sent('4'),
      key,
      items: [asked],
      changed: [],
    });
    expect(flags(last)[3]).toEqual(['Water', undefined, undefined]);
  });
});
