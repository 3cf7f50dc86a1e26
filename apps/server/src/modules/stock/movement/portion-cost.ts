/** Costs of menu items, by their recipes and the last or average cost of the items in them. Source: docs/rules.md#recipes. */
import { recipeCost } from '@atoll/domain/stock/recipe';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import { needsByItem, needsOf, readRecipeBook } from './terms.ts';

/** Returns a function that returns the cost of one stock unit of an item, in thousandths of a laari; 0 when it is unknown. */
export async function unitCosts(db: Kysely<Database>, outletId: number): Promise<(itemId: number) => number> {
  const rows = await db
    .selectFrom('inventory_item as item')
    .innerJoin('stock_cost as cost', (join) =>
      join.onRef('cost.outlet_id', '=', 'item.outlet_id').onRef('cost.item_id', '=', 'item.id'),
    )
    .select(['item.id', 'item.cost_method', 'cost.avg_cost', 'cost.last_cost'])
    .where('item.outlet_id', '=', outletId)
    .execute();
  const costs = new Map(rows.map((row) => [row.id, row.cost_method === 'Last' ? row.last_cost : row.avg_cost]));
  return (itemId) => costs.get(itemId) ?? 0;
}

/**
 * Returns a function that returns the cost of one portion of a size in laari; undefined when it has no recipe, or one with an item whose cost is
 * unknown (R35.55).
 */
export async function portionCosts(
  db: Kysely<Database>,
  outletId: number,
): Promise<(menuItemId: number, size: string) => number | undefined> {
  const needs = needsByItem(await readRecipeBook(db, outletId));
  const unitCost = await unitCosts(db, outletId);
  return (menuItemId, size) => {
    const needed = needsOf({ needs }, menuItemId, size);
    if (!needed || needed.some(({ itemId }) => unitCost(itemId) === 0)) return undefined;
    return recipeCost(needed, unitCost);
  };
}
