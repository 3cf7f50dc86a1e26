/** Commands of recipes. A recipe is written only if it can be resolved to items. Stock movements of earlier sales do not change. Source: docs/rules.md#recipes. */

import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type * as contract from '@atoll/domain/contract/stock/recipe';
import type { RecipeView } from '@atoll/domain/contract/stock/recipe';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import { named } from '@atoll/domain/refusal/sentence';
import { explodeRecipe, type Recipe, type RecipeLine } from '@atoll/domain/stock/recipe';
import { Refused, refused } from '../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import {
  appendHistory,
  appendRemoval,
  createdStamp,
  isCreated,
  readRecipeBook,
  requireVersion,
  type StockActor,
  stockTermsChanged,
  toThousandths,
  writeDocument,
} from '../stock/service.ts';
import { findRecipe, loadRecipe } from './find.ts';

type Content = Omit<BodyOf<typeof contract.createRecipe>, 'key'>;

const lineOf = (line: Content['lines'][number]): RecipeLine => ({
  itemId: line.itemId,
  subRecipeId: line.subRecipeId,
  qty: toThousandths(line.qty),
  unit: line.unit,
  wastageBp: Math.round(line.wastagePct * 100),
});

/**
 * Returns the columns of a recipe that can be resolved to items. `id` is the recipe's own id, so that circles are found. Refused: 'invalid', 'notFound',
 * 'duplicate', and the refusals of `explodeRecipe`.
 */
async function contentOf(tx: OutletTx, input: Content, id: number) {
  const { outletId } = tx.head;
  const errors: FieldErrors = {};
  input.lines.forEach(({ itemId, subRecipeId }, index) => {
    if (itemId > 0 === subRecipeId > 0) errors[`lines[${index}].itemId`] = 'Item is required';
  });
  if (Object.keys(errors).length > 0) throw refused('invalid', { errors });
  const size = input.size?.trim() ?? '';
  if (input.menuItemId > 0) await requireSize(tx, input.menuItemId, size, id);
  const content = {
    name: input.name,
    menu_item_id: input.menuItemId,
    size: input.menuItemId > 0 ? size : '',
    yield_qty: toThousandths(input.yieldQty),
    yield_unit: input.yieldUnit?.trim() || 'portion',
    method: input.method?.trim() ?? '',
  };
  const lines = input.lines.map(lineOf);
  const book = await readRecipeBook(tx.db, outletId);
  const recipe: Recipe = { id, lines, yieldQty: content.yield_qty, yieldUnit: content.yield_unit };
  const recipes = new Map(book.recipes).set(id, recipe);
  for (const one of recipes.values()) {
    // A change of a part may create a circle, or remove a unit that another recipe uses.
    const isTouched = one.id === id || one.lines.some(({ subRecipeId }) => subRecipeId === id);
    const opened = isTouched ? explodeRecipe(one, { ...book, recipes }) : null;
    if (opened?.ok === false) throw new Refused(opened.refusal);
  }
  return { ...content, lines: JSON.stringify(lines) };
}

async function requireSize(tx: OutletTx, menuItemId: number, size: string, id: number): Promise<void> {
  const { outletId } = tx.head;
  const item = await tx.db
    .selectFrom('menu_item')
    .select('sizes')
    .where('outlet_id', '=', outletId)
    .where('id', '=', menuItemId)
    .executeTakeFirst();
  if (!item) throw refused('notFound', { message: 'This item is not on the menu' });
  if (size !== '' && !item.sizes.some(({ value }) => value === size))
    throw refused('invalid', { errors: { size: 'This item does not have this size. Choose another one' } });
  const other = await tx.db
    .selectFrom('recipe')
    .select('name')
    .where('outlet_id', '=', outletId)
    .where('menu_item_id', '=', menuItemId)
    .where('size', '=', size)
    .where('is_active', '=', true)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other)
    throw refused('duplicate', {
      details: named(other.name),
      errors: { size: `This size already has the recipe ${other.name}` },
    });
}

/** Creates a recipe, or returns the one that already has this key. */
export async function createRecipe(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.createRecipe>,
): Promise<RecipeView> {
  const key = input.key.toLowerCase();
  await store.writeOutlet(actor.outletId, async (tx) => {
    if (await isCreated(tx, 'recipe', key, (row) => row.menu_item_id === input.menuItemId)) return;
    await createRecipeIn(tx, actor, { ...input, key });
  });
  return findRecipe(store, actor.outletId, key);
}

/** Creates a recipe within a command and returns its id. Refused: 'invalid', 'notFound', 'duplicate', and the refusals of `explodeRecipe`. */
export async function createRecipeIn(
  tx: OutletTx,
  actor: StockActor,
  { key, ...input }: BodyOf<typeof contract.createRecipe>,
): Promise<number> {
  const id = await tx.nextId('recipe');
  const content = await contentOf(tx, input, id);
  const stamp = createdStamp(tx, actor);
  tx.write(tx.db.insertInto('recipe').values({ outlet_id: actor.outletId, id, key, ...content, ...stamp }));
  stockTermsChanged(tx);
  appendHistory(tx, actor, 'Recipe', { key, after: { id, name: content.name } }, 'Created');
  return id;
}

/** Changes a recipe. Refused: 'notFound', 'versionOld', 'invalid', 'duplicate'. */
export async function updateRecipe(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.updateRecipe>,
): Promise<RecipeView> {
  await store.writeOutlet(actor.outletId, (tx) => updateRecipeIn(tx, actor, input));
  return findRecipe(store, actor.outletId, input.id);
}

/** Changes a recipe within a command. Refused: 'notFound', 'versionOld', 'invalid', 'duplicate'. */
export async function updateRecipeIn(
  tx: OutletTx,
  actor: StockActor,
  input: BodyOf<typeof contract.updateRecipe>,
): Promise<void> {
  const row = await loadRecipe(tx.db, actor.outletId, input.id);
  requireVersion(row, input.version);
  const content = await contentOf(tx, input, row.id);
  writeDocument(tx, actor, 'recipe', row, content);
  stockTermsChanged(tx);
  const after = { lines: JSON.parse(content.lines) as unknown };
  appendHistory(tx, actor, 'Recipe', { key: row.key, before: { lines: row.lines }, after }, 'Updated');
}

/** Deactivates a recipe. Refused: 'inUse' when another recipe contains it. */
export function deleteRecipe(store: Store, actor: StockActor, ref: string): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadRecipe(tx.db, actor.outletId, ref);
    const book = await readRecipeBook(tx.db, actor.outletId);
    const user = book.sold.find(({ lines }) => lines.some(({ subRecipeId }) => subRecipeId === row.id));
    if (user) throw refused('inUse', { details: 'Another recipe uses it' });
    writeDocument(tx, actor, 'recipe', row, { is_active: false });
    stockTermsChanged(tx);
    appendRemoval(tx, actor, 'Recipe', row.key);
  });
}
