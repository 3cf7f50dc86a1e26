import { expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { addShop, line, order, settle } from '../bill/testing/shop.ts';
import { postMovements } from '../stock/service.ts';
import { addTestStock, stocked } from '../stock/testing/test-stock.ts';
import { itemSources } from './sources/items.ts';

eachEngine('menu engineering', (on) => {
  it('[R2.23] [R14.2] a size without its own cost has the cost of its recipe', async () => {
    const shop = await addShop(await on.open(), stocked);
    const { store, outletId } = shop;
    const testStock = await addTestStock(shop);
    const receive = (itemId: number, qty: number, worth: number) =>
      store.writeOutlet(outletId, (tx) =>
        postMovements(tx, { by: shop.admin }, [{ itemId, storageId: testStock.kitchen, type: 'Opening', qty, worth }]),
      );
    // Beef costs 15 laari a gram and a bun 200 laari. A burger uses 150 g of beef and one bun.
    await receive(testStock.beef, 10_000_000, 150_000);
    await receive(testStock.bun, 100_000, 20_000);
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
