/** Lists of an entity, and one record. Sorting, filters and search come from its definition. Source: api.md Rules, requirements R9. */
import { filterKeyOf, type ResourceRecord } from '@atoll/domain/contract/resource';
import type { ListRequest } from '@atoll/domain/grid/query';
import { columnOf, isMany, sortKeysOf } from '@atoll/domain/resources/column';
import { fieldOf, type ResourceDefinition, type ResourceField } from '@atoll/domain/resources/define-resource';
import { type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely';
import { refused } from '../platform/errors/refused.ts';
import { containsPattern, countedUpTo, type Page, pageAnswer, readList } from '../platform/http/list.ts';
import type { Store } from '../platform/store/store.ts';
import { presentRecords } from './present.ts';
import { type ResourceDb, type ResourceRow, resourceDb } from './row.ts';

export type QueryText = Readonly<Record<string, string | undefined>>;

type Condition = RawBuilder<SqlBool> | ExpressionWrapper<never, never, SqlBool>;

const malformed = (key: string) =>
  refused('malformed', { details: `${key} is not a filter's value`, errors: { [key]: 'This cannot be filtered by' } });

/** A condition of a field, or undefined for one that is not asked for. JSON is asked as the text that it was written as. */
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

/** Answers the conditions of a list's query. */
export function conditionsOf(definition: ResourceDefinition, query: QueryText, search: string): Condition[] {
  const filters = (definition.views.filters ?? []).map((key) => {
    const field = fieldOf(definition, key);
    return filterOf(field, query[filterKeyOf(field)]);
  });
  const active = query['isActive'] === 'all' ? undefined : sql<SqlBool>`is_active = ${query['isActive'] !== 'false'}`;
  return [active, ...filters, searchOf(definition, search)].filter((one) => one !== undefined);
}

/** Answers the rows of an outlet under conditions. */
export function matches(
  db: ResourceDb,
  definition: ResourceDefinition,
  outletId: number,
  conditions: readonly Condition[],
) {
  let found = db.selectFrom(definition.table).where('outlet_id', '=', outletId);
  for (const condition of conditions) found = found.where(condition as RawBuilder<SqlBool>);
  return found;
}

/** Counts up to the first that is not counted any more; `seen` are those up to the end of the page. */
async function countOf(found: ReturnType<typeof matches>, db: ResourceDb, seen: number): Promise<number> {
  const upTo = Math.max(countedUpTo, seen) + 1;
  const { count } = await db
    .selectFrom(found.select('id').limit(upTo).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface RecordPage extends Page<ResourceRecord> {
  readonly isCountExact?: boolean;
}

/** Answers a page (or the first 1000) of the records that the query asks for. */
export async function listRecords(
  store: Store,
  outletId: number,
  definition: ResourceDefinition,
  query: QueryText,
): Promise<RecordPage | ResourceRecord[]> {
  const request = readList(query, sortKeysOf(definition));
  const conditions = conditionsOf(definition, query, request.search);
  return store.readOutlet(outletId, async (plain) => {
    const db = resourceDb(plain);
    const found = matches(db, definition, outletId, conditions);
    const rows = await pageOf(db, definition, outletId, found, request);
    const items = await presentRecords(db, definition, rows);
    if (!request.isPaged) return items;
    const seen = request.offset + rows.length;
    const isLast = rows.length > 0 && rows.length < request.limit;
    const count = isLast ? seen : await countOf(found, db, seen);
    const page = pageAnswer(request, items, count) as Page<ResourceRecord>;
    return count > countedUpTo && !isLast ? { ...page, isCountExact: false } : page;
  });
}

/**
 * The page's ids are found in an index first, so that rows that are only passed over are not read, and its rows by them: asked for in order
 * again, SQLite would walk another index from its beginning.
 */
async function pageOf(
  db: ResourceDb,
  definition: ResourceDefinition,
  outletId: number,
  found: ReturnType<typeof matches>,
  request: ListRequest<string>,
): Promise<ResourceRow[]> {
  const column = request.sort === 'id' ? 'id' : columnOf(fieldOf(definition, request.sort));
  const page = await found
    .select('id')
    .orderBy(column, request.direction)
    .$if(column !== 'id', (sorted) => sorted.orderBy('id', request.direction))
    .limit(request.limit)
    .offset(request.offset)
    .execute();
  const ids = page.map((row) => Number(row['id']));
  if (ids.length === 0) return [];
  const rows = (await db
    .selectFrom(definition.table)
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('id', 'in', ids)
    .execute()) as ResourceRow[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Answers the row of an id or key, or undefined. */
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

/** Answers a record by id or key; refused: 'notFound'. */
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
