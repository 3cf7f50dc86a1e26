/** What belongs to a menu: its categories and their items. */
import { category } from '@atoll/domain/resources/category';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { type ResourceDb, type ResourceRow, valuesOf } from '../../resource/row.ts';

interface Content {
  readonly table: string;
  readonly id: number;
}

/** Returns the categories of menus, then the items of these categories, each in the order of their making. */
export async function menuContents(db: ResourceDb, outletId: number, menuIds: readonly number[]): Promise<Content[]> {
  const categories = await belongingTo(db, outletId, { definition: category, field: 'menuIds', ids: menuIds });
  const ids = categories.map(({ id }) => id);
  return [...categories, ...(await belongingTo(db, outletId, { definition: menuItem, field: 'categoryIds', ids }))];
}

interface Belonging {
  readonly definition: ResourceDefinition;
  readonly field: string;
  readonly ids: readonly number[];
}

async function belongingTo(db: ResourceDb, outletId: number, { definition, field, ids }: Belonging) {
  const rows = (await db
    .selectFrom(definition.table)
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()) as ResourceRow[];
  const wanted = new Set(ids);
  return rows
    .filter((row) => (valuesOf(definition, row)[field] as number[]).some((id) => wanted.has(id)))
    .map(({ id }): Content => ({ table: definition.table, id }));
}
