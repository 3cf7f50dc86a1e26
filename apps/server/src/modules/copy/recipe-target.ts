/** Creates recipes of another outlet in this one, with their inventory items. */
import { randomUUID } from 'node:crypto';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { createRecipeIn, updateRecipeIn } from '../recipe/service.ts';
import { fromThousandths } from '../stock/service.ts';
import type { RecipeSource } from './recipe-source.ts';
import type { CopySource } from './source.ts';
import type { CopyTarget } from './target.ts';

/**
 * Copies the recipes. A recipe is the same as one here when it makes the same size of the same item; a part of other recipes when it has the same name.
 * A recipe of an item that is only here as a name, and not copied, is left out.
 */
export async function copyRecipes(
  tx: OutletTx,
  actor: Actor,
  target: CopyTarget,
  { recipes }: CopySource,
  onConflict: 'Skip' | 'Replace',
): Promise<void> {
  const made = new Map<number, number>();
  for (const recipe of recipes) {
    const menuItemId = await target.idHere('menu_item', recipe.menuItemId);
    if (menuItemId === 0 && recipe.menuItemId > 0) continue;
    const same = await sameRecipe(tx, recipe, menuItemId);
    if (same && onConflict === 'Skip') {
      made.set(recipe.id, same.id);
      continue;
    }
    const content = await contentHere(target, recipe, menuItemId, made);
    if (same) await updateRecipeIn(tx, actor, { ...content, id: same.id, version: same.version });
    else target.count.along += 1;
    made.set(recipe.id, same ? same.id : await createRecipeIn(tx, actor, { ...content, key: randomUUID() }));
  }
}

async function contentHere(
  target: CopyTarget,
  { name, size, method, lines, yieldQty, yieldUnit }: RecipeSource,
  menuItemId: number,
  made: ReadonlyMap<number, number>,
) {
  const here = [];
  for (const { itemId, subRecipeId, qty, unit, wastageBp } of lines)
    here.push({
      itemId: await target.idHere('inventory_item', itemId),
      subRecipeId: made.get(subRecipeId) ?? 0,
      qty: fromThousandths(qty),
      unit,
      wastagePct: wastageBp / 100,
    });
  return { name, menuItemId, size, yieldQty: fromThousandths(yieldQty), yieldUnit, method, lines: here };
}

function sameRecipe(tx: OutletTx, { name, size }: RecipeSource, menuItemId: number) {
  const all = tx.db
    .selectFrom('recipe')
    .select(['id', 'version'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('is_active', '=', true)
    .where('menu_item_id', '=', menuItemId);
  const same = menuItemId > 0 ? all.where('size', '=', size) : all.where('name', '=', name);
  return same.orderBy('id').executeTakeFirst();
}
