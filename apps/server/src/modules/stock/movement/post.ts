/**
 * The single way in: movements are appended and the levels kept in the same transaction, so that what lies there is always the sum of them.
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
import { levelIn, readShelf, type Shelf, type ShelfItem, totalOf, worthOf } from './loaded-items.ts';
import { tellShort } from './notify.ts';
import { stockTerms } from './terms.ts';

export interface NewMovement {
  readonly itemId: number;
  readonly storageId: number;
  readonly type: MovementType;
  /** Signed thousandths of the stock unit, not 0. */
  readonly qty: number;
  /** Laari that come in with it; absent: at the present average. Of what goes out it is worked out. */
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
  /** When it happened, epoch ms; absent: now. */
  readonly at?: number;
  /** It has happened already: also where the outlet lets nothing go below zero. */
  readonly isDone?: boolean;
}

/** Prices that are paid, and so become the item's last price. */
const paid: ReadonlySet<MovementType> = new Set(['Opening', 'Purchase', 'Production', 'ConvertIn']);

/**
 * Posts movements in their order and answers their rows. Refused before anything is written: 'notFound' for an item that is none, 'stockShort'
 * (with the items) where the outlet blocks what goes below zero.
 */
export async function postMovements(
  tx: OutletTx,
  posting: Posting,
  movements: readonly NewMovement[],
): Promise<StockMovementTable[]> {
  if (movements.length === 0) return [];
  const shelf = await readShelf(
    tx,
    movements.map(({ itemId }) => itemId),
  );
  return postOn(tx, shelf, posting, movements);
}

/** The same on a shelf that was read in this command. */
export async function postOn(
  tx: OutletTx,
  shelf: Shelf,
  posting: Posting,
  movements: readonly NewMovement[],
): Promise<StockMovementTable[]> {
  const terms = await stockTerms(tx);
  const [last] = await tx.load(lastMovement, { outletId: tx.head.outletId });
  for (const { itemId } of movements)
    if (!shelf.has(itemId)) throw refused('notFound', { message: 'This item is not here' });
  if (terms.rule === 'Block' && posting.isDone !== true) requireEnough(shelf, movements);
  const before = new Map([...shelf].map(([id, item]) => [id, totalOf(item)]));
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
    return { ...shared, id, ...rowOf(shelf, movement) };
  });
  tx.writeRows(insertMovements, rows);
  writeLevels(tx, shelf, rows);
  writeCosts(tx, shelf, rows);
  await tellDips(tx, shelf, before, rows);
  return rows;
}

function requireEnough(shelf: Shelf, movements: readonly NewMovement[]): void {
  const left = new Map<string, number>();
  const short = new Map<number, ShelfItem>();
  for (const { itemId, storageId, qty } of movements) {
    const place = `${itemId} ${storageId}`;
    const now = (left.get(place) ?? levelIn(shelf, itemId, storageId).onHand) + qty;
    left.set(place, now);
    const item = shelf.get(itemId);
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

/** Moves the level on the shelf, and answers what the row says of it. */
function rowOf(shelf: Shelf, movement: NewMovement): Moved {
  const { itemId, storageId, type, qty } = movement;
  const item = shelf.get(itemId);
  if (!item) throw new Error('An item is on the shelf before it is moved');
  const level = levelIn(shelf, itemId, storageId);
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

function writeLevels(tx: OutletTx, shelf: Shelf, rows: readonly StockMovementTable[]): void {
  const places = new Map(rows.map((row) => [`${row.item_id} ${row.storage_id}`, row]));
  tx.writeRows(
    putLevels,
    [...places.values()].map(({ item_id, storage_id }) => {
      const { onHand, worth } = levelIn(shelf, item_id, storage_id);
      return { outlet_id: tx.head.outletId, item_id, storage_id, on_hand: onHand, worth, modified_at: tx.now };
    }),
  );
}

/** The average runs over every storage that has something. */
function writeCosts(tx: OutletTx, shelf: Shelf, rows: readonly StockMovementTable[]): void {
  const lastPaid = new Map(rows.filter(({ type }) => paid.has(type)).map((row) => [row.item_id, row.unit_cost]));
  const outlet_id = tx.head.outletId;
  const costs = [...lastPaid].flatMap(([item_id, last_cost]) => {
    const item = shelf.get(item_id);
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
    [...shelf.values()]
      .filter(({ id }) => moved.has(id))
      .map((item) => ({
        item_id: item.id,
        on_hand: totalOf(item),
        stock_value: worthOf(item),
        avg_cost: roundProduct(item.avgCost, 1, 1000),
        last_cost: roundProduct(item.lastCost, 1, 1000),
      })),
  );
}

/** Low stock is told once, when an item dips to its reorder level; by 'Warn' also the sale that goes below zero. */
async function tellDips(
  tx: OutletTx,
  shelf: Shelf,
  before: ReadonlyMap<number, number>,
  rows: readonly StockMovementTable[],
): Promise<void> {
  const low = [...shelf.values()].filter((item) =>
    dropsToReorderLevel(before.get(item.id) ?? 0, totalOf(item), item.reorderLevel),
  );
  const { rule } = await stockTerms(tx);
  const below = rows.filter(
    (row) => row.type === 'Sale' && rule === 'Warn' && row.qty_before >= 0 && row.qty_after < 0,
  );
  const emptied = new Map(below.flatMap((row) => shelf.get(row.item_id) ?? []).map((item) => [item.id, item]));
  await tellShort(tx, { low, below: [...emptied.values()] });
}
