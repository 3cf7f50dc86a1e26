/** The inventory log: movements of an outlet, and adjustments that people enter. Source: R2.22, docs/rules.md#stock-movements. */
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { createLog, Movement } from '@atoll/domain/contract/stock/stock';
import { worthAt } from '@atoll/domain/stock/cost';
import { adjustmentQty, movementKinds, movementTypes } from '@atoll/domain/stock/movement';
import { type Kysely, sql } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import { containsPattern, type ListRequest, type Page } from '../../../platform/http/list.ts';
import { requirePermission } from '../../../platform/http/require-permission.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { StockMovementTable } from '../../../platform/store/schema/schema-stock.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { StockActor } from '../actor.ts';
import { fromThousandths, instant, toThousandths } from '../api-value.ts';
import { choiceFilter, idFilter, pageOfRows, type RowSorts, sortNames } from '../list.ts';
import { movementByKey } from '../queries.ts';
import { levelIn, loadItems } from './loaded-items.ts';
import { postOn } from './post.ts';

const sorts: RowSorts<Movement> = {
  columns: {
    id: 'moved.id',
    at: 'moved.at',
    itemName: 'item.name',
    type: 'moved.type',
    storageName: 'place.name',
    qty: 'moved.qty',
    after: 'moved.qty_after',
    value: 'moved.value',
    byName: 'moved.made_by_name',
    reason: 'moved.reason',
    batch: 'moved.batch',
    expiry: sql`coalesce(moved.expiry, '')`,
  },
  indexed: ['at'],
};
export const logSorts = sortNames(sorts);
export interface LogFilters {
  readonly itemId?: string | undefined;
  readonly storageId?: string | undefined;
  readonly type?: string | undefined;
}

/** Selects movements with the names of their items and storages. */
function movementsFrom(db: Kysely<Database>, outletId: number) {
  return db
    .selectFrom('stock_movement as moved')
    .innerJoin('inventory_item as item', (join) =>
      join.onRef('item.outlet_id', '=', 'moved.outlet_id').onRef('item.id', '=', 'moved.item_id'),
    )
    .innerJoin('storage as place', (join) =>
      join.onRef('place.outlet_id', '=', 'moved.outlet_id').onRef('place.id', '=', 'moved.storage_id'),
    )
    .where('moved.outlet_id', '=', outletId);
}

type Named = StockMovementTable & { item_name: string; stock_unit: string; storage_name: string };

function presentMovement(row: Named): Movement {
  return {
    id: row.id,
    key: row.key,
    at: instant(row.at),
    itemId: row.item_id,
    itemName: row.item_name,
    unit: row.stock_unit,
    storageId: row.storage_id,
    storageName: row.storage_name,
    type: row.type,
    qty: fromThousandths(row.qty),
    unitCost: fromThousandths(row.unit_cost),
    value: row.value,
    before: fromThousandths(row.qty_before),
    after: fromThousandths(row.qty_after),
    refType: row.ref_type,
    refId: row.ref_id,
    batch: row.batch,
    expiry: row.expiry,
    reason: row.reason,
    byName: row.made_by_name,
  };
}

/** Returns a page (or the first 1000) of the movements, filtered by item, storage, type and time. */
export function listLogs(
  store: Store,
  outletId: number,
  request: ListRequest<string>,
  filters: LogFilters,
): Promise<Page<Movement> | Movement[]> {
  const itemId = idFilter('itemId', filters.itemId) ?? idFilter('id', request.parent);
  const storageId = idFilter('storageId', filters.storageId);
  const type = choiceFilter('type', filters.type, movementTypes);
  return store.readForLists(outletId, (db) => {
    let found = movementsFrom(db, outletId);
    if (itemId !== undefined) found = found.where('moved.item_id', '=', itemId);
    if (storageId !== undefined) found = found.where('moved.storage_id', '=', storageId);
    if (type !== undefined) found = found.where('moved.type', '=', type);
    if (request.from !== undefined) found = found.where('moved.at', '>=', request.from);
    if (request.to !== undefined) found = found.where('moved.at', '<=', request.to);
    if (request.search) {
      const pattern = containsPattern(request.search.toLowerCase());
      found = found.where((eb) =>
        eb.or([
          sql<boolean>`lower(item.name) like ${pattern} escape '\\'`,
          sql<boolean>`lower(moved.reason) like ${pattern} escape '\\'`,
        ]),
      );
    }
    const named = found
      .selectAll('moved')
      .select(['item.name as item_name', 'item.stock_unit', 'place.name as storage_name']);
    return pageOfRows(named, request, sorts, (rows) => rows.map(presentMovement));
  });
}

