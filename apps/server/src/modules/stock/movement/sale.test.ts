import { randomUUIDv7 } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { payBill, voidBill } from '../../bill/service.ts';
import { addShop, line, order, payment, refusalOf, type Shop, setSetting, settle } from '../../bill/testing/shop.ts';
import { postMovements, returnToStock, stockTermsChanged, takeForSale } from '../service.ts';
import { addStorage, addTestStock, levelsAndSums, stocked, type TestStock } from '../testing/test-stock.ts';

eachEngine('stock of sales', (on) => {
  let shop: Shop;
  let testStock: TestStock;
  beforeAll(async () => {
    shop = await addShop(await on.open(), stocked);
    testStock = await addTestStock(shop);
    await receive(testStock.beef, 10_000_000, 150_000);
    await receive(testStock.bun, 100_000, 20_000);
  });
  const receive = (itemId: number, qty: number, worth: number) =>
    shop.store.writeOutlet(shop.outletId, (tx) =>
      postMovements(tx, { by: shop.admin }, [{ itemId, storageId: testStock.kitchen, type: 'Opening', qty, worth }]),
    );
  const stockOf = async (itemId: number) => {
    const levels = await levelsAndSums(shop.store, shop.outletId);
    const [onHand, worth, qty, value] = levels.get(`${itemId} ${testStock.kitchen}`) ?? [];
    expect([qty, value], 'the level is the sum of its movements').toEqual([onHand, worth]);
    return [onHand, worth];
  };

  it('[R14.2] a paid bill takes its ingredients from the default storage at their cost', async () => {
    const bill = await order(shop, '1', [line(shop.menu.burger, 2), line(shop.menu.tea)]);
    expect(await stockOf(testStock.beef)).toEqual([10_000_000, 150_000]);
    await settle(shop, bill);
    expect(await stockOf(testStock.beef)).toEqual([9_700_000, 145_500]);
    expect(await stockOf(testStock.bun)).toEqual([98_000, 19_600]);
  });

  it('[R14.2] repeating a payment takes no more stock', async () => {
    const bill = await order(shop, '2', [line(shop.menu.burger)]);
    const input = payment(bill);
    await Promise.all([payBill(shop.store, shop.waiter, input), payBill(shop.store, shop.waiter, input)]);
    expect(await stockOf(testStock.bun)).toEqual([97_000, 19_400]);
  });

  it('[R14.2] refunded goods return to stock at the value they were taken with, each once', async () => {
    const bill = await order(shop, '3', [line(shop.menu.burger, 3)]);
    await settle(shop, bill);
    const before = await stockOf(testStock.beef);
    const back = (qty: number) =>
      shop.store.writeOutlet(shop.outletId, (tx) =>
        returnToStock(tx, shop.admin, {
          billId: bill.id ?? 0,
          lines: [{ itemKey: bill.items[0]?.key ?? '', qty, soldQty: 3 }],
        }),
      );
    await back(1);
    expect(await stockOf(testStock.beef)).toEqual([(before[0] ?? 0) + 150_000, (before[1] ?? 0) + 2250]);
    await back(3);
    expect(await stockOf(testStock.beef)).toEqual([(before[0] ?? 0) + 450_000, (before[1] ?? 0) + 6750]);
    await back(1);
    expect((await stockOf(testStock.beef))[0]).toBe((before[0] ?? 0) + 450_000);
  });

  it('[R14.2] an outlet that blocks negative stock refuses a sale, but accepts one that was paid offline', async () => {
    await setSetting(shop, 'NegativeStock', 'Block');
    const bill = await order(shop, '4', [line(shop.menu.burger, 500)]);
    const short = await refusalOf(settle(shop, bill));
    expect(short).toMatchObject({ reason: 'stockShort', extra: { items: ['Beef', 'Bun'] } });
    const before = await stockOf(testStock.bun);
    const modifiedAt = new Date(Date.now() - 120_000).toISOString();
    await payBill(shop.store, shop.waiter, payment(bill, undefined, { modifiedAt }));
    const [after, worth] = await stockOf(testStock.bun);
    expect(after).toBe((before[0] ?? 0) - 500_000);
    expect(worth).toBeLessThan(0);
  });

  it('[R14.2] voided items take no stock before they are sent, are waste afterwards, and are ignored on request', async () => {
    const lost = async (sentQty: number, slot: string) => {
      const before = await stockOf(testStock.beef);
      const bill = await order(shop, slot, [line(shop.menu.burger, 2, { sentQty })]);
      await voidBill(shop.store, shop.admin, { billId: bill.key, reason: 'Guest left' });
      return (before[0] ?? 0) - ((await stockOf(testStock.beef))[0] ?? 0);
    };
    expect(await lost(0, '5')).toBe(0);
    expect(await lost(2, '6')).toBe(300_000);
    await setSetting(shop, 'VoidedStock', 'Ignore');
    expect(await lost(2, '7')).toBe(0);
  });

  it('[R14.2] a chosen modifier takes its own stock', async () => {
    const optionId = 77;
    const option = { optionId, name: 'Double', priceDelta: 0, isDefault: false, isPrinted: true };
    await shop.store.writeOutlet(shop.outletId, async (tx) => {
      const id = await tx.nextId('modifier_group');
      tx.write(
        tx.db.insertInto('modifier_group').values({
          outlet_id: shop.outletId,
          id,
          key: randomUUIDv7(),
          name: 'Burger',
          options: JSON.stringify([{ ...option, inventoryItemId: testStock.beef, qty: 120.5 }]),
          created_at: 0,
          created_by: null,
          modified_at: 0,
          modified_by: null,
        }),
      );
      stockTermsChanged(tx);
    });
    const bill = await order(shop, '8', [line(shop.menu.tea, 2)]);
    const [item] = bill.items;
    if (!item) throw new Error('A bill has items');
    const before = await stockOf(testStock.beef);
    const chosen = { ...item, modifiers: [{ optionId, name: 'Double', priceDelta: 0 }] };
    await shop.store.writeOutlet(shop.outletId, (tx) =>
      takeForSale(tx, shop.waiter, { ...bill, items: [chosen] }, { at: tx.now, isLate: true }),
    );
    expect((await stockOf(testStock.beef))[0]).toBe((before[0] ?? 0) - 241_000);
  });

  it('a sale below zero says how much other storages have', async () => {
    const warned = await addShop(shop.store, stocked);
    const { bun } = await addTestStock(warned);
    const back = await addStorage(shop.store, warned.outletId, 'Back room');
    await shop.store.writeOutlet(warned.outletId, (tx) =>
      postMovements(tx, { by: warned.admin }, [
        { itemId: bun, storageId: back, type: 'Opening', qty: 6000, worth: 60 },
      ]),
    );
    await settle(warned, await order(warned, '1', [line(warned.menu.burger)]));
    const notice = await shop.store.readOutlet(warned.outletId, (db) =>
      db
        .selectFrom('notice')
        .select('body')
        .where('outlet_id', '=', warned.outletId)
        .where('entity_id', '=', bun)
        .execute(),
    );
    expect(notice.map(({ body }) => body)).toEqual([
      'Other storages have 6 pc. Move it to the storage that sells, or count the item.',
    ]);
  });

  it('[R14.2] an outlet that warns about negative stock sells and notifies once', async () => {
    const warned = await addShop(shop.store, stocked);
    const { bun } = await addTestStock(warned);
    const titles = () =>
      shop.store.readOutlet(warned.outletId, async (db) => {
        const rows = await db.selectFrom('notice').select('title').where('outlet_id', '=', warned.outletId).execute();
        return rows.map(({ title }) => title).sort();
      });
    await settle(warned, await order(warned, '1', [line(warned.menu.burger)]));
    expect(await titles()).toEqual(['Beef is below zero', 'Bun is below zero']);
    await settle(warned, await order(warned, '1', [line(warned.menu.burger)]));
    expect(await titles()).toHaveLength(2);
    const levels = await levelsAndSums(shop.store, warned.outletId);
    expect([...levels.entries()].find(([place]) => place.startsWith(`${bun} `))?.[1].slice(0, 2)).toEqual([-2000, 0]);
  });
});

eachEngine('an outlet without the feature Inventory', (on) => {
  it('[R14.2] sells without moving stock', async () => {
    const shop = await addShop(await on.open());
    await addTestStock(shop);
    await settle(shop, await order(shop, '1', [line(shop.menu.burger)]));
    expect((await levelsAndSums(shop.store, shop.outletId)).size).toBe(0);
  });
});
