/** Storages, inventory items and recipes for tests, in a shop whose feature Inventory is on. */
import { randomUUIDv7 } from 'node:crypto';
import type { RecipeLine } from '@atoll/domain/stock/recipe';
import type { Insertable } from 'kysely';
import type { InventoryItemTable } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { Shop } from '../../bill/testing/shop.ts';
import { stockTermsChanged } from '../service.ts';

const stamp = { created_at: 0, created_by: null, modified_at: 0, modified_by: null };

/** Options for `addShop` that turn the feature Inventory on. */
export const stocked = { outlet: { features: '["Inventory"]' } };

/** Adds a storage and returns its id. With `isDefault`, sales are taken from it and goods are received in it. */
export function addStorage(store: Store, outletId: number, name: string, isDefault = false): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const id = await tx.nextId('storage');
    tx.write(
      tx.db.insertInto('storage').values({
        outlet_id: outletId,
        id,
        key: randomUUIDv7(),
        code: name.slice(0, 10),
        name,
        is_default_issue: isDefault,
        is_default_receiving: isDefault,
        temperature_min: null,
        temperature_max: null,
        sort: 0,
        count_frequency: null,
        ...stamp,
      }),
    );
    stockTermsChanged(tx);
    return id;
  });
}

/** Adds an inventory item and returns its id. */
export function addItem(
  store: Store,
  outletId: number,
  item: Partial<Insertable<InventoryItemTable>> & { readonly name: string },
): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const id = await tx.nextId('inventory_item');
    tx.write(
      tx.db.insertInto('inventory_item').values({
        outlet_id: outletId,
        id,
        key: randomUUIDv7(),
        code: item.name,
        category: 'Ingredients',
        stock_unit: 'g',
        purchase_factor: null,
        yield_bp: null,
        reorder_level: null,
        par_level: null,
        max_level: null,
        shelf_life_days: null,
        gst_bp: null,
        image: null,
        ...stamp,
        ...item,
      }),
    );
    stockTermsChanged(tx);
    return id;
  });
}

/** Adds a recipe of a menu item and returns its id. Without `size` it holds for all sizes. */
export function addRecipe(
  store: Store,
  outletId: number,
  menuItemId: number,
  lines: readonly (Partial<RecipeLine> & { readonly qty: number })[],
  size = '',
): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const id = await tx.nextId('recipe');
    const full = lines.map((line) => ({ itemId: 0, subRecipeId: 0, unit: 'g', wastageBp: 0, ...line }));
    tx.write(
      tx.db.insertInto('recipe').values({
        outlet_id: outletId,
        id,
        key: randomUUIDv7(),
        name: `Recipe ${id}`,
        menu_item_id: menuItemId,
        size,
        yield_qty: 1000,
        yield_unit: 'portion',
        method: '',
        lines: JSON.stringify(full),
        ...stamp,
      }),
    );
    stockTermsChanged(tx);
    return id;
  });
}

export interface TestStock {
  readonly kitchen: number;
  readonly store: number;
  /** Grams. */
  readonly beef: number;
  readonly flour: number;
  /** Pieces; a case holds 24. */
  readonly bun: number;
}

/** Adds two storages, three items and the recipe of a burger: 150 g of beef and one bun. */
export async function addTestStock({ store, outletId, menu }: Shop): Promise<TestStock> {
  const kitchen = await addStorage(store, outletId, 'Kitchen', true);
  const testStock: TestStock = {
    kitchen,
    store: await addStorage(store, outletId, 'Store'),
    beef: await addItem(store, outletId, {
      name: 'Beef',
      reorder_level: 1_000_000,
      par_level: 5_000_000,
      max_level: 3_000_000,
    }),
    flour: await addItem(store, outletId, { name: 'Flour' }),
    bun: await addItem(store, outletId, {
      name: 'Bun',
      stock_unit: 'pc',
      purchase_unit: 'case',
      purchase_factor: 24_000,
    }),
  };
  await addRecipe(store, outletId, menu.burger, [
    { itemId: testStock.beef, qty: 150_000 },
    { itemId: testStock.bun, qty: 1000, unit: 'pc' },
  ]);
  return testStock;
}

/** Returns levels beside the sums of their movements: [on hand, worth, sum of quantities, sum of values] by item and storage. */
export function levelsAndSums(store: Store, outletId: number): Promise<Map<string, readonly number[]>> {
  return store.readOutlet(outletId, async (db) => {
    const levels = await db.selectFrom('stock_level').selectAll().where('outlet_id', '=', outletId).execute();
    const moved = await db.selectFrom('stock_movement').selectAll().where('outlet_id', '=', outletId).execute();
    const found = new Map<string, number[]>();
    const at = (item: number, storage: number): number[] => {
      const place = `${item} ${storage}`;
      const row = found.get(place) ?? [0, 0, 0, 0];
      found.set(place, row);
      return row;
    };
    for (const { item_id, storage_id, on_hand, worth } of levels) at(item_id, storage_id).splice(0, 2, on_hand, worth);
    for (const { item_id, storage_id, qty, value } of moved) {
      const row = at(item_id, storage_id);
      row[2] = (row[2] ?? 0) + qty;
      row[3] = (row[3] ?? 0) + value;
    }
    return found;
  });
}
