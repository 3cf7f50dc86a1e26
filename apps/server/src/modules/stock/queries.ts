/** Prepared statements of stock. */
import { sql } from 'kysely';
import { prepared } from '../../platform/store/prepared.ts';
import { preparedRows } from '../../platform/store/prepared-rows.ts';
import type { StockCostTable, StockLevelTable, StockMovementTable } from '../../platform/store/schema/schema-stock.ts';
import type { OutletTx } from '../../platform/store/store.ts';

/** Parameters for a list of items: PostgreSQL takes an array, SQLite a JSON text. */
export interface ItemsParams {
  readonly outletId: number;
  readonly ids: readonly number[];
  readonly json: string;
}

/** Returns the parameters for a list of items. */
export const itemsParams = (outletId: number, ids: readonly number[]): ItemsParams => ({
  outletId,
  ids,
  json: JSON.stringify(ids),
});

/** Selects items with costs, reorder levels and levels: one row for each storage, or one row without a storage. */
export const itemsWithLevels = prepared<ItemsParams>()((db, p, engine) =>
  db
    .selectFrom('inventory_item as item')
    .leftJoin('stock_level as level', (join) =>
      join.onRef('level.outlet_id', '=', 'item.outlet_id').onRef('level.item_id', '=', 'item.id'),
    )
    .leftJoin('stock_cost as cost', (join) =>
      join.onRef('cost.outlet_id', '=', 'item.outlet_id').onRef('cost.item_id', '=', 'item.id'),
    )
    .select([
      'item.id',
      'item.name',
      'item.stock_unit',
      'item.reorder_level',
      'level.storage_id',
      'level.on_hand',
      'level.worth',
      'cost.avg_cost',
      'cost.last_cost',
    ])
    .where('item.outlet_id', '=', p('outletId'))
    .where(
      engine === 'sqlite'
        ? sql<boolean>`item.id in (select value from json_each(${p('json')}))`
        : sql<boolean>`item.id = any(${p('ids')}::bigint[])`,
    ),
);

/** Selects the id of the outlet's last movement. */
export const lastMovement = prepared<{ outletId: number }>()((db, p) =>
  db.selectFrom('stock_movement').select('id').where('outlet_id', '=', p('outletId')).orderBy('id', 'desc').limit(1),
);

/** Selects the movement of a key. */
export const movementByKey = prepared<{ outletId: number; key: string }>()((db, p) =>
  db.selectFrom('stock_movement').selectAll().where('outlet_id', '=', p('outletId')).where('key', '=', p('key')),
);

/** Selects the movements of a bill, request, count or invoice. */
export const movementsOf = prepared<{ outletId: number; refType: string; refId: number }>()((db, p) =>
  db
    .selectFrom('stock_movement')
    .selectAll()
    .where('outlet_id', '=', p('outletId'))
    .where('ref_type', '=', p('refType'))
    .where(sql<boolean>`ref_type <> ''`)
    .where('ref_id', '=', p('refId'))
    .orderBy('id'),
);

export const insertMovements = preparedRows<'stock_movement', StockMovementTable>('stock_movement', {
  outlet_id: 'int',
  id: 'int',
  key: 'text',
  at: 'int',
  business_date: 'text',
  item_id: 'int',
  storage_id: 'int',
  type: 'text',
  qty: 'int',
  unit_cost: 'int',
  value: 'int',
  qty_before: 'int',
  qty_after: 'int',
  ref_type: 'text',
  ref_id: 'int',
  ref_line: 'text',
  batch: 'text',
  expiry: 'text',
  reason: 'text',
  made_by: 'int',
  made_by_name: 'text',
  recorded_at: 'int',
});

export const putLevels = preparedRows<'stock_level', StockLevelTable>(
  'stock_level',
  { outlet_id: 'int', item_id: 'int', storage_id: 'int', on_hand: 'int', worth: 'int', modified_at: 'int' },
  (query) =>
    query.onConflict((conflict) =>
      conflict.columns(['outlet_id', 'item_id', 'storage_id']).doUpdateSet((eb) => ({
        on_hand: eb.ref('excluded.on_hand'),
        worth: eb.ref('excluded.worth'),
        modified_at: eb.ref('excluded.modified_at'),
      })),
    ),
);