type Adjustment = BodyOf<typeof createLog>;

/** Posts an adjustment and returns its movement. Idempotent by key. Refused: see the contract. */
export async function adjustStock(store: Store, actor: StockActor, input: Adjustment): Promise<Movement> {
  requirePermission(actor, 'stock.adjust');
  const key = input.key.toLowerCase();
  await store.writeOutlet(actor.outletId, async (tx) => {
    const [known] = await tx.load(movementByKey, { outletId: actor.outletId, key });
    if (known) {
      const isSame =
        known.item_id === input.itemId && known.storage_id === input.storageId && known.type === input.type;
      if (!isSame) throw refused('keyReused');
      return;
    }
    const place = await tx.db
      .selectFrom('storage')
      .select('id')
      .where('outlet_id', '=', actor.outletId)
      .where('id', '=', input.storageId)
      .executeTakeFirst();
    if (!place) throw refused('notFound', { message: 'Storage not found' });
    const loaded = await loadItems(tx, [input.itemId]);
    const { onHand } = levelIn(loaded, input.itemId, input.storageId);
    const qty = adjustmentQty(input.type, toThousandths(input.qty), onHand);
    if (qty === 0) throw refused('invalid', { errors: { qty: 'Enter a quantity other than 0' } });
    const reason = input.reason?.trim() ?? '';
    if (qty < 0 && reason.length < 3) throw refused('reasonMissing', { errors: { reason: 'Reason is required' } });
    const item = loaded.get(input.itemId);
    if (item && qty < 0 && onHand + qty < 0 && !input.isConfirmed) {
      const left = `${fromThousandths(onHand)} ${item.unit}`;
      throw refused('aboveOnHand', {
        errors: { qty: `Only ${left} on hand. Check the quantity, or save again to record it anyway` },
      });
    }
    const isPriced = input.unitCost !== undefined && qty > 0;
    await postOn(tx, loaded, { by: actor, isDone: movementKinds[input.type].direction === 'either' }, [
      {
        key,
        itemId: input.itemId,
        storageId: input.storageId,
        type: input.type,
        qty,
        ...(isPriced && { worth: worthAt(qty, toThousandths(input.unitCost ?? 0)) }),
        batch: input.batch?.trim() ?? '',
        expiry: input.expiry ?? null,
        reason,
      },
    ]);
    tx.history({
      subject: 'Stock',
      subjectKey: key,
      action: input.type,
      userId: actor.userId,
      deviceId: actor.deviceId,
      before: { onHand },
      after: { itemId: input.itemId, storageId: input.storageId, qty, reason },
    });
  });
  return findLog(store, actor.outletId, key);
}

/** Returns one movement by id or key. Refused: 'notFound'. */
export async function findLog(store: Store, outletId: number, ref: string): Promise<Movement> {
  const row = await store.readOutlet(outletId, (db) => {
    const all = movementsFrom(db, outletId)
      .selectAll('moved')
      .select(['item.name as item_name', 'item.stock_unit', 'place.name as storage_name']);
    return (
      /^\d+$/.test(ref) ? all.where('moved.id', '=', Number(ref)) : all.where('moved.key', '=', ref.toLowerCase())
    ).executeTakeFirst();
  });
  if (!row) throw refused('notFound');
  return presentMovement(row);
}
