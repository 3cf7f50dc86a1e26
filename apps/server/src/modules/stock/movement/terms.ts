/**
 * The stock terms of an outlet: its settings about stock, and the items that each menu item uses, with recipes resolved down to items. They are
 * kept in memory until something they depend on changes. A sale without recipes only looks into a map.
 */

import { settingOf } from '@atoll/domain/outlet/settings';
import type { NegativeStockRule } from '@atoll/domain/stock/movement';
import { explodeRecipe, type Need, type Recipe, type RecipeBook } from '@atoll/domain/stock/recipe';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../../platform/store/store.ts';

export interface StockTerms {
  /** Whether the feature Inventory is on. */
  readonly isOn: boolean;
  readonly timezone: string;
  readonly businessDayCutoff: string;
  readonly rule: NegativeStockRule;
  /** Settings `RefundedStock` and `VoidedStock`. */
  readonly refunded: 'Return' | 'Waste';
  readonly voided: 'Waste' | 'Ignore';
  /** Storages that sales are taken from and goods are received in; 0 when there is no storage. */
  readonly issueStorageId: number;
  readonly receivingStorageId: number;
  /** Items that one portion of a menu item uses, by `soldKey`. */
  readonly needs: ReadonlyMap<string, readonly Need[]>;
  /** Item that one chosen modifier uses, by the option's id. */
  readonly options: ReadonlyMap<number, Need>;
}

/** Returns the key of a size in `needs`. An empty size holds for all sizes. */
export const soldKey = (menuItemId: number, size: string): string => `${menuItemId} ${size}`;

/** Returns the items that one portion of a size uses, or undefined when it has no recipe. */
export function needsOf(
  { needs }: Pick<StockTerms, 'needs'>,
  menuItemId: number,
  size: string,
): readonly Need[] | undefined {
  return needs.get(soldKey(menuItemId, size)) ?? needs.get(soldKey(menuItemId, ''));
}

/** Returns the outlet's stock terms as of this command. */
export function stockTerms(tx: OutletTx): Promise<StockTerms> {
  return tx.remember('stock terms', () => readTerms(tx.db, tx.head.outletId));
}

/** Marks the terms as changed. Call it after a change of recipes, items, storages or modifiers. */
export function stockTermsChanged(tx: OutletTx): void {
  tx.head.termsVersion += 1;
}

async function readTerms(db: Kysely<Database>, outletId: number): Promise<StockTerms> {
  const outlet = await db
    .selectFrom('outlet')
    .select(['features', 'timezone', 'business_day_cutoff'])
    .where('id', '=', outletId)
    .executeTakeFirstOrThrow();
  const settings = (
    await db.selectFrom('setting').select(['key', 'value']).where('outlet_id', '=', outletId).execute()
  ).map(({ key, value }) => ({ key, value: value ?? undefined }));
  const storages = await db
    .selectFrom('storage')
    .select(['id', 'is_default_issue', 'is_default_receiving'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
  const first = storages[0]?.id ?? 0;
  const book = await readRecipeBook(db, outletId);
  return {
    isOn: outlet.features.includes('Inventory'),
    timezone: outlet.timezone,
    businessDayCutoff: outlet.business_day_cutoff,
    rule: settingOf(settings, 'NegativeStock'),
    refunded: settingOf(settings, 'RefundedStock'),
    voided: settingOf(settings, 'VoidedStock'),
    issueStorageId: storages.find((one) => one.is_default_issue)?.id ?? first,
    receivingStorageId: storages.find((one) => one.is_default_receiving)?.id ?? first,
    needs: needsByItem(book),
    options: await readOptions(db, outletId),
  };
}

/** The recipes of an outlet, with the items that they refer to. */
export interface OutletBook extends RecipeBook {
  readonly sold: readonly (Recipe & { readonly menuItemId: number; readonly size: string })[];
  /** Menu items that are sold as an inventory item, without a recipe. */
  readonly links: readonly { readonly menuItemId: number; readonly itemId: number }[];
}

/** Reads the outlet's recipes and the items in them. */
export async function readRecipeBook(db: Kysely<Database>, outletId: number): Promise<OutletBook> {
  const recipes = await db
    .selectFrom('recipe')
    .select(['id', 'menu_item_id', 'size', 'yield_qty', 'yield_unit', 'lines'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .execute();
  const items = await db
    .selectFrom('inventory_item')
    .select(['id', 'stock_unit', 'purchase_unit', 'purchase_factor', 'yield_bp', 'menu_item_id', 'is_active'])
    .where('outlet_id', '=', outletId)
    .execute();
  const sold = recipes.map((row) => ({
    id: row.id,
    menuItemId: row.menu_item_id,
    size: row.size,
    yieldQty: row.yield_qty,
    yieldUnit: row.yield_unit,
    lines: row.lines,
  }));
  return {
    sold,
    recipes: new Map(sold.map((recipe) => [recipe.id, recipe])),
    items: new Map(
      items.map((row) => [
        row.id,
        {
          id: row.id,
          stockUnit: row.stock_unit,
          purchaseUnit: row.purchase_unit,
          factor: row.purchase_factor ?? 0,
          yieldBp: row.yield_bp ?? 10_000,
        },
      ]),
    ),
    links: items
      .filter((row) => row.is_active && row.menu_item_id > 0)
      .map((row) => ({ menuItemId: row.menu_item_id, itemId: row.id })),
  };
}

/** Returns the items that each menu item uses, by `soldKey`. A recipe that cannot be resolved uses nothing; its own screen shows why. */
export function needsByItem(book: OutletBook): Map<string, readonly Need[]> {
  const needs = new Map<string, readonly Need[]>();
  for (const recipe of book.sold) {
    if (recipe.menuItemId === 0) continue;
    const opened = explodeRecipe(recipe, book);
    if (opened.ok) needs.set(soldKey(recipe.menuItemId, recipe.size), opened.value);
  }
  const cooked = new Set(book.sold.map(({ menuItemId }) => menuItemId));
  for (const { menuItemId, itemId } of book.links)
    if (!cooked.has(menuItemId)) needs.set(soldKey(menuItemId, ''), [{ itemId, per: { num: 1, den: 1 } }]);
  return needs;
}

async function readOptions(db: Kysely<Database>, outletId: number): Promise<Map<number, Need>> {
  const groups = await db.selectFrom('modifier_group').select('options').where('outlet_id', '=', outletId).execute();
  return new Map(
    groups
      .flatMap(({ options }) => options)
      .filter((option) => option.inventoryItemId > 0 && (option.qty ?? 0) > 0)
      .map((option) => [
        option.optionId,
        { itemId: option.inventoryItemId, per: { num: Math.round((option.qty ?? 0) * 1000), den: 1000 } },
      ]),
  );
}
