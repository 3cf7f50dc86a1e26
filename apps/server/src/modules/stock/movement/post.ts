/**
 * Posting stock movements, the only place that writes them. Movements and levels are written in one transaction, so that a level is always the sum of its movements.
 * Source: docs/rules.md#stock-movements, docs/rules.md#append-only, docs/rules.md#daily-sums.
 */

import { randomUUIDv7 } from 'node:crypto';
import { businessDate } from '@atoll/domain/date/business-day';
import { roundProduct } from '@atoll/domain/money/round';
import { named } from '@atoll/domain/refusal/sentence';
import { currentCost, type LevelChange, putIn, takeOut, unitCostOf, worthAt } from '@atoll/domain/stock/cost';
import { dropsToReorderLevel, type MovementType } from '@atoll/domain/stock/movement';
import { refused } from '../../../platform/errors/refused.ts';
import type { StockMovementTable } from '../../../platform/store/schema/schema-stock.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { StockActor } from '../actor.ts';
import { insertMovements, lastMovement, putCosts, putLevels, showStock } from '../queries.ts';
import { type LoadedItem, type LoadedItems, levelIn, loadItems, totalOf, worthOf } from './loaded-items.ts';
import { notifyShort } from './notify.ts';
import { stockTerms } from './terms.ts';

export interface NewMovement {
  readonly itemId: number;
  readonly storageId: number;
  readonly type: MovementType;
  /** Signed thousandths of the stock unit, not 0. */
  readonly qty: number;
  /** Value of incoming goods in laari; absent: at the current average cost. Not used for outgoing goods. */
  readonly worth?: number;
  readonly key?: string;
  readonly refType?: 'Bill' | 'Request' | 'Count' | 'Invoice';
  readonly refId?: number;
  readonly refLine?: string;
  readonly batch?: string;
  readonly expiry?: string | null;
  readonly reason?: string;
}

export interface Posting {
  readonly by: Pick<StockActor, 'userId' | 'name'>;
  /** Time of the movement in epoch ms; absent: now. */
  readonly at?: number;
  /** Whether it has happened already: it is then posted even when the outlet blocks negative stock. */
  readonly isDone?: boolean;
}

/** Types whose unit cost becomes the item's last cost. */
const paid: ReadonlySet<MovementType> = new Set(['Opening', 'Purchase', 'Production', 'ConvertIn']);

/**
 * Posts movements in their order and returns their rows. Refused before anything is written: 'notFound' for an unknown item, 'stockShort' (with
 * `items`) when the outlet blocks negative stock.
 */
export async function postMovements(
  tx: OutletTx,
  posting: Posting,
  movements: readonly NewMovement[],
): Promise<StockMovementTable[]> {
  if (movements.length === 0) return [];
  const loaded = await loadItems(
    tx,
    movements.map(({ itemId }) => itemId),
  );
  return postOn(tx, loaded, posting, movements);
}

/** Posts movements on items that this command has loaded already; see `postMovements`. */
export async function postOn(
  tx: OutletTx,
  loaded: LoadedItems,
  posting: Posting,
  movements: readonly NewMovement[],
): Promise<StockMovementTable[]> {
  const terms = await stockTerms(tx);
  const [last] = await tx.load(lastMovement, { outletId: tx.head.outletId });
  for (const { itemId } of movements) if (!loaded.has(itemId)) throw refused('notFound', { message: 'Item not found' });
  if (terms.rule === 'Block' && posting.isDone !== true) requireEnough(loaded, movements);
  const before = new Map([...loaded].map(([id, item]) => [id, totalOf(item)]));
  const at = posting.at ?? tx.now;
  const shared = {
    outlet_id: tx.head.outletId,
    at,
    business_date: businessDate(at, terms.timezone, terms.businessDayCutoff),
    made_by: posting.by.userId,
    made_by_name: posting.by.name,
    recorded_at: tx.now,
  };
  let id = last?.id ?? 0;
  const rows = movements.map((movement): StockMovementTable => {
    id += 1;
    return { ...shared, id, ...rowOf(loaded, movement) };
  });
  tx.writeRows(insertMovements, rows);
  writeLevels(tx, loaded, rows);
  writeCosts(tx, loaded, rows);
  await notifyDips(tx, loaded, before, rows);
  return rows;
}

function requireEnough(loaded: LoadedItems, movements: readonly NewMovement[]): void {
  const left = new Map<string, number>();
  const short = new Map<number, LoadedItem>();
  for (const { itemId, storageId, qty } of movements) {
    const place = `${itemId} ${storageId}`;
    const now = (left.get(place) ?? levelIn(loaded, itemId, storageId).onHand) + qty;
    left.set(place, now);
    const item = loaded.get(itemId);
    if (qty < 0 && now < 0 && item) short.set(itemId, item);
  }
  if (short.size === 0) return;
  const names = [...short.values()].map(({ name }) => name);
  throw refused('stockShort', { details: named(names.join(', ')), extra: { items: names } });
}

