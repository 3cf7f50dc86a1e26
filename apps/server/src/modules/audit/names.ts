/** Names of the records in entries of the history. Source: R35.57. */
import { type HistoryEntry, type Reference, referenceKey, referencesIn } from '@atoll/domain/resources/history-lines';
import { allResources, findResource } from '@atoll/domain/resources/registry';
import { type Kysely, sql } from 'kysely';
import { mapInParts } from '../../platform/give-way.ts';
import { peopleNames } from '../../platform/store/outlet/people.ts';
import type { Database } from '../../platform/store/schema/schema.ts';

/** Tables and columns of the names of subjects that have no definition. */
const numbered: Readonly<Record<string, { readonly table: string; readonly column: string }>> = {
  Bill: { table: 'bill', column: 'coalesce(invoice_number, cast(number as text))' },
  Shift: { table: 'shift', column: 'number' },
  Invoice: { table: 'purchase_invoice', column: 'number' },
  Request: { table: 'stock_request', column: 'number' },
  Count: { table: 'stock_count', column: 'number' },
  Recipe: { table: 'recipe', column: 'name' },
};

interface Place {
  readonly table: string;
  readonly column: string;
}

const labelOf = (resource: { readonly table: string; readonly label: string }): Place => ({
  table: resource.table,
  column: resource.label,
});

/** Returns where the names of a subject's records are. */
function placeOf(subject: string): Place | undefined {
  const resource = allResources.find(({ name }) => name === subject);
  return resource ? labelOf(resource) : numbered[subject];
}

/** The most records of each kind that a search text may name. */
const maxNamed = 50;

/** Returns the keys of an outlet's records whose name begins with a text. Case does not matter. */
export async function keysNamed(db: Kysely<Database>, outletId: number, text: string): Promise<string[]> {
  const begins = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const places = [
    ...allResources.filter(({ isOrgWide }) => !isOrgWide).map(labelOf),
    { table: 'recipe', column: 'name' },
  ];
  const found = await Promise.all(
    places.map(({ table, column }) =>
      sql<{ key: string }>`
        select key as "key" from ${sql.table(table)}
        where outlet_id = ${outletId} and lower(${sql.ref(column)}) like ${begins} escape '\\' limit ${maxNamed}`.execute(
        db,
      ),
    ),
  );
  return found.flatMap(({ rows }) => rows.map(({ key }) => String(key)));
}

/** Returns the names of an outlet's records by key or id. */
async function namesOf(
  db: Kysely<Database>,
  outletId: number,
  { table, column }: Place,
  by: 'key' | 'id',
  refs: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(refs)].map((ref) => (by === 'id' ? Number(ref) : ref));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ ref: string | number; name: string | number }>`
    select ${sql.ref(by)} as "ref", ${sql.raw(column)} as "name" from ${sql.table(table)}
    where outlet_id = ${outletId} and ${sql.ref(by)} in (${sql.join(wanted)})`.execute(db);
  return new Map(rows.map(({ ref, name }) => [String(ref), String(name)]));
}

/** Returns the name of each entry's record by the record's key. */
export async function recordNames(
  db: Kysely<Database>,
  outletId: number,
  entries: readonly HistoryEntry[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [subject, some] of Map.groupBy(entries, (entry) => entry.subject)) {
    const place = placeOf(subject);
    if (!place) continue;
    const keys = some.map(({ key }) => key);
    for (const [key, name] of await namesOf(db, outletId, place, 'key', keys)) names.set(key, name);
  }
  return names;
}

/** Returns the names of the records that values of the entries refer to, by `referenceKey`. */
export async function referredNames(
  db: Kysely<Database>,
  outletId: number,
  entries: readonly HistoryEntry[],
): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  const all = (await mapInParts(entries, referencesIn)).flat();
  for (const [table, some] of Map.groupBy(all, (one: Reference) => one.table)) {
    const refs = some.map(({ ref }) => ref);
    for (const [ref, name] of await namesIn(db, outletId, table, refs)) names[referenceKey(table, ref)] = name;
  }
  return names;
}

async function namesIn(
  db: Kysely<Database>,
  outletId: number,
  table: string,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (table === 'app_user') {
    const people = await peopleNames(db, refs.map(Number));
    return new Map([...people].map(([id, name]) => [String(id), name]));
  }
  if (table === 'bill') {
    const place = numbered['Bill'];
    if (!place) return new Map();
    const isId = (ref: string): boolean => /^\d+$/.test(ref);
    const byId = await namesOf(db, outletId, place, 'id', refs.filter(isId));
    return new Map([
      ...byId,
      ...(await namesOf(
        db,
        outletId,
        place,
        'key',
        refs.filter((ref) => !isId(ref)),
      )),
    ]);
  }
  const resource = findResource(table);
  return resource ? namesOf(db, outletId, labelOf(resource), 'id', refs) : new Map();
}
