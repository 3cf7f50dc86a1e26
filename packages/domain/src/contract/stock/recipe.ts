/** Recipes in the API. Quantities with at most 3 decimals, percentages plain, cost in laari. Source: docs/rules.md#recipes. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  foreignId,
  id,
  idParams,
  key,
  listQuery,
  nameText,
  pageOf,
  percent,
  quantity,
  requiredText,
  text,
} from '../platform/shape.ts';

const line = z.object({
  /** One of `itemId` and `subRecipeId` is set; the other is 0. */
  itemId: foreignId,
  subRecipeId: foreignId,
  qty: quantity.check(z.minimum(0.001, 'Quantity must be more than 0')),
  unit: requiredText(1, 20),
  wastagePct: percent.check(z.maximum(90)),
});

const content = {
  name: nameText(1, 80),
  /** The recipe of a menu item and size; 0: a part of other recipes. */
  menuItemId: foreignId,
  size: z.optional(text(20)),
  yieldQty: quantity.check(z.minimum(0.001, 'Yield must be more than 0')),
  yieldUnit: z.optional(text(20)),
  method: z.optional(text(2000)),
  lines: z.array(line).check(z.minLength(1, 'Add at least one line'), z.maxLength(60)),
};

export const recipe = z.object({
  id,
  key: z.string(),
  version: z.int(),
  name: z.string(),
  menuItemId: foreignId,
  menuItemName: z.string(),
  size: z.string(),
  yieldQty: z.number(),
  yieldUnit: z.string(),
  method: z.string(),
  lines: z.array(
    z.object({
      itemId: foreignId,
      subRecipeId: foreignId,
      name: z.string(),
      qty: z.number(),
      unit: z.string(),
      wastagePct: z.number(),
    }),
  ),
  /** Laari per unit of the yield, at current costs. */
  cost: z.int(),
  /** Selling price of the size; null for a part of other recipes. */
  sellingPrice: z.nullable(z.int()),
  createdAt: z.string(),
  modifiedAt: z.string(),
});
export type RecipeView = z.infer<typeof recipe>;

const readers = ['Inventory', 'Menu Items'] as const;
const writers = { who: 'member', anyOf: [...readers], allOf: ['menu.edit'] } as const;

export const listRecipes = defineEndpoint({
  key: 'recipe.list',
  method: 'GET',
  path: '/ims/recipes/list',
  summary: 'Lists recipes; `menuItemId` filters by menu item',
  access: { who: 'member', anyOf: [...readers] },
  query: z.extend(listQuery, { menuItemId: z.optional(z.string()) }),
  answer: z.union([pageOf(recipe), z.array(recipe)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

export const findRecipe = defineEndpoint({
  key: 'recipe.find',
  method: 'GET',
  path: '/ims/recipes/find/:id',
  summary: 'Returns one recipe by id or key',
  access: { who: 'member', anyOf: [...readers] },
  params: idParams,
  answer: recipe,
  refusals: ['notFound'],
});

export const createRecipe = defineEndpoint({
  key: 'recipe.create',
  method: 'POST',
  path: '/ims/recipe/create',
  summary: 'Creates a recipe of a size of a menu item, or of a part of other recipes',
  access: writers,
  body: z.object({ key, ...content }),
  answer: recipe,
  refusals: ['invalid', 'keyReused', 'duplicate', 'recipeCycle', 'unitUnknown', 'notFound'],
});

export const updateRecipe = defineEndpoint({
  key: 'recipe.update',
  method: 'PUT',
  path: '/ims/recipe/update',
  summary: 'Changes a recipe; earlier sales are not affected',
  access: writers,
  body: z.object({ id: z.union([id, key]), version: z.int(), ...content }),
  answer: recipe,
  refusals: ['notFound', 'versionOld', 'duplicate', 'recipeCycle', 'unitUnknown'],
});

export const deleteRecipe = defineEndpoint({
  key: 'recipe.delete',
  method: 'DELETE',
  path: '/ims/recipe/delete/:id',
  summary: 'Deactivates a recipe; refused while others contain it',
  access: writers,
  params: idParams,
  refusals: ['notFound', 'inUse'],
});
