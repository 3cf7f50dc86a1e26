/** Routes of recipes. */
import * as contract from '@atoll/domain/contract/stock/recipe';
import type { FastifyInstance } from 'fastify';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { findRecipe, listRecipes, recipeSorts } from './find.ts';
import { createRecipe, deleteRecipe, updateRecipe } from './service.ts';

/** Registers the routes of recipes. */
export function registerRecipe(app: FastifyInstance, { store }: Services): void {
  route(app, contract.listRecipes, ({ actor, query }) =>
    listRecipes(store, actor.outletId, readList(query, recipeSorts), query),
  );
  route(app, contract.findRecipe, ({ actor, params }) => findRecipe(store, actor.outletId, params.id));
  route(app, contract.createRecipe, ({ actor, body }) => createRecipe(store, actor, body));
  route(app, contract.updateRecipe, ({ actor, body }) => updateRecipe(store, actor, body));
  route(app, contract.deleteRecipe, async ({ actor, params }) => {
    await deleteRecipe(store, actor, params.id);
    return undefined;
  });
}