export const putCosts = preparedRows<'stock_cost', StockCostTable>(
  'stock_cost',
  { outlet_id: 'int', item_id: 'int', avg_cost: 'int', last_cost: 'int' },
  (query) =>
    query.onConflict((conflict) =>
      conflict.columns(['outlet_id', 'item_id']).doUpdateSet((eb) => ({
        avg_cost: eb.ref('excluded.avg_cost'),
        last_cost: eb.ref('excluded.last_cost'),
      })),
    ),
);

export interface ShownStock {
  readonly item_id: number;
  readonly on_hand: number;
  readonly stock_value: number;
  readonly avg_cost: number;
  readonly last_cost: number;
}

/** Writes the stock that an item shows, whose costs stay: an index contains them. */
const showLevel = prepared<Pick<ShownStock, 'item_id' | 'on_hand' | 'stock_value'> & { outlet_id: number }>()((db, p) =>
  db
    .updateTable('inventory_item')
    .set({ on_hand: p('on_hand'), stock_value: p('stock_value') })
    .where('outlet_id', '=', p('outlet_id'))
    .where('id', '=', p('item_id')),
);

/** Writes the stock and costs (whole laari) that an item shows. SQLite is fastest with one statement per item, PostgreSQL with one for all. */
const showOne = prepared<ShownStock & { outlet_id: number }>()((db, p) =>
  db
    .updateTable('inventory_item')
    .set({
      on_hand: p('on_hand'),
      stock_value: p('stock_value'),
      avg_cost: p('avg_cost'),
      last_cost: p('last_cost'),
    })
    .where('outlet_id', '=', p('outlet_id'))
    .where('id', '=', p('item_id')),
);

const showMany = prepared<{ outlet_id: number } & { [K in keyof ShownStock]: readonly number[] }>()((db, p) =>
  db
    .updateTable('inventory_item')
    .from(
      sql<ShownStock>`(select * from unnest(${p('item_id')}::bigint[], ${p('on_hand')}::bigint[], ${p('stock_value')}::bigint[],
        ${p('avg_cost')}::bigint[], ${p('last_cost')}::bigint[]) as t(item_id, on_hand, stock_value, avg_cost, last_cost))`.as(
        'shown',
      ),
    )
    .set({
      on_hand: sql<number>`shown.on_hand`,
      stock_value: sql<number>`shown.stock_value`,
      avg_cost: sql<number>`shown.avg_cost`,
      last_cost: sql<number>`shown.last_cost`,
    })
    .where('outlet_id', '=', p('outlet_id'))
    .where(sql<boolean>`inventory_item.id = shown.item_id`),
);

/** Writes the stock that items show, and their costs where `hasNewCost` says that they changed. */
export function showStock(
  tx: OutletTx,
  items: readonly ShownStock[],
  hasNewCost: (item: ShownStock) => boolean = () => true,
): void {
  const outlet_id = tx.head.outletId;
  if (items.length === 0) return;
  if (tx.engine === 'sqlite') {
    for (const item of items) tx.write(hasNewCost(item) ? showOne : showLevel, { outlet_id, ...item });
    return;
  }
  const column = (name: keyof ShownStock): readonly number[] => items.map((item) => item[name]);
  tx.write(showMany, {
    outlet_id,
    item_id: column('item_id'),
    on_hand: column('on_hand'),
    stock_value: column('stock_value'),
    avg_cost: column('avg_cost'),
    last_cost: column('last_cost'),
  });
}

/** The condition for an inventory item that runs low, as `isLowStock` has it. Source: R35.60. */
export const isLowSql = sql<boolean>`(on_hand < 0 or (reorder_level > 0 and on_hand <= reorder_level))`;
