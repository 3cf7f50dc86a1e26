import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { payBill, voidBill } from '../bill/service.ts';
import { addShop, line, order, payment, refusalOf, type Shop, setSetting, settle } from '../bill/testing/shop.ts';
import { giveBack, postMovements } from './service.ts';
import { addLarder, type Larder, levelsAndSums, stocked } from './testing/larder.ts';

eachEngine('what sales take', (on) => {
  let shop: Shop;
  let larder: Larder;
  beforeAll(async () => {
    shop = await addShop(await on.open(), stocked);
    larder = await addLarder(shop);
    await receive(larder.beef, 10_000_000, 150_000);
    await receive(larder.bun, 100_000, 20_000);
  });
  const receive = (itemId: number, qty: number, worth: number) =>
    shop.store.writeOutlet(shop.outletId, (tx) =>
      postMovements(tx, { by: shop.admin }, [{ itemId, storageId: larder.kitchen, type: 'Opening', qty, worth }]),
    );
  const lies = async (itemId: number) => {
    const levels = await levelsAndSums(shop.store, shop.outletId);
    const [onHand, worth, qty, value] = levels.get(`${itemId} ${larder.kitchen}`) ?? [];
    expect([qty, value], 'the level is the sum of its movements').toEqual([onHand, worth]);
    return [onHand, worth];
  };

  it('[R14.2] a paid bill takes its recipes from the default storage, at what they cost', async () => {
    const bill = await order(shop, '1', [line(shop.menu.burger, 2), line(shop.menu.tea)]);
    expect(await lies(larder.beef)).toEqual([10_000_000, 150_000]);
    await settle(shop, bill);
    expect(await lies(larder.beef)).toEqual([9_700_000, 145_500]);
    expect(await lies(larder.bun)).toEqual([98_000, 19_600]);
  });

  it('[R14.2] the same payment again takes nothing more', async () => {
    const bill = await order(shop, '2', [line(shop.menu.burger)]);
    const input = payment(bill);
    await Promise.all([payBill(shop.store, shop.waiter, input), payBill(shop.store, shop.waiter, input)]);
    expect(await lies(larder.bun)).toEqual([97_000, 19_400]);
  });

  it('[R14.2] refunded goods come back at what they were taken with, each once', async () => {
    const bill = await order(shop, '3', [line(shop.menu.burger, 3)]);
    await settle(shop, bill);
    const before = await lies(larder.beef);
    const back = (qty: number) =>
      shop.store.writeOutlet(shop.outletId, (tx) =>
        giveBack(tx, shop.admin, {
          billId: bill.id ?? 0,
          lines: [{ itemKey: bill.items[0]?.key ?? '', qty, soldQty: 3 }],
        }),
      );
    await back(1);
    expect(await lies(larder.beef)).toEqual([(before[0] ?? 0) + 150_000, (before[1] ?? 0) + 2250]);
    await back(3);
    expect(await lies(larder.beef)).toEqual([(before[0] ?? 0) + 450_000, (before[1] ?? 0) + 6750]);
    await back(1);
    expect((await lies(larder.beef))[0]).toBe((before[0] ?? 0) + 450_000);
  });

  it('[R14.2] a blocked outlet sells nothing that is not there, but takes in what was paid offline', async () => {
    await setSetting(shop, 'NegativeStock', 'Block');
    const bill = await order(shop, '4', [line(shop.menu.burger, 500)]);
    const short = await refusalOf(settle(shop, bill));
    expect(short).toMatchObject({ reason: 'stockShort', extra: { items: ['Beef', 'Bun'] } });
    const before = await lies(larder.bun);
    const modifiedAt = new Date(Date.now() - 120_000).toISOString();
    await payBill(shop.store, shop.waiter, payment(bill, undefined, { modifiedAt }));
    const [after, worth] = await lies(larder.bun);
    expect(after).toBe((before[0] ?? 0) - 500_000);
    expect(worth).toBeLessThan(0);
  });

  it('[R14.2] a voided bill that was not paid took nothing', async () => {
    const before = await lies(larder.beef);
    const bill = await order(shop, '5', [line(shop.menu.burger)]);
    await voidBill(shop.store, shop.admin, { billId: bill.key, reason: 'Guest left' });
    expect(await lies(larder.beef)).toEqual(before);
  });
});

eachEngine('an outlet without the feature Inventory', (on) => {
  it('[R14.2] sells without moving stock', async () => {
    const shop = await addShop(await on.open());
    await addLarder(shop);
    await settle(shop, await order(shop, '1', [line(shop.menu.burger)]));
    expect((await levelsAndSums(shop.store, shop.outletId)).size).toBe(0);
  });
});
