/** Lists of an entity, and one record. Sorting, filters and search come from its definition. Source: docs/rules.md#lists, R9. */
import { filterKeyOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { isMany } from '@atoll/domain/form/field';
import type { ListRequest } from '@atoll/domain/grid/query';
import { columnOf, sortKeysOf } from '@atoll/domain/resources/column';
import {
  fieldOf,
  isReadable,
  type ResourceDefinition,
  type ResourceField,
} from '@atoll/domain/resources/define-resource';
import { findResource } from '@atoll/domain/resources/registry';
import { type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely';
import { refused } from '../platform/errors/refused.ts';
import {
  containsPattern,
  countedUpTo,
  type Page,
  pageAnswer,
  readList,
  refuseLongSort,
} from '../platform/http/list.ts';
import type { Store } from '../platform/store/store.ts';
import { type NearText, nearText } from '../search/near-text.ts';
import { presentRecords } from './present.ts';
import { type ResourceDb, type ResourceRow, resourceDb } from './row.ts';

export type QueryText = Readonly<Record<string, string | undefined>>;

export type Condition = RawBuilder<SqlBool> | ExpressionWrapper<never, never, SqlBool>;

const malformed = (key: string) =>
  refused('malformed', {
    details: `${key} is not a valid filter value`,
    errors: { [key]: 'You cannot filter by this' },
  });

/**
 * Returns the condition of a field, or undefined for one without a filter. JSON is compared as the text that it was
 * written as.
 */
function filterOf(field: ResourceField, text: string | undefined): Condition | undefined {
  if (text === undefined || text === '' || text === 'null') return undefined;
  const column = sql.ref(columnOf(field));
  if (field.kind === 'boolean') {
    if (text !== 'true' && text !== 'false') throw malformed(field.key);
    return sql`${column} = ${text === 'true'}`;
  }
  if (field.kind === 'references') {
    if (!/^\d{1,15}$/.test(text)) throw malformed(field.key);
    const ids = sql`replace(replace(cast(${column} as text), '[', ','), ']', ',')`;
    return sql`${ids} like ${`%,${text},%`}`;
  }
  if (isMany(field)) return sql`cast(${column} as text) like ${containsPattern(JSON.stringify(text))} escape '\\'`;
  if (field.kind !== 'reference') return sql`${column} = ${text}`;
  if (!/^\d{1,15}$/.test(text)) throw malformed(field.key);
  return sql`${column} = ${Number(text)}`;
}

function searchOf(definition: ResourceDefinition, search: string): Condition | undefined {
  if (search === '') return undefined;
  const pattern = containsPattern(search.toLowerCase());
  const has = definition.views.search.map(
    (key) => sql<SqlBool>`lower(${sql.ref(columnOf(fieldOf(definition, key)))}) like ${pattern} escape '\\'`,
  );
  return sql`(${sql.join(has, sql` or `)})`;
}

/** Returns the conditions of a list's query. */
export function conditionsOf(definition: ResourceDefinition, query: QueryText, search: string): Condition[] {
  const filters = (definition.views.filters ?? []).map((key) => {
    const field = fieldOf(definition, key);
    return filterOf(field, query[filterKeyOf(field)]);
  });
  const active = query['isActive'] === 'all' ? undefined : sql<SqlBool>`is_active = ${query['isActive'] !== 'false'}`;
  return [active, ...filters, searchOf(definition, search)].filter((one) => one !== undefined);
}

/** Returns the rows of an outlet that match the conditions; with `near`, only those near a text. */
export function matches(
  db: ResourceDb,
  definition: ResourceDefinition,
  outletId: number,
  conditions: readonly Condition[],
  near?: NearText | null,
) {
  // SQLite reads the tables of a cross join in this order: first the few near rows, then the row of each by its id.
  const from = near
    ? (db
        .selectFrom(sql`(${near.ids})`.as('near'))
        .crossJoin(definition.table)
        .where(sql<SqlBool>`id = near_id`) as unknown as ReturnType<ResourceDb['selectFrom']>)
    : db.selectFrom(definition.table);
  let found = from.where('outlet_id', '=', outletId);
  for (const condition of conditions) found = found.where(condition as RawBuilder<SqlBool>);
  return found;
}

/** Returns the number of rows, counted up to the maximum. */
async function countOf(found: ReturnType<typeof matches>, db: ResourceDb): Promise<number> {
  const { count } = await db
    .selectFrom(
      found
        .select('id')
        .limit(countedUpTo + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface RecordPage extends Page<ResourceRecord> {
  readonly isCountExact?: boolean;
}

interface Reader {
  readonly permissions: ReadonlySet<string>;
}

/** Returns the keys by which a person may sort: the order would tell the values of a field that is not readable. */
function readableSorts(definition: ResourceDefinition, reader: Reader): string[] {
  return sortKeysOf(definition).filter((key) => isReadable(fieldOf(definition, key), reader.permissions));
}

/** Returns a page (or the first 1000) of the records that the query asks for. */
export async function listRecords(
  store: Store,
  outletId: number,
  definition: ResourceDefinition,
  query: QueryText,
  reader: Reader,
): Promise<RecordPage | ResourceRecord[]> {
  const request = readList(query, readableSorts(definition, reader));
  const { search: text } = request;
  const conditions = conditionsOf(definition, query, text);
  const { name: entity, screen: permission } = definition;
  const isQuick = isQuickList(definition, query, request, conditions);
  return store[isQuick ? 'readOutlet' : 'readForLists'](outletId, async (plain) => {
    const db = resourceDb(plain);
    const isIndexed = text !== '' && !['all', 'false'].includes(query['isActive'] ?? '');
    const near = isIndexed ? await nearText(store, plain, { outletId, entity, permission, text }) : null;
    const found = matches(db, definition, outletId, conditions, near?.isAll ? near : null);
    if (isLongSort(definition, request.sort, query))
      await refuseLongSort(async (limit) => (await found.select('id').limit(limit).execute()).length);
    const { rows, isLast } = await pageOf(db, definition, outletId, found, request);
    const items = await presentRecords(db, definition, rows);
    if (!request.isPaged) return items;
    const seen = request.offset + rows.length;
    if (isLast && (rows.length > 0 || seen === 0)) return pageAnswer(request, items, seen) as RecordPage;
    // When very many records hold a text, only the first few of them are counted: there is at least one more.
    const hasMore = near?.isAll === false;
    const isFar = rows.length > 0 && seen >= countedUpTo;
    const counted = isFar
      ? seen + 1
      : await countOf(near ? matches(db, definition, outletId, conditions, near) : found, db);
    const isExact = !hasMore && counted <= countedUpTo;
    const count = isExact ? counted : Math.max(hasMore ? counted + 1 : counted, seen + 1);
    const page = pageAnswer(request, items, count) as RecordPage;
    return isExact ? page : { ...page, isCountExact: false };
  });
}

/** A page that begins behind more records than these is no quick one. */
const quickUpTo = 2_000;

/** Returns whether an index gives the page at any number of records. Others are read where no till waits for them (R34.27). */
function isQuickList(
  definition: ResourceDefinition,
  query: QueryText,
  { sort, search, limit, offset }: ListRequest<string>,
  conditions: readonly Condition[],
): boolean {
  // The only condition is whether a record is active, with which the indexes begin.
  const isPlain = search === '' && query['isActive'] !== 'all' && conditions.length === 1;
  return isPlain && !isLongSort(definition, sort, query) && offset + limit <= quickUpTo;
}

/** Returns whether no index gives the order. The indexes begin with whether a record is active. */
function isLongSort({ indexed = [] }: ResourceDefinition, sort: string, query: QueryText): boolean {
  return sort !== 'id' && (!indexed.includes(sort) || query['isActive'] === 'all');
}

/** Returns what a list is sorted by: a column, or the name of the record to which it refers. */
function sortOf(definition: ResourceDefinition, sort: string): RawBuilder<unknown> {
  if (sort === 'id') return sql.ref('id');
  const field = fieldOf(definition, sort);
  const entity = field.kind === 'reference' ? findResource(field.entity ?? '') : undefined;
  if (!entity) return sql.ref(columnOf(field));
  const { table } = definition;
  return sql`coalesce((select ${sql.ref(`named.${entity.label}`)} from ${sql.table(entity.table)} as named
    where named.outlet_id = ${sql.ref(`${table}.outlet_id`)} and named.id = ${sql.ref(`${table}.${columnOf(field)}`)}), '')`;
}

/** Returns the rows of a page, and whether it is the last one. */
async function pageOf(
  db: ResourceDb,
  definition: ResourceDefinition,
  outletId: number,
  found: ReturnType<typeof matches>,
  request: ListRequest<string>,
): Promise<{ readonly rows: ResourceRow[]; readonly isLast: boolean }> {
  const { sort, direction, limit, offset } = request;
  const page = found
    .orderBy(sortOf(definition, sort), direction)
    .$if(sort !== 'id', (sorted) => sorted.orderBy('id', direction))
    .limit(limit + 1)
    .offset(offset);
  if (offset === 0) {
    const rows = (await page.selectAll(definition.table).execute()) as ResourceRow[];
    return { rows: rows.slice(0, limit), isLast: rows.length <= limit };
  }
  // The ids are found in an index first, so that skipped rows are not read, and then the rows by id: when ordered
  // again, SQLite would walk another index from its beginning.
  const ids = (await page.select('id').execute()).map((row) => Number(row.id));
  const isLast = ids.length <= limit;
  if (ids.length === 0) return { rows: [], isLast };
  const rows = (await db
    .selectFrom(definition.table)
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('id', 'in', ids)
    .execute()) as ResourceRow[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.slice(0, limit).flatMap((id) => byId.get(id) ?? []), isLast };
}

/** Returns the row of an id or key, or undefined. */
export function findRow(
  db: ResourceDb,
  outletId: number,
  definition: ResourceDefinition,
  idOrKey: string | number,
): Promise<ResourceRow | undefined> {
  const all = db.selectFrom(definition.table).selectAll().where('outlet_id', '=', outletId);
  const isId = /^\d+$/.test(String(idOrKey));
  return (
    isId ? all.where('id', '=', Number(idOrKey)) : all.where('key', '=', String(idOrKey).toLowerCase())
  ).executeTakeFirst() as Promise<ResourceRow | undefined>;
}

/** Returns a record by id or key. Refused: 'notFound'. */
export function findRecord(
  store: Store,
  outletId: number,
  definition: ResourceDefinition,
  idOrKey: string | number,
): Promise<ResourceRecord> {
  return store.readOutlet(outletId, async (plain) => {
    const db = resourceDb(plain);
    const row = await findRow(db, outletId, definition, idOrKey);
    const [record] = row ? await presentRecords(db, definition, [row]) : [];
    if (!record) throw refused('notFound');
    return record;
  });
}

/** Replaces the fields that the reader may not see by null, in place; returns the records. Source: R35.67. */
export function hideFields<T extends ResourceRecord>(
  definition: ResourceDefinition,
  reader: Reader,
  records: readonly T[],
): readonly T[] {
  const hidden = definition.fields.filter((field) => !isReadable(field, reader.permissions));
  for (const record of records) for (const { key } of hidden) (record as Record<string, unknown>)[key] = null;
  return records;
}
