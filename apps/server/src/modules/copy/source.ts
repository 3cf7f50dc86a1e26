/** The records to copy, as the source outlet has them. */
import { type CopiedTable, copiedTables } from '@atoll/domain/contract/outlet/copy';
import type { FieldDefinition } from '@atoll/domain/form/field';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { findResource } from '@atoll/domain/resources/registry';
import { refused } from '../../platform/errors/refused.ts';
import type { Store } from '../../platform/store/store.ts';
import { type ResourceDb, type ResourceRow, resourceDb, type Values, valuesOf } from '../../resource/row.ts';
import { menuContents } from './menu-contents.ts';
import { type RecipeSource, recipesOf } from './recipe-source.ts';

export interface Picture {
  readonly key: string;
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly content: Uint8Array;
}

export interface CopySource {
  readonly outletId: number;
  /** What was asked for, in the order in which it is created: a menu with its categories and their items. */
  readonly requested: readonly Named[];
  /** Recipes of the items, each after those that it contains. */
  readonly recipes: readonly RecipeSource[];
  /** Values by table and id: the requested records, and those that they need. */
  readonly records: ReadonlyMap<string, Values>;
  /** Names of records that are only looked up in the other outlet. */
  readonly names: ReadonlyMap<string, string>;
  readonly pictures: readonly Picture[];
}

export const placeOf = (table: string, id: number): string => `${table} ${id}`;

/**
 * Returns whether records of a table are copied along with records that reference them. Customers and vendors are only looked up. With a menu only its
 * own categories and items are copied, so that no other menu comes along through an item that is in both.
 */
function comesAlong(table: string, { table: asked, withRecipes = false }: Asked): boolean {
  if (table === 'inventory_item') return withRecipes;
  if (asked === 'menu') return table === 'modifier_group';
  return copiedTables.includes(table as CopiedTable) && table !== 'customer' && table !== 'vendor';
}

interface Asked {
  readonly table: CopiedTable;
  readonly ids: readonly number[];
  readonly withRecipes?: boolean | undefined;
}

export interface Named {
  readonly table: string;
  readonly id: number;
}

/** Returns the references in the fields of a record. */
export function namedBy(fields: readonly FieldDefinition[], values: Values): Named[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    if (field.kind === 'list') return (value as Values[]).flatMap((row) => namedBy(field.fields ?? [], row));
    if (field.kind !== 'reference' && field.kind !== 'references') return [];
    const ids = [value].flat().filter((id): id is number => typeof id === 'number' && id > 0);
    return ids.map((id) => ({ table: field.entity ?? '', id }));
  });
}

/** Returns the entity of a table; the contract allows no other table. */
export function definitionOf(table: string): ResourceDefinition {
  const definition = findResource(table);
  if (!definition) throw new Error(`There is no entity ${table}`);
  return definition;
}

export async function rowsOf(
  db: ResourceDb,
  outletId: number,
  table: string,
  ids: readonly number[],
): Promise<ResourceRow[]> {
  if (ids.length === 0) return [];
  return (await db
    .selectFrom(table)
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute()) as ResourceRow[];
}

/** Returns the keys of the pictures of a record. */
export const picturesIn = (definition: ResourceDefinition, values: Values): string[] =>
  definition.fields
    .filter(({ kind }) => kind === 'image')
    .flatMap(({ key }) => (typeof values[key] === 'string' ? [values[key].split('/').at(-1) ?? ''] : []));

/** Reads the records to copy. Refused: 'notFound' when one of them does not exist. */
export function readSource(store: Store, outletId: number, asked: Asked): Promise<CopySource> {
  const { table, ids } = asked;
  return store.readOutlet(outletId, async (plain) => {
    const db = resourceDb(plain);
    const records = new Map<string, Values>();
    const names = new Map<string, string>();
    const pictures = new Set<string>();
    const own = [...new Set(ids)].map((id) => ({ table, id }));
    const requested = table === 'menu' ? [...own, ...(await menuContents(db, outletId, ids))] : own;
    const recipes = asked.withRecipes ? await recipesOf(plain, outletId, requested) : [];
    let wanted: Named[] = [...requested, ...recipes.flatMap(({ needs }) => needs)];
    for (let isFirst = true; wanted.length > 0; isFirst = false) {
      const next: Named[] = [];
      for (const [of, named] of Map.groupBy(wanted, (one) => one.table)) {
        const definition = definitionOf(of);
        const rows = await rowsOf(db, outletId, of, [...new Set(named.map(({ id }) => id))]);
        const askedFor = named.filter((one) => requested.includes(one));
        if (isFirst && askedFor.some(({ id }) => !rows.some((row) => row.id === id))) throw refused('notFound');
        for (const row of rows) {
          const values = valuesOf(definition, row);
          names.set(placeOf(of, row.id), String(values[definition.label]));
          if (!isFirst && !comesAlong(of, asked)) continue;
          records.set(placeOf(of, row.id), values);
          for (const key of picturesIn(definition, values)) pictures.add(key);
          next.push(...namedBy(definition.fields, values));
        }
      }
      wanted = next.filter((one) => !names.has(placeOf(one.table, one.id)));
    }
    const files =
      pictures.size === 0
        ? []
        : await plain
            .selectFrom('file')
            .select(['key', 'mime', 'bytes', 'sha256', 'content'])
            .where('outlet_id', '=', outletId)
            .where('key', 'in', [...pictures])
            .execute();
    return { outletId, requested, recipes, records, names, pictures: files };
  });
}
