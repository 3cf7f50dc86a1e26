import { expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { updateBill } from '../bill/service.ts';
import { addShop, line, order, sent, settle } from '../bill/testing/shop.ts';
import { postMovements } from '../stock/service.ts';
import { addTestStock, stocked } from '../stock/testing/test-stock.ts';
import { runReport } from './run.ts';
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
        timezone: 'Indian/Maldives',
        filters: {},
      }),
    );
    const costs = Object.fromEntries(rows.map((row) => [row['item'], row['cost']]));
    expect(costs).toMatchObject({ Burger: 2 * (150 * 15 + 200) });
    const known = rows.filter((row) => row['cost'] !== null);
    expect(known.every((row) => row['left'] === Number(row['amount']) - Number(row['cost']))).toBe(true);
  });

  it('[R35.55] leaves items of unknown cost out of averages and totals, and says that the cost is unknown', async () => {
    const shop = await addShop(await on.open(), stocked);
    const { store, outletId, menu } = shop;
    const testStock = await addTestStock(shop);
    // The burger's beef was received with a cost, its bun never was; the tea has no recipe and no cost.
    await store.writeOutlet(outletId, (tx) =>
      postMovements(tx, { by: shop.admin }, [
        { itemId: testStock.beef, storageId: testStock.kitchen, type: 'Opening', qty: 10_000_000, worth: 150_000 },
      ]),
    );
    await store.writeOutlet(outletId, async (tx) => {
      const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 9000, costPrice: 4000, isDefault: true }]);
      tx.write(
        tx.db.updateTable('menu_item').set({ sizes }).where('outlet_id', '=', outletId).where('id', '=', menu.fish),
      );
    });
    const items = [line(menu.burger, 2), line(menu.tea, 3), line(menu.fish, 1, { sellingPrice: 9000 })];
    const bill = await settle(shop, await order(shop, '1', items));
    const day = bill.businessDate ?? '';
    const actor = { outletId, permissions: new Set(['report.view']) };
    const config = {
      reportKey: 'menu-engineering',
      range: 'Custom',
      from: day,
      to: day,
      compareTo: 'None',
      filters: {},
    } as const;
    const { rows, totals } = await runReport(store, actor, config, Date.parse(`${day}T20:00:00Z`));
    const unknown = { cost: null, left: null, margin: null, class: 'Cost unknown' };
    expect(rows.find((row) => row['item'] === 'Burger')).toMatchObject(unknown);
    expect(rows.find((row) => row['item'] === 'Tea')).toMatchObject(unknown);
    const fish = rows.find((row) => row['item'] === 'Fish');
    // Alone in the averages, it is popular and profitable, although three teas were sold.
    expect(fish).toMatchObject({ cost: 4000, class: 'Star' });
    expect(totals).toMatchObject({ cost: 4000, left: Number(fish?.['amount']) - 4000 });
  });

  it('[R35.40] shows the unit of items by weight in the sales by item, menu engineering and voids', async () => {
    const shop = await addShop(await on.open());
    const gone = line(shop.menu.fish, 0.2);
    const opened = await order(shop, '1', [line(shop.menu.fish, 0.35), line(shop.menu.burger, 2), gone]);
    const items = [{ ...gone, isVoid: true, voidReason: 'Wrong item' }];
    const less = await updateBill(shop.store, shop.admin, { ...sent('1'), key: opened.key, items });
    const bill = await settle(shop, less.bill);
    const day = bill.businessDate ?? '';
    const actor = { outletId: shop.outletId, permissions: new Set(['report.view', 'bill.viewOthers']) };
    const sold = async (reportKey: string, name: string) => {
      const config = { reportKey, range: 'Custom', from: day, to: day, compareTo: 'None', filters: {} } as const;
      const { rows } = await runReport(shop.store, actor, config, Date.parse(`${day}T20:00:00Z`));
      return rows.map((row) => `${row[name]}: ${row['qty']} ${row['unit']}`.trim()).toSorted();
    };
    expect(await sold('sales-by-item', 'item')).toEqual(['Burger: 2', 'Fish: 0.35 kg']);
    expect(await sold('menu-engineering', 'item')).toEqual(['Burger: 2', 'Fish: 0.35 kg']);
    const config = { reportKey: 'sales-by-category', range: 'Custom', from: day, to: day, compareTo: 'None' } as const;
    const at = Date.parse(`${day}T20:00:00Z`);
    const byCategory = await runReport(shop.store, actor, { ...config, filters: {} }, at);
    expect(byCategory.totals).toMatchObject({ qty: 2, weight: 0.35 });
    expect(await sold('voids', 'what')).toEqual(['Fish: 0.2 kg']);
  });
});
