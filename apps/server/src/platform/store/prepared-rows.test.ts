import { expect, it } from 'vitest';
import { addSums } from './prepared-rows.ts';
import type { SaleItemTable } from './schema/schema.ts';
import { eachEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';

const addItems = addSums<SaleItemTable>(
  'sale_item',
  { outlet_id: 'int', business_date: 'text', menu_item_id: 'int', size: 'text' },
  ['qty', 'amount'],
  ['name'],
);

eachEngine('sums', (on) => {
  it('adds rows to the sums of the same keys, keeps the last name, and leaves other sums alone', async () => {
    const store = await on.open();
    const outletId = await addOutlet(store);
    const sold = (menu_item_id: number, name: string, qty: number, amount: number) => ({
      outlet_id: outletId,
      business_date: '2026-03-01',
      menu_item_id,
      size: '',
      name,
      qty,
      amount,
    });
    await store.writeOutlet(outletId, async (tx) => {
      tx.writeRows(addItems, [sold(1, 'Burger', 1000, 5000), sold(2, 'Tea', 2000, 3000)]);
      tx.writeRows(addItems, [sold(1, 'Lagoon Burger', 3000, 15_000)]);
    });
    const rows = await store.readOutlet(outletId, (db) =>
      db
        .selectFrom('sale_item')
        .select(['menu_item_id', 'name', 'qty', 'amount'])
        .where('outlet_id', '=', outletId)
        .orderBy('menu_item_id')
        .execute(),
    );
    expect(rows).toEqual([
      { menu_item_id: 1, name: 'Lagoon Burger', qty: 4000, amount: 20_000 },
      { menu_item_id: 2, name: 'Tea', qty: 2000, amount: 3000 },
    ]);
  });
});
