import { beforeAll, expect, it } from 'vitest';
import { verifyHistory } from '../../../platform/store/outlet/history.ts';
import type { CommittedChange } from '../../../platform/store/store.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { createBill, findBill } from '../service.ts';
import {
  addMenuItem,
  addShop,
  line,
  newKey,
  order,
  person,
  refusalOf,
  type Shop,
  sent,
  settle,
} from '../testing/shop.ts';

eachEngine('opening a bill', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open());
  });
  const create = (input: ReturnType<typeof sent>, actor = shop.waiter) => createBill(shop.store, actor, input);

  it('[R15.7] [R18.5] checks in a slot with time, user, number and the current terms', async () => {
    const bill = await create(sent('1'));
    expect(bill).toMatchObject({
      status: 'CheckedIn',
      isOpen: true,
      version: 1,
      createdBy: 2,
      createdByName: 'User',
      serviceChargePct: 10,
      gstPct: 8,
      gstMode: 'Exclusive',
      checkNo: 1,
      total: 0,
      deliveryStatus: null,
    });
    expect(bill.id).toBeGreaterThan(0);
    expect(bill.number).toBeGreaterThan(0);
    expect(Date.parse(bill.createdAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(await findBill(shop.store, shop.outletId, String(bill.id))).toEqual(bill);
    expect(await findBill(shop.store, shop.outletId, bill.key.toUpperCase())).toEqual(bill);
  });

  it('[R15.8] refuses to check in an occupied slot, and returns its bill', async () => {
    const bill = await create(sent('2'));
    const refusal = await refusalOf(create(sent('2')));
    expect(refusal).toMatchObject({ reason: 'alreadyCheckedIn', status: 409, extra: { bill: { key: bill.key } } });
  });

  it('[R15.8] accepts one of several simultaneous check-ins of a slot', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => create(sent('3'))));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('[R18.5] returns the current bill for a repeated check-in, also a simultaneous one', async () => {
    const input = sent('4', { items: [line(shop.menu.tea)] });
    const bills = await Promise.all(Array.from({ length: 6 }, () => create(input)));
    expect(new Set(bills.map((bill) => bill.id)).size).toBe(1);
    expect(bills.every((bill) => bill.items.length === 1)).toBe(true);
    const paid = await settle(shop, bills[0] as (typeof bills)[0]);
    expect(await create(input)).toEqual(paid);
  });

  it('[R15.8] adds the items of a bill opened offline to the bill that holds the slot', async () => {
    const held = await order(shop, '5', [line(shop.menu.tea)]);
    const away = sent('5', { items: [line(shop.menu.burger, 2)] });
    const joined = await create(away);
    expect(joined.key).toBe(held.key);
    expect(joined.items.map((item) => item.name).toSorted()).toEqual(['Burger', 'Tea']);
    expect(await findBill(shop.store, shop.outletId, away.key)).toEqual(joined);
    expect(await create(away)).toEqual(joined);
  });

  it('[R15.13] refuses a check-in without an open shift', async () => {
    const closed = await addShop(shop.store, { shift: false });
    expect(await refusalOf(createBill(shop.store, closed.waiter, sent('1')))).toMatchObject({
      reason: 'noShiftActive',
      status: 409,
    });
  });

  it.each([
    ['41', 'Table', 'slotOutOfRange'],
    ['9999', 'Table', 'slotOutOfRange'],
    ['24', 'Counter', 'slotOutOfRange'],
  ] as const)('[R16.5] refuses slot %s of %s', async (slot, type, reason) => {
    expect(await refusalOf(create(sent(slot, { type })))).toMatchObject({ reason, status: 422 });
  });

  it('[R16.5] [R20.1] accepts the last slot of the slot count, and refuses a slot type that the outlet does not have', async () => {
    expect((await create(sent('40'))).slot).toBe('40');
    const retail = await addShop(shop.store, {
      outlet: { slot_types: JSON.stringify([{ type: 'Counter', slotCount: 24, rates: [] }]) },
    });
    expect(await refusalOf(createBill(shop.store, retail.waiter, sent('1')))).toMatchObject({
      reason: 'slotTypeUnknown',
    });
    const counter = await createBill(shop.store, retail.waiter, sent('23', { type: 'Counter' }));
    expect(counter).toMatchObject({ serviceChargePct: 0, gstPct: 8 });
  });

  it('takes name, price and tax from the menu, and ignores total, outlet, number and status from the device', async () => {
    const untaxed: object = { gstPct: 0, gstMode: 'None', amount: 1 };
    const forged = {
      ...sent('6', {
        type: 'Takeaway',
        items: [line(shop.menu.burger, 2, { sellingPrice: 1, name: 'Free', ...untaxed })],
      }),
      status: 'Complete',
      total: 1,
      subTotal: 1,
      outletId: 999,
      number: 999,
      invoiceNumber: 'X',
      serviceChargePct: 0,
      gstPct: 0,
    };
    const bill = await create(forged);
    expect(bill).toMatchObject({
      status: 'Saved',
      subTotal: 10_000,
      gst: 800,
      total: 10_800,
      invoiceNumber: null,
      gstPct: 8,
    });
    expect(bill.items[0]).toMatchObject({ name: 'Burger', sellingPrice: 5000, gstPct: 8, gstMode: 'Exclusive' });
    expect(bill.number).not.toBe(999);
    expect((await findBill(shop.store, shop.outletId, bill.key)).id).toBe(bill.id);
  });

  it('computes the worked example of a table: 100.00 + 10.00 + 8.80 = 118.80', async () => {
    const bill = await order(shop, '7', [line(shop.menu.burger), line(shop.menu.burger)]);
    expect(bill).toMatchObject({ subTotal: 10_000, serviceCharge: 1000, gst: 880, total: 11_880 });
  });

  it('refuses an unknown item or size and names the field', async () => {
    expect(await refusalOf(create(sent('8', { items: [line(999_999)] })))).toMatchObject({
      reason: 'menuItemUnknown',
      status: 422,
    });
    expect(await refusalOf(create(sent('8', { items: [line(shop.menu.juice, 1, { size: 'Giant' })] })))).toMatchObject({
      reason: 'sizeUnknown',
    });
    expect(await refusalOf(create(sent('8', { items: [line(shop.menu.juice)] })))).toMatchObject({
      reason: 'sizeUnknown',
    });
    const bill = await create(sent('8', { items: [line(shop.menu.juice, 1, { size: 'Large' })] }));
    expect(bill.items[0]).toMatchObject({ size: 'Large', sellingPrice: 1500 });
  });

  it('accepts another price for an open-price item, and with the permission to override', async () => {
    const open = await create(sent('9', { items: [line(shop.menu.fish, 0.75, { sellingPrice: 8000 })] }));
    expect(open.items[0]).toMatchObject({ sellingPrice: 8000, qty: 0.75 });
    expect(open.subTotal).toBe(6000);
    const over = await create(sent('10', { items: [line(shop.menu.tea, 1, { sellingPrice: 700 })] }), shop.admin);
    expect(over.items[0]?.sellingPrice).toBe(700);
  });

  it('[R36.12] accepts a price that the menu had at the order or up to a day before, flagged, and no other old price', async () => {
    const changedAt = Date.now() - 3600_000;
    const id = await addMenuItem(shop.store, shop.outletId, {
      name: 'Soup',
      sizes: JSON.stringify([{ value: 'Small', sellingPrice: 3000, isDefault: true }]),
    });
    await shop.store.writeOutlet(shop.outletId, async (tx) => {
      tx.write(
        tx.db.insertInto('menu_price').values({
          outlet_id: shop.outletId,
          menu_item_id: id,
          size: 'Small',
          price: 2500,
          valid_from: 0,
          valid_until: changedAt,
        }),
      );
      tx.change({ entity: 'Menu', id: null, version: 2, action: 'Updated' });
    });
    const made = (ms: number, sellingPrice: number) =>
      line(id, 1, { sellingPrice, createdAt: new Date(ms).toISOString() });
    const bill = await create(
      sent('11', {
        items: [
          made(changedAt - 60_000, 2500),
          made(changedAt + 60_000, 2500),
          made(changedAt - 60_000, 100),
          made(changedAt - 100 * 24 * 3600_000, 2500),
        ],
      }),
    );
    expect(bill.items.map((item) => item.sellingPrice)).toEqual([2500, 2500, 3000, 2500]);
    expect(bill.items.map((item) => item.laterPrice)).toEqual([3000, 3000, undefined, 3000]);
  });

  it('ignores a modifier price from people who may not set one', async () => {
    const modifiers = [{ optionId: 1, name: 'Nothing to pay', priceDelta: -900 }];
    const bill = await create(sent('15', { items: [line(shop.menu.tea, 1, { modifiers })] }));
    expect(bill).toMatchObject({ subTotal: 1000, items: [{ modifiers: [{ name: 'Nothing to pay', priceDelta: 0 }] }] });
  });

  it('refuses a discount or complimentary item from people who may not give it', async () => {
    const discount = { type: 'Percent', value: 50, reason: 'Friend' } as const;
    expect(await refusalOf(create(sent('12', { items: [line(shop.menu.tea, 1, { discount })] })))).toMatchObject({
      reason: 'forbidden',
      status: 403,
    });
    expect(await refusalOf(create(sent('12', { items: [line(shop.menu.tea, 1, { isComp: true })] })))).toMatchObject({
      reason: 'forbidden',
    });
    expect(await refusalOf(create(sent('12', { discountPercentage: 50 })))).toMatchObject({ reason: 'forbidden' });
    const given = await create(sent('12', { items: [line(shop.menu.tea, 1, { discount })] }), shop.admin);
    expect(given.subTotal).toBe(500);
  });

  it('keeps the device’s time of check-in, unless it is in the future or long ago', async () => {
    const at = (slot: string, ms: number) => create(sent(slot, { createdAt: new Date(ms).toISOString() }));
    const hourAgo = Date.now() - 3600_000;
    const bill = await at('20', hourAgo);
    expect(Date.parse(bill.createdAt)).toBe(hourAgo);
    expect(Date.parse(bill.receivedAt ?? '')).toBeGreaterThan(hourAgo);
    for (const [slot, ms] of [
      ['21', Date.now() + 3600_000],
      ['22', Date.now() - 100 * 24 * 3600_000],
    ] as const) {
      const wrong = await at(slot, ms);
      expect(Math.abs(Date.parse(wrong.createdAt) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('notifies the hub after the commit, with the connection that made the bill, and keeps the history chain whole', async () => {
    const notified: CommittedChange[] = [];
    shop.store.onCommitted((changes) => notified.push(...changes));
    const bill = await create(sent('13'));
    expect(notified).toMatchObject([
      { entity: 'Bill', id: bill.id, version: 1, action: 'Created', outlet: shop.outletId, origin: 'connection-2' },
    ]);
    expect(await verifyHistory(shop.store, shop.outletId)).toMatchObject({ ok: true });
  });

  it('keeps bills of two outlets apart, even with the same key', async () => {
    const other = await addShop(shop.store);
    const input = sent('14');
    const [mine, theirs] = [await create(input), await createBill(shop.store, other.waiter, input)];
    expect(mine.id).not.toBe(theirs.id);
    expect(await refusalOf(findBill(shop.store, other.outletId, String(mine.id)))).toMatchObject({
      reason: 'notFound',
    });
    expect(await refusalOf(findBill(shop.store, shop.outletId, newKey()))).toMatchObject({
      reason: 'notFound',
      status: 404,
    });
    expect(person(1, 'User').permissions.has('bill.pay')).toBe(true);
  });
});
