/** Records as the API returns them: values, and the names of what they refer to. */
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { nameKeyOf } from '@atoll/domain/resources/column';
import type { ResourceDefinition, ResourceField } from '@atoll/domain/resources/define-resource';
import { findResource } from '@atoll/domain/resources/registry';
import type { Kysely } from 'kysely';
import { peopleNames } from '../platform/store/outlet/people.ts';
import type { Database } from '../platform/store/schema/schema.ts';
import { type ResourceDb, type ResourceRow, type Values, valuesOf } from './row.ts';

type Names = ReadonlyMap<number, string>;

const none: Names = new Map();

/** Returns the names of records of an entity by id, also of inactive ones. */
async function readNames(db: ResourceDb, outletId: number, table: string, ids: ReadonlySet<number>): Promise<Names> {
  const entity = findResource(table);
  const wanted = [...ids].filter((id) => id > 0);
  if (!entity || wanted.length === 0) return none;
  const rows = await db
    .selectFrom(table)
    .select(['id', entity.label])
    .where('outlet_id', '=', outletId)
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [Number(row['id']), String(row[entity.label])]));
}

/** Returns the ids that a field of some records refers to. */
function idsIn(field: ResourceField, records: readonly Values[]): ReadonlySet<number> {
  return new Set(records.flatMap((values) => values[field.key] as number | number[]));
}

/** Returns the ids and names of every reference of the entity, by field key. */
export async function referenceNames(
  db: ResourceDb,
  outletId: number,
  definition: ResourceDefinition,
  records: readonly Values[],
): Promise<ReadonlyMap<string, Names>> {
  const fields = definition.fields.filter((field) => field.kind === 'reference' || field.kind === 'references');
  const found = await Promise.all(
    fields.map((field) => readNames(db, outletId, field.entity ?? '', idsIn(field, records))),
  );
  return new Map(fields.map((field, index) => [field.key, found[index] ?? none]));
}

/** Gives the rows of lists the names of the records that they refer to. */
async function nameRows(
  db: ResourceDb,
  outletId: number,
  definition: ResourceDefinition,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  for (const list of definition.fields.filter(({ kind }) => kind === 'list')) {
    const fields = (list.fields ?? []).filter(({ kind }) => kind === 'reference');
    const rowsOf = (record: Record<string, unknown>) => (record[list.key] ?? []) as readonly Values[];
    for (const field of fields) {
      const ids = new Set(records.flatMap((record) => rowsOf(record).map((row) => Number(row[field.key] ?? 0))));
      const names = await readNames(db, outletId, field.entity ?? '', ids);
      const name = nameKeyOf(field);
      for (const record of records)
        record[list.key] = rowsOf(record).map((row) => ({ ...row, [name]: names.get(Number(row[field.key])) ?? '' }));
    }
  }
}

/** Returns rows as records of the API. */
export async function presentRecords(
  db: ResourceDb,
  definition: ResourceDefinition,
  rows: readonly ResourceRow[],
): Promise<ResourceRecord[]> {
  const [first] = rows;
  if (!first) return [];
  const records = rows.map((row) => valuesOf(definition, row, ownValues(row)));
  const [names, people] = await Promise.all([
    referenceNames(db, first.outlet_id, definition, records),
    peopleNames(
      db as unknown as Kysely<Database>,
      rows.map((row) => row.created_by),
    ),
  ]);
  for (const [index, values] of records.entries()) {
    values['createdByName'] = people.get(rows[index]?.created_by ?? 0) ?? '';
    for (const [key, known] of names) {
      const value = values[key] as number | number[];
      values[nameKeyOf({ key })] = Array.isArray(value)
        ? value.map((id) => known.get(id) ?? '')
        : (known.get(value) ?? '');
    }
  }
  await nameRows(db, first.outlet_id, definition, records as Record<string, unknown>[]);
  return records as unknown as ResourceRecord[];
}

/**
 * Returns what every record has. The fields are added to the same object, so that lists of a thousand records with
 * forty fields are not copied.
 */
function ownValues(row: ResourceRow): Record<string, unknown> {
  return {
    id: row.id,
    key: row.key,
    version: row.version,
    isActive: row.is_active,
    createdAt: new Date(row.created_at).toISOString(),
    createdByName: '',
    modifiedAt: new Date(row.modified_at).toISOString(),
  };
}
