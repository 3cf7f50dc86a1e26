/** What a command knows of the items that it moves: prices, reorder levels, and what lies in which storage. */
import type { StockLevel } from '@atoll/domain/stock/cost';
import { noStock } from '@atoll/domain/stock/cost';
import type { OutletTx } from '../../../platform/store/store.ts';
import { itemsParams, shelfOf } from '../queries.ts';

export interface ShelfItem {
  readonly id: number;
  readonly name: string;
  readonly unit: string;
  /** Thousandths; 0 is none. */
  readonly reorderLevel: number;
  /** Thousandths of a laari for one stock unit. */
  avgCost: number;
  lastCost: number;
  /** By storage; changed as movements are posted. */
  readonly levels: Map<number, StockLevel>;
}

export type Shelf = ReadonlyMap<number, ShelfItem>;

/** Answers the items with all that lies of them; an id that names none is not among them. */
export async function readShelf(tx: OutletTx, itemIds: readonly number[]): Promise<Shelf> {
  const shelf = new Map<number, ShelfItem>();
  if (itemIds.length === 0) return shelf;
  const rows = await tx.load(shelfOf, itemsParams(tx.head.outletId, [...new Set(itemIds)]));
  for (const row of rows) {
    const item = shelf.get(row.id) ?? {
      id: row.id,
      name: row.name,
      unit: row.stock_unit,
      reorderLevel: row.reorder_level ?? 0,
      avgCost: row.avg_cost ?? 0,
      lastCost: row.last_cost ?? 0,
      levels: new Map<number, StockLevel>(),
    };
    if (row.storage_id !== null) item.levels.set(row.storage_id, { onHand: row.on_hand ?? 0, worth: row.worth ?? 0 });
    shelf.set(row.id, item);
  }
  return shelf;
}

/** Answers what lies in a storage of an item. */
export function levelIn(shelf: Shelf, itemId: number, storageId: number): StockLevel {
  return shelf.get(itemId)?.levels.get(storageId) ?? noStock;
}

/** Answers what lies of an item in all storages: thousandths. */
export function totalOf(item: ShelfItem): number {
  let sum = 0;
  for (const { onHand } of item.levels.values()) sum += onHand;
  return sum;
}

/** Answers what all of an item is worth: laari. */
export function worthOf(item: ShelfItem): number {
  let sum = 0;
  for (const { worth } of item.levels.values()) sum += worth;
  return sum;
}
