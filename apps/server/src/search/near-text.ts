/** Which records of an entity may hold a text: asked of the index, so that a list of very many is not read from end to end. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/store/schema.ts';
import type { Store } from '../platform/store/store.ts';
import { behind, wordsOf } from './search-words.ts';

/** Stores whose index knows every active record. */
const whole = new WeakSet<Store>();

/** Says that the index has caught up: from now on what it does not know is not there. */
export function trustIndex(store: Store): void {
  whole.add(store);
}

/** Lists of no more records than these are read from end to end; and a text that more of them hold is met soon in any order. */
const manyRecords = 5000;
/** So many of very many records that hold a text are told. */
const firstFew = 1000;

interface Asked {
  readonly outletId: number;
  readonly entity: string;
  /** The screen that the records are indexed for. */
  readonly permission: string;
  readonly text: string;
}

export interface NearText {
  /** Selects ids, each once, as `near_id`. */
  readonly ids: RawBuilder<unknown>;
  /** false: only the first of very many. */
  readonly isAll: boolean;
}

/**
 * Answers the active records that may hold the text: those with its rarest word; null where the index cannot say, or need not. One or two letters that
 * stand at the end of a word alone have no row and are not found. Who asks compares the records themselves.
 */
export async function nearText(
  store: Store,
  db: Kysely<Database>,
  { outletId, entity, permission, text }: Asked,
): Promise<NearText | null> {
  if (!whole.has(store) || !(await areMany(db, outletId, entity))) return null;
  let near: NearText | null = null;
  let fewest = manyRecords;
  for (const word of wordsOf(text)) {
    const rows = sql`from search_word where outlet_id = ${outletId} and permission = ${permission}
      and kind in (1, 2) and word >= ${word} and word < ${behind(word)} and entity = ${entity}`;
    const ids = sql`select distinct id as near_id ${rows}`;
    const counted = await sql<{
      count: number;
    }>`select count(*) as count from (select 1 ${rows} limit ${fewest}) near`.execute(db);
    const count = Number(counted.rows[0]?.count);
    if (count < fewest) near = { ids, isAll: true };
    // Cut before doubles are dropped: PostgreSQL would read all of them first.
    else
      near ??= {
        ids: sql`select distinct near_id from (select id as near_id ${rows} limit ${firstFew}) few`,
        isAll: false,
      };
    fewest = count;
  }
  return near;
}

async function areMany(db: Kysely<Database>, outletId: number, entity: string): Promise<boolean> {
  const { rows } = await sql`select 1 from search_record where outlet_id = ${outletId} and entity = ${entity}
    limit 1 offset ${manyRecords}`.execute(db);
  return rows.length > 0;
}
