/** The recipes of items to copy, with the inventory items in them. */
import type { RecipeLine } from '@atoll/domain/stock/recipe';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';

export interface RecipeSource {
  readonly id: number;
  readonly name: string;
  /** 0: a part of other recipes. */
  readonly menuItemId: number;
  readonly size: string;
  /** Thousandths. */
  readonly yieldQty: number;
  readonly yieldUnit: string;
  readonly method: string;
  readonly lines: readonly RecipeLine[];
  readonly needs: readonly { readonly table: string; readonly id: number }[];
}

/** Returns the recipes of the menu items among the records, each after the recipes that it contains. */
export async function recipesOf(
  db: Kysely<Database>,
  outletId: number,
  records: readonly { readonly table: string; readonly id: number }[],
): Promise<RecipeSource[]> {
  const items = new Set(records.filter(({ table }) => table === 'menu_item').map(({ id }) => id));
  const rows = await db
    .selectFrom('recipe')
    .select(['id', 'name', 'menu_item_id', 'size', 'yield_qty', 'yield_unit', 'method', 'lines'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<number, RecipeSource>();
  /** Adds a recipe after its parts. The store holds no circles. */
  const add = (id: number): void => {
    const row = known.get(id);
    if (row === undefined || found.has(id)) return;
    for (const { subRecipeId } of row.lines) add(subRecipeId);
    const { name, method, size, lines } = row;
    const needs = lines.flatMap(({ itemId }) => (itemId > 0 ? [{ table: 'inventory_item', id: itemId }] : []));
    const amount = { yieldQty: row.yield_qty, yieldUnit: row.yield_unit };
    found.set(id, { id, name, menuItemId: row.menu_item_id, size, ...amount, method, lines, needs });
  };
  for (const { id, menu_item_id } of rows) if (items.has(menu_item_id)) add(id);
  return [...found.values()];
}