type Moved = Omit<
  StockMovementTable,
  'outlet_id' | 'id' | 'at' | 'business_date' | 'made_by' | 'made_by_name' | 'recorded_at'
>;

/** Changes the loaded level and returns the columns of the movement. */
function rowOf(loaded: LoadedItems, movement: NewMovement): Moved {
  const { itemId, storageId, type, qty } = movement;
  const item = loaded.get(itemId);
  if (!item) throw new Error('An item must be loaded before it is moved');
  const level = levelIn(loaded, itemId, storageId);
  const cost = currentCost(level, item.avgCost);
  const worth = movement.worth ?? (qty > 0 ? worthAt(qty, cost) : 0);
  const { level: after, value }: LevelChange = qty > 0 ? putIn(level, qty, worth) : takeOut(level, -qty, cost);
  item.levels.set(storageId, after);
  return {
    key: movement.key ?? randomUUIDv7(),
    item_id: itemId,
    storage_id: storageId,
    type,
    qty,
    unit_cost: qty > 0 ? unitCostOf(worth, qty) : cost,
    value,
    qty_before: level.onHand,
    qty_after: after.onHand,
    ref_type: movement.refType ?? '',
    ref_id: movement.refId ?? 0,
    ref_line: movement.refLine ?? '',
    batch: movement.batch ?? '',
    expiry: movement.expiry ?? null,
    reason: movement.reason ?? '',
  };
}

function writeLevels(tx: OutletTx, loaded: LoadedItems, rows: readonly StockMovementTable[]): void {
  const places = new Map(rows.map((row) => [`${row.item_id} ${row.storage_id}`, row]));
  tx.writeRows(
    putLevels,
    [...places.values()].map(({ item_id, storage_id }) => {
      const { onHand, worth } = levelIn(loaded, item_id, storage_id);
      return { outlet_id: tx.head.outletId, item_id, storage_id, on_hand: onHand, worth, modified_at: tx.now };
    }),
  );
}

/** Writes the last and average cost and the figures shown with each item. The average covers all storages with stock. */
function writeCosts(tx: OutletTx, loaded: LoadedItems, rows: readonly StockMovementTable[]): void {
  const lastPaid = new Map(rows.filter(({ type }) => paid.has(type)).map((row) => [row.item_id, row.unit_cost]));
  const outlet_id = tx.head.outletId;
  const costs = [...lastPaid].flatMap(([item_id, last_cost]) => {
    const item = loaded.get(item_id);
    if (!item) return [];
    let [onHand, worth] = [0, 0];
    for (const level of item.levels.values()) {
      if (level.onHand <= 0) continue;
      onHand += level.onHand;
      worth += level.worth;
    }
    item.avgCost = onHand > 0 ? unitCostOf(worth, onHand) : last_cost;
    item.lastCost = last_cost;
    return [{ outlet_id, item_id, avg_cost: item.avgCost, last_cost }];
  });
  tx.writeRows(putCosts, costs);
  const moved = new Set(rows.map((row) => row.item_id));
  showStock(
    tx,
    [...loaded.values()]
      .filter(({ id }) => moved.has(id))
      .map((item) => ({
        item_id: item.id,
        on_hand: totalOf(item),
        stock_value: worthOf(item),
        avg_cost: roundProduct(item.avgCost, 1, 1000),
        last_cost: roundProduct(item.lastCost, 1, 1000),
      })),
    ({ item_id }) => lastPaid.has(item_id),
  );
}

/** Notifies once when an item drops to its reorder level, and with 'Warn' also when a sale takes it below zero. */
async function notifyDips(
  tx: OutletTx,
  loaded: LoadedItems,
  before: ReadonlyMap<number, number>,
  rows: readonly StockMovementTable[],
): Promise<void> {
  const low = [...loaded.values()].filter((item) =>
    dropsToReorderLevel(before.get(item.id) ?? 0, totalOf(item), item.reorderLevel),
  );
  const { rule } = await stockTerms(tx);
  const below = rows.filter(
    (row) => row.type === 'Sale' && rule === 'Warn' && row.qty_before >= 0 && row.qty_after < 0,
  );
  const emptied = new Map(below.flatMap((row) => loaded.get(row.item_id) ?? []).map((item) => [item.id, item]));
  await notifyShort(tx, { low, below: [...emptied.values()] });
}
