/** Stock levels by item and storage. Source: docs/rules.md#stock-movements, docs/rules.md#storages. */
import type { StockLevelView } from '@atoll/domain/contract/stock/stock';
import { unitCostOf } from '@atoll/domain/stock/cost';
import { isLowStock } from '@atoll/domain/stock/reorder';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { fromThousandths, qtyOrNull } from '../api-value.ts';
import { idFilter } from '../list.ts';

/** Returns the levels of an item, of a storage, or all, sorted by item and storage. Levels of 0 are left out. */
export function listLevels(
  store: Store,
  outletId: number,
  query: { readonly itemId?: string | undefined; readonly storageId?: string | undefined },
): Promise<StockLevelView[]> {
  const itemId = idFilter('itemId', query.itemId);
  const storageId = idFilter('storageId', query.storageId);
  return store.readForLists(outletId, async (db) => {
    let found = db
      .selectFrom('stock_level as level')
      .innerJoin('inventory_item as item', (join) =>
        join.onRef('item.outlet_id', '=', 'level.outlet_id').onRef('item.id', '=', 'level.item_id'),
      )
      .innerJoin('storage as place', (join) =>
        join.onRef('place.outlet_id', '=', 'level.outlet_id').onRef('place.id', '=', 'level.storage_id'),
      )
      .where('level.outlet_id', '=', outletId)
      .where('level.on_hand', '<>', 0);
    if (itemId !== undefined) found = found.where('level.item_id', '=', itemId);
    if (storageId !== undefined) found = found.where('level.storage_id', '=', storageId);
    const rows = await found
      .select([
        'level.item_id',
        'level.storage_id',
        'level.on_hand',
        'level.worth',
        'item.name',
        'item.code',
        'item.category',
        'item.stock_unit',
        'item.reorder_level',
        'place.name as storage_name',
      ])
      .orderBy('item.name')
      .orderBy('place.name')
      .execute();
    const totals = await itemStock(
      db,
      outletId,
      rows.map((row) => row.item_id),
    );
    return rows.map((row) => {
      const total = totals.get(row.item_id)?.onHand ?? 0;
      const reorderLevel = qtyOrNull(row.reorder_level);
      return {
        itemId: row.item_id,
        itemName: row.name,
        itemCode: row.code,
        category: row.category,
        unit: row.stock_unit,
        storageId: row.storage_id,
        storageName: row.storage_name,
        onHand: fromThousandths(row.on_hand),
        value: row.worth,
        unitCost: fromThousandths(row.on_hand > 0 ? unitCostOf(row.worth, row.on_hand) : 0),
        reorderLevel,
        isLow: isLowStock(total, reorderLevel) || row.on_hand < 0,
      };
    });
  });
}

/** Stock of an item in all storages: quantity as the API sends it, value in laari. */
export interface ItemStock {
  readonly onHand: number;
  readonly value: number;
}

/** Returns the stock of items by id, of all items when `itemIds` is absent. Items that never moved are left out. */
export async function itemStock(
  db: Kysely<Database>,
  outletId: number,
  itemIds?: readonly number[],
): Promise<ReadonlyMap<number, ItemStock>> {
  let found = db.selectFrom('stock_level').select(['item_id', 'on_hand', 'worth']).where('outlet_id', '=', outletId);
  if (itemIds !== undefined) {
    if (itemIds.length === 0) return new Map();
    found = found.where('item_id', 'in', [...new Set(itemIds)]);
  }
  const stock = new Map<number, ItemStock>();
  for (const { item_id, on_hand, worth } of await found.execute()) {
    const sum = stock.get(item_id);
    stock.set(item_id, {
      onHand: fromThousandths(Math.round((sum?.onHand ?? 0) * 1000) + on_hand),
      value: (sum?.value ?? 0) + worth,
    });
  }
  return stock;
}
