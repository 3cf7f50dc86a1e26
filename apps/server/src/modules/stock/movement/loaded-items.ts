/** The items that a command moves, loaded with costs, reorder levels and the level in each storage. */
import type { StockLevel } from '@atoll/domain/stock/cost';
import { noStock } from '@atoll/domain/stock/cost';
import type { OutletTx } from '../../../platform/store/store.ts';
import { itemsParams, itemsWithLevels } from '../queries.ts';

export interface LoadedItem {
  readonly id: number;
  readonly name: string;
  readonly unit: string;
  /** Thousandths of the stock unit; 0 means none. */
  readonly reorderLevel: number;
  /** Thousandths of a laari for one stock unit. */
  avgCost: number;
  lastCost: number;
  /** Levels by storage id; changed as movements are posted. */
  readonly levels: Map<number, StockLevel>;
}

export type LoadedItems = ReadonlyMap<number, LoadedItem>;

/** Loads items with their levels. Unknown ids are left out. */
export async function loadItems(tx: OutletTx, itemIds: readonly number[]): Promise<LoadedItems> {
  const loaded = new Map<number, LoadedItem>();
  if (itemIds.length === 0) return loaded;
  const rows = await tx.load(itemsWithLevels, itemsParams(tx.head.outletId, [...new Set(itemIds)]));
  for (const row of rows) {
    const item = loaded.get(row.id) ?? {
      id: row.id,
      name: row.name,
      unit: row.stock_unit,
      reorderLevel: row.reorder_level ?? 0,
      avgCost: row.avg_cost ?? 0,
      lastCost: row.last_cost ?? 0,
      levels: new Map<number, StockLevel>(),
    };
    if (row.storage_id !== null) item.levels.set(row.storage_id, { onHand: row.on_hand ?? 0, worth: row.worth ?? 0 });
    loaded.set(row.id, item);
  }
  return loaded;
}

/** Returns the level of an item in a storage. */
export function levelIn(loaded: LoadedItems, itemId: number, storageId: number): StockLevel {
  return loaded.get(itemId)?.levels.get(storageId) ?? noStock;
}

/** Returns the quantity of an item in all storages, in thousandths. */
export function totalOf(item: LoadedItem): number {
  let sum = 0;
  for (const { onHand } of item.levels.values()) sum += onHand;
  return sum;
}

/** Returns the value of an item in all storages, in laari. */
export function worthOf(item: LoadedItem): number {
  let sum = 0;
  for (const { worth } of item.levels.values()) sum += worth;
  return sum;
}
