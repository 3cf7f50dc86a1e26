/** What the dishes of the menu leave, by what they are made of. */
import { expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { addShop, line, order, settle } from '../bill/testing/shop.ts';
import { postMovements } from '../stock/service.ts';
import { addLarder, stocked } from '../stock/testing/test-stock.ts';
import { itemSources } from './sources/items.ts';

eachEngine('menu engineering', (on) => {
  it('[R2.23] [R14.2] a size that says no cost of its own costs what its recipe takes', async () => {
    const shop = await addShop(await on.open(), stocked);
    const { store, outletId } = shop;
    const larder = await addLarder(shop);
    const receive = (itemId: number, qty: number, worth: number) =>
      store.writeOutlet(outletId, (tx) =>
        postMovements(tx, { by: shop.admin }, [{ itemId, storageId: larder.kitchen, type: 'Opening', qty, worth }]),
      );
    // 15 laari a gram of beef and 200 a bun; a burger takes 150 g and one bun.
    await receive(larder.beef, 10_000_000, 150_000);
    await receive(larder.bun, 100_000, 20_000);
    const bill = await settle(shop, await order(shop, '1', [line(shop.menu.burger, 2), line(shop.menu.tea)]));
    const day = bill.businessDate ?? '';
    const rows = await store.readOutlet(outletId, (db) =>
      itemSources['menu-engineering']!({
        db,
        outletId,
        range: { from: day, to: day },
        startMs: 0,
        endMs: 0,
        now: 0,
        today: day,
        filters: {},
      }),
    );
    const costs = Object.fromEntries(rows.map((row) => [row['item'], row['cost']]));
    expect(costs).toMatchObject({ Burger: 2 * (150 * 15 + 200) });
    expect(rows.every((row) => row['left'] === Number(row['amount']) - Number(row['cost']))).toBe(true);
  });
});
