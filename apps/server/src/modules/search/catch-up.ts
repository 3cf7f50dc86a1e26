/**
 * Brings the index up to date with what was written past it: data of an earlier release, demo data, an import. Runs after the start, a few
 * records at a time, so that no till waits for it; what is up to date already costs one look at each table.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/store/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { indexRecord, removeRecord } from '../../search/search-index.ts';
import { type SearchSource, searchSources } from './sources.ts';

const atOnce = 100;

type Row = Readonly<Record<string, string | number | null>>;

const joined = sql`r.outlet_id = t.outlet_id and r.id = t.id`;

function missing(db: Kysely<Database>, outletId: number, source: SearchSource) {
  const columns = [...new Set(['id', ...source.names, ...source.words])].map((name) => sql.ref(`t.${name}`));
  return sql<Row>`select ${sql.join(columns)} from ${sql.table(source.table)} t where t.outlet_id = ${outletId} and t.is_active
    and not exists (select 1 from search_record r where ${joined} and r.entity = ${source.entity})
    order by t.id limit ${atOnce}`.execute(db);
}

function gone(db: Kysely<Database>, outletId: number, source: SearchSource) {
  return sql<{
    id: number;
  }>`select r.id from search_record r where r.outlet_id = ${outletId} and r.entity = ${source.entity}
    and not exists (select 1 from ${sql.table(source.table)} t where ${joined} and t.is_active)
    order by r.id limit ${atOnce}`.execute(db);
}

const textOf = (row: Row, column: string): string => String(row[column] ?? '');

async function indexSome(tx: OutletTx, source: SearchSource): Promise<void> {
  const { entity, permission } = source;
  const { outletId } = tx.head;
  for (const row of (await missing(tx.db, outletId, source)).rows) {
    const name = source.names.map((column) => textOf(row, column)).find(Boolean) ?? '';
    const words = source.words.map((column) => textOf(row, column));
    await indexRecord(tx, { entity, id: Number(row['id']), name, words, permission });
  }
  for (const { id } of (await gone(tx.db, outletId, source)).rows) await removeRecord(tx, { entity, id: Number(id) });
}

async function isBehind(store: Store, outletId: number, source: SearchSource): Promise<boolean> {
  return store.readOutlet(outletId, async (db) => {
    if ((await missing(db, outletId, source)).rows.length > 0) return true;
    return (await gone(db, outletId, source)).rows.length > 0;
  });
}

/** Indexes what the index lacks and removes what is no longer there. `isEnding` stops it between two steps. */
export async function catchUpSearch(store: Store, isEnding: () => boolean = () => false): Promise<void> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select('id').orderBy('id').execute());
  for (const { id } of outlets)
    for (const source of searchSources)
      while (!isEnding() && (await isBehind(store, id, source)))
        await store.writeOutlet(id, (tx) => indexSome(tx, source));
}
