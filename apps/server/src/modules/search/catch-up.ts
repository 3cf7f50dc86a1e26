/**
 * Updates the search index with records that were written without it: data of an earlier release, demo data, an example menu. It runs after the start
 * and then regularly, a few records at a time, so that no till waits for it. When no outlet waits for it, it costs one query.
 */
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { markCaughtUp, outletsBehind, searchCatchUp } from '../../platform/store/caught-up.ts';
import type { Lease } from '../../platform/store/lease.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { areMany, entitiesOf, type ListRef } from '../../search/large-list.ts';
import { trustIndex } from '../../search/near-text.ts';
import { indexRecord, removeRecord, splitSome } from '../../search/search-index.ts';
import { type SearchSource, searchSources } from './sources.ts';

/** Ids that one step covers, and records that one command writes. A call waits for one command at most, about 5 ms. */
const stepSize = 500;
const batchSize = 25;

type Row = Readonly<Record<string, string | number | null>>;

const joined = sql`r.outlet_id = t.outlet_id and r.id = t.id`;

/** Returns the next active records after an id that the index lacks, or has by another name. */
function missing(db: Kysely<Database>, outletId: number, source: SearchSource, after: number) {
  const names = source.names.map((name) => sql`nullif(cast(${sql.ref(`t.${name}`)} as text), '')`);
  const columns = [...new Set(['id', ...source.names, ...source.words])].map((name) => sql.ref(`t.${name}`));
  return sql<Row>`select ${sql.join(columns)} from ${sql.table(source.table)} t where t.outlet_id = ${outletId}
    and t.id > ${after} and t.id <= ${after + stepSize} and t.is_active
    and not exists (select 1 from search_record r where ${joined} and r.entity = ${source.entity}
      and r.name = coalesce(${sql.join(names)}, r.name))
    order by t.id limit ${batchSize}`.execute(db);
}

/** Returns the next indexed records after an id that are deleted or inactive. */
function gone(db: Kysely<Database>, outletId: number, source: SearchSource, after: number) {
  return sql<{
    id: number;
  }>`select r.id from search_record r where r.outlet_id = ${outletId} and r.entity = ${source.entity}
    and r.id > ${after} and r.id <= ${after + stepSize}
    and not exists (select 1 from ${sql.table(source.table)} t where ${joined} and t.is_active)
    order by r.id limit ${batchSize}`.execute(db);
}

/** Returns the highest id in the table or in the index. */
async function lastId(db: Kysely<Database>, outletId: number, { table, entity }: SearchSource): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from (
    select max(id) as id from ${sql.table(table)} where outlet_id = ${outletId}
    union all select max(id) from search_record where outlet_id = ${outletId} and entity = ${entity}) ids`.execute(db);
  return Number(rows[0]?.id ?? 0);
}

const textOf = (row: Row, column: string): string => String(row[column] ?? '');

async function indexSome(tx: OutletTx, source: SearchSource, after: number): Promise<void> {
  const { entity, permission } = source;
  const { outletId } = tx.head;
  for (const row of (await missing(tx.db, outletId, source, after)).rows) {
    const name = source.names.map((column) => textOf(row, column)).find(Boolean) ?? '';
    const words = source.words.map((column) => textOf(row, column));
    await indexRecord(tx, { entity, id: Number(row['id']), name, words, permission });
  }
  const { rows } = await gone(tx.db, outletId, source, after);
  for (const { id } of rows) await removeRecord(tx, { entity, id: Number(id) });
}

async function isBehind(store: Store, outletId: number, source: SearchSource, after: number): Promise<boolean> {
  return store.readOutlet(outletId, async (db) => {
    if ((await missing(db, outletId, source, after)).rows.length > 0) return true;
    return (await gone(db, outletId, source, after)).rows.length > 0;
  });
}

/** Removes the users whom earlier releases indexed. */
async function dropUsers(store: Store, outletId: number): Promise<void> {
  const users = (db: Kysely<Database>) =>
    db.selectFrom('search_record').select('id').where('outlet_id', '=', outletId).where('entity', '=', 'User');
  const found = await store.readOutlet(outletId, (db) => users(db).limit(1).execute());
  if (found.length === 0) return;
  await store.writeOutlet(outletId, async (tx) => {
    for (const { id } of await users(tx.db).execute()) await removeRecord(tx, { entity: 'User', id });
  });
}

/**
 * Adds missing and renamed records to the index and removes deleted ones, in the outlets that wait for it. Lists use the index from then on. `isEnding` stops it
 * between two steps.
 */
export async function catchUpSearch(store: Store, isEnding: () => boolean = () => false): Promise<void> {
  for (const id of await outletsBehind(store, searchCatchUp)) {
    await dropUsers(store, id);
    for (const source of searchSources) await catchUpSource(store, id, source, isEnding);
    await catchUpWords(store, id, isEnding);
    if (isEnding()) return;
    await markCaughtUp(store, id, searchCatchUp);
  }
  trustIndex(store);
}

async function catchUpSource(
  store: Store,
  outletId: number,
  source: SearchSource,
  isEnding: () => boolean,
): Promise<void> {
  const last = await store.readOutlet(outletId, (db) => lastId(db, outletId, source));
  for (let after = 0; after < last && !isEnding(); after += stepSize) {
    while (!isEnding() && (await isBehind(store, outletId, source, after)))
      await store.writeOutlet(outletId, (tx) => indexSome(tx, source, after));
    // Let waiting calls run before the next step.
    await setImmediate();
  }
}

/** Splits the records of large lists into words, and removes the words of others, which earlier releases wrote. */
async function catchUpWords(store: Store, outletId: number, isEnding: () => boolean): Promise<void> {
  const lists = await store.readOutlet(outletId, (db) =>
    sql<{ entity: string }>`select entity from ${entitiesOf(outletId)} lists`.execute(db),
  );
  for (const { entity } of lists.rows) {
    const list = { outlet_id: outletId, entity };
    const isLarge = await store.readOutlet(outletId, (db) => areMany(db, list));
    if (isLarge) await noteLarge(store, list, false);
    let after = 0;
    do {
      after = await store.writeOutlet(outletId, (tx) => splitSome(tx, { entity, after, limit: batchSize }));
      await setImmediate();
      if (isEnding()) return;
    } while (after > 0);
    if (isLarge) await noteLarge(store, list, true);
  }
}

function noteLarge(store: Store, list: ListRef, is_complete: boolean): Promise<void> {
  return store.writeOutlet(list.outlet_id, async (tx) => {
    const insert = tx.db.insertInto('search_large').values({ ...list, is_complete });
    tx.write(
      insert.onConflict((conflict) => {
        const same = conflict.columns(['outlet_id', 'entity']);
        return is_complete ? same.doUpdateSet({ is_complete }) : same.doNothing();
      }),
    );
  });
}

/** Does so in the process that holds the lease; another one uses the index as soon as no outlet waits. */
export async function keepSearchComplete(store: Store, lease: Lease, isEnding: () => boolean): Promise<void> {
  if (await lease.take()) await catchUpSearch(store, isEnding);
  else if ((await outletsBehind(store, searchCatchUp)).length === 0) trustIndex(store);
}
