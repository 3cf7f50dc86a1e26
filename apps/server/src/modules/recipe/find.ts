/** Reads recipes with their current cost. Source: docs/rules.md#recipes. */
import type { RecipeView } from '@atoll/domain/contract/stock/recipe';
import { explodeRecipe, recipeCost } from '@atoll/domain/stock/recipe';
import { type Kysely, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { containsPattern, type ListRequest, type Page } from '../../platform/http/list.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  type DocumentRow,
  fromThousandths,
  idFilter,
  instant,
  loadDocument,
  pageOfRows,
  type RowSorts,
  readRecipeBook,
  sortNames,
  unitCosts,
} from '../stock/service.ts';

export type RecipeRow = DocumentRow<'recipe'>;
const sorts: RowSorts<RecipeView> = {
  columns: { name: 'name', size: 'size', modifiedAt: 'modified_at' },
  values: {
    menuItemName: (row) => row.menuItemName,
    cost: (row) => row.cost,
    sellingPrice: (row) => row.sellingPrice,
    share: (row) => (row.sellingPrice ? row.cost / row.sellingPrice : null),
  },
};
export const recipeSorts = sortNames(sorts);

/** Returns the active recipe of an id or key. Refused: 'notFound'. */
export async function loadRecipe(db: Kysely<Database>, outletId: number, ref: number | string): Promise<RecipeRow> {
  const row = await loadDocument(db, 'recipe', outletId, ref);
  if (!row.is_active) throw refused('notFound');
  return row;
}

async function menuItems(db: Kysely<Database>, outletId: number, rows: readonly RecipeRow[]) {
  const ids = [...new Set(rows.map((row) => row.menu_item_id).filter((id) => id > 0))];
  if (ids.length === 0) return new Map<number, never>();
  const found = await db
    .selectFrom('menu_item')
    .select(['id', 'name', 'sizes'])
    .where('outlet_id', '=', outletId)
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map((one) => [one.id, one]));
}

/** Returns recipes as the API sends them. A recipe that cannot be resolved to items has cost 0; its editor shows why. */
export async function presentRecipes(
  db: Kysely<Database>,
  outletId: number,
  rows: readonly RecipeRow[],
): Promise<RecipeView[]> {
  if (rows.length === 0) return [];
  const book = await readRecipeBook(db, outletId);
  const unitCost = await unitCosts(db, outletId);
  const items = await db
    .selectFrom('inventory_item')
    .select(['id', 'name'])
    .where('outlet_id', '=', outletId)
    .execute();
  const names = new Map(items.map(({ id, name }) => [id, name]));
  const parts = await db
    .selectFrom('recipe')
    .select(['id', 'name'])
    .where('outlet_id', '=', outletId)
    .where('menu_item_id', '=', 0)
    .execute();
  const partNames = new Map(parts.map(({ id, name }) => [id, name]));
  const sold = await menuItems(db, outletId, rows);
  return rows.map((row): RecipeView => {
    const opened = explodeRecipe(
      { id: row.id, lines: row.lines, yieldQty: row.yield_qty, yieldUnit: row.yield_unit },
      book,
    );
    const menuItem = sold.get(row.menu_item_id);
    const size = menuItem?.sizes.find(({ value }) => value === row.size) ?? menuItem?.sizes[0];
    return {
      id: row.id,
      key: row.key,
      version: row.version,
      name: row.name,
      menuItemId: row.menu_item_id,
      menuItemName: menuItem?.name ?? '',
      size: row.size,
      yieldQty: fromThousandths(row.yield_qty),
      yieldUnit: row.yield_unit,
      method: row.method,
      lines: row.lines.map((line) => ({
        itemId: line.itemId,
        subRecipeId: line.subRecipeId,
        name: names.get(line.itemId) ?? partNames.get(line.subRecipeId) ?? '',
        qty: fromThousandths(line.qty),
        unit: line.unit,
        wastagePct: line.wastageBp / 100,
      })),
      cost: opened.ok ? recipeCost(opened.value, unitCost) : 0,
      sellingPrice: menuItem ? (size?.sellingPrice ?? null) : null,
      createdAt: instant(row.created_at),
      modifiedAt: instant(row.modified_at),
    };
  });
}

/** Returns one recipe. */
export function findRecipe(store: Store, outletId: number, ref: number | string): Promise<RecipeView> {
  return store.readOutlet(outletId, async (db) => {
    const [recipe] = await presentRecipes(db, outletId, [await loadRecipe(db, outletId, ref)]);
    if (!recipe) throw refused('notFound');
    return recipe;
  });
}

/** Returns a page (or the first 1000) of the active recipes. */
export function listRecipes(
  store: Store,
  outletId: number,
  request: ListRequest<string>,
  filters: { readonly menuItemId?: string | undefined },
): Promise<Page<RecipeView> | RecipeView[]> {
  const menuItemId = idFilter('menuItemId', filters.menuItemId) ?? idFilter('id', request.parent);
  return store.readForLists(outletId, (db) => {
    let found = db.selectFrom('recipe').where('outlet_id', '=', outletId).where('is_active', '=', true);
    if (menuItemId !== undefined) found = found.where('menu_item_id', '=', menuItemId);
    if (request.search) {
      const pattern = containsPattern(request.search.toLowerCase());
      found = found.where(sql<boolean>`lower(name) like ${pattern} escape '\\'`);
    }
    return pageOfRows(found.selectAll(), request, sorts, (rows) => presentRecipes(db, outletId, rows));
  });
}
