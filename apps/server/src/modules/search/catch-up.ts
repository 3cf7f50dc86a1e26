/**
 * Brings the index up to date with what was written past it: data of an earlier release, demo data, an import. Runs after the start, a few
 * records at a time, so that no till waits for it; what is up to date already costs one look at each table.
 */
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { trustIndex } from '../../search/near-text.ts';
import { indexRecord, removeRecord } from '../../search/search-index.ts';
import { type SearchSource, searchSources } from './sources.ts';

/** Records that are looked at in one step, and those of them that are written in one command: a call waits for one at most, some 5 ms. */
const lookedAt = 500;
const atOnce = 25;

type Row = Readonly<Record<string, string | number | null>>;

const joined = sql`r.outlet_id = t.outlet_id and r.id = t.id`;

/** The next records after an id that the index does not know. */
function missing(db: Kysely<Database>, outletId: number, source: SearchSource, after: number) {
  const columns = [...new Set(['id', ...source.names, ...source.words])].map((name) => sql.ref(`t.${name}`));
  return sql<Row>`select ${sql.join(columns)} from ${sql.table(source.table)} t where t.outlet_id = ${outletId}
    and t.id > ${after} and t.id <= ${after + lookedAt} and t.is_active
    and not exists (select 1 from search_record r where ${joined} and r.entity = ${source.entity})
    order by t.id limit ${atOnce}`.execute(db);
}

/** The next after an id that it knows and that are no longer there. */
function gone(db: Kysely<Database>, outletId: number, source: SearchSource, after: number) {
  return sql<{
    id: number;
  }>`select r.id from search_record r where r.outlet_id = ${outletId} and r.entity = ${source.entity}
    and r.id > ${after} and r.id <= ${after + lookedAt}
    and not exists (select 1 from ${sql.table(source.table)} t where ${joined} and t.is_active)
    order by r.id limit ${atOnce}`.execute(db);
}

/** The greatest id that is there or known. */
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

/** Indexes what the index lacks and removes what is no longer there; lists ask it from then on. `isEnding` stops it between two steps. */
export async function catchUpSearch(store: Store, isEnding: () => boolean = () => false): Promise<void> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select('id').orderBy('id').execute());
  for (const { id } of outlets)
    for (const source of searchSources) {
      const last = await store.readOutlet(id, (db) => lastId(db, id, source));
      for (let after = 0; after < last && !isEnding(); after += lookedAt) {
        while (!isEnding() && (await isBehind(store, id, source, after)))
          await store.writeOutlet(id, (tx) => indexSome(tx, source, after));
        // Calls that wait have their turn before the next step.
        await setImmediate();
      }
    }
  if (!isEnding()) trustIndex(store);
}
