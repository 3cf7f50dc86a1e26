/** Finds by the index which records of an entity may hold a text, so that a list of very many is not read from end to end. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/store/schema/schema.ts';
import type { Store } from '../platform/store/store.ts';
import { behind, wordsOf } from './search-words.ts';

/** Stores whose index is complete: it has every active record. */
const whole = new WeakSet<Store>();

/** Marks the index as complete: from now on, what it does not hold does not exist. */
export function trustIndex(store: Store): void {
  whole.add(store);
}

/** A text that more records hold is found soon in any order. */
const frequent = 5000;
/** How many records of a frequent text are returned. */
const firstFew = 1000;

interface NearTextQuery {
  readonly outletId: number;
  readonly entity: string;
  /** The screen that the records are indexed for. */
  readonly permission: string;
  readonly text: string;
}

export interface NearText {
  /** Selects ids, each once, as `near_id`. */
  readonly ids: RawBuilder<unknown>;
  /** False when these are only the first of very many. */
  readonly isAll: boolean;
}

/**
 * Returns the active records that may hold the text: those with its rarest word. Null where the index cannot tell, or
 * is not needed. One or two letters inside or at the end of a word have no row and are not found. The caller compares
 * the records themselves.
 */
export async function nearText(
  store: Store,
  db: Kysely<Database>,
  { outletId, entity, permission, text }: NearTextQuery,
): Promise<NearText | null> {
  if (!whole.has(store) || !(await isComplete(db, outletId, entity))) return null;
  let near: NearText | null = null;
  let fewest = frequent;
  for (const word of wordsOf(text)) {
    const rows = sql`from search_word where outlet_id = ${outletId} and permission = ${permission}
      and kind in (1, 2) and word >= ${word} and word < ${behind(word)} and entity = ${entity}`;
    const ids = sql`select distinct id as near_id ${rows}`;
    const counted = await sql<{
      count: number;
    }>`select count(*) as count from (select 1 ${rows} limit ${fewest}) near`.execute(db);
    const count = Number(counted.rows[0]?.count);
    if (count < fewest) near = { ids, isAll: true };
    // Limited before duplicates are removed: PostgreSQL would read all of them first.
    else
      near ??= {
        ids: sql`select distinct near_id from (select id as near_id ${rows} limit ${firstFew}) few`,
        isAll: false,
      };
    fewest = count;
  }
  return near;
}

/** Returns whether the list is a large one whose words are complete. Others are read from end to end. */
async function isComplete(db: Kysely<Database>, outletId: number, entity: string): Promise<boolean> {
  const row = await db
    .selectFrom('search_large')
    .select('is_complete')
    .where('outlet_id', '=', outletId)
    .where('entity', '=', entity)
    .executeTakeFirst();
  return row?.is_complete === true;
}
