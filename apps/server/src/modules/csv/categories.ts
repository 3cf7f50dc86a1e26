/** Makes the categories that a file names and the outlet lacks, in its first menu. Source: R35.54. */
import { category } from '@atoll/domain/resources/category';
import { menu } from '@atoll/domain/resources/menu';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import type { Resource } from '../../resource/hooks.ts';
import { resourceDb } from '../../resource/row.ts';
import { createIn, updateIn } from '../../resource/write.ts';
import { keyOf } from './plan-row.ts';

/** A record that an import created, with its entity. */
export interface Made {
  readonly resource: Resource;
  readonly id: number;
}

type Resources = ReadonlyMap<string, Resource>;

/** Throws 'forbidden' for a person who may not create categories. */
export function refuseCategories(actor: Actor): void {
  const needed = [category.screen, category.action];
  const lacking = needed.filter((permission) => !actor.permissions.has(permission));
  if (lacking.length > 0)
    throw refused('forbidden', { details: `You do not have these permissions: ${lacking.join(', ')}` });
}

/** Creates a record, or activates the one that the same import created before. Returns its id, and whether it is new. */
async function ensure(
  tx: OutletTx,
  actor: Actor,
  resource: Resource,
  values: Readonly<Record<string, unknown>> & { readonly name: string },
): Promise<{ id: number; isNew: boolean }> {
  const { outletId } = tx.head;
  const key = keyOf(resource.definition.table, outletId, ['made by an import', values.name.toLowerCase()]);
  const now = new Date(tx.now).toISOString();
  const { id, version, isActive, createdAt } = await createIn(tx, actor, resource, { ...values, key });
  if (!isActive) await updateIn(tx, actor, resource, { id, version, isActive: true, ...values });
  return { id, isNew: version === 1 && createdAt === now };
}

/** Returns the id of the outlet's first menu, and creates one when there is none. */
async function firstMenu(tx: OutletTx, actor: Actor, resource: Resource, made: Made[]): Promise<number> {
  const row = await resourceDb(tx.db)
    .selectFrom(menu.table)
    .select('id')
    .where('outlet_id', '=', actor.outletId)
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (row) return Number(row.id);
  const { id, isNew } = await ensure(tx, actor, resource, { name: 'Menu' });
  if (isNew) made.push({ resource, id });
  return id;
}

/** Creates categories of these names in the first menu, after the others. Returns what it created. */
export async function makeCategories(
  store: Store,
  actor: Actor,
  resources: Resources,
  names: readonly string[],
): Promise<Made[]> {
  const [ofMenu, ofCategory] = [resources.get(menu.table), resources.get(category.table)];
  if (names.length === 0 || !ofMenu || !ofCategory) return [];
  refuseCategories(actor);
  return store.writeOutlet(actor.outletId, async (tx) => {
    const made: Made[] = [];
    const menuId = await firstMenu(tx, actor, ofMenu, made);
    const last = await tx.db
      .selectFrom('category')
      .select((of) => of.fn.max('sort').as('sort'))
      .where('outlet_id', '=', actor.outletId)
      .executeTakeFirst();
    const sort = Number(last?.sort ?? 0);
    for (const name of names) {
      const { id, isNew } = await ensure(tx, actor, ofCategory, { name, menuIds: [menuId], sort });
      if (isNew) made.push({ resource: ofCategory, id });
    }
    return made;
  });
}
