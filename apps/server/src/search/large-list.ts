/**
 * Which lists of an outlet have rows in `search_word`. A list of some thousand records is searched from end to end as quickly, and its words would take
 * ten times its own space: a chain of 1,000 outlets has the same menu 1,000 times. Source: R34.14, docs/decisions/041-words-of-large-lists.md.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepared } from '../platform/store/prepared.ts';
import type { Database } from '../platform/store/schema/schema.ts';

/** Lists of at most this many records are searched without words. */
export const manyRecords = 2000;

export interface ListRef {
  readonly outlet_id: number;
  readonly entity: string;
}

/** Reads the state of a list; no row for one without words. */
export const largeList = prepared<ListRef>()((db, p) =>
  db
    .selectFrom('search_large')
    .select('is_complete')
    .where('outlet_id', '=', p('outlet_id'))
    .where('entity', '=', p('entity')),
);

/** Returns whether a list has more records than are searched from end to end. */
export async function areMany(db: Kysely<Database>, { outlet_id, entity }: ListRef): Promise<boolean> {
  const { rows } = await sql`select 1 from search_record where outlet_id = ${outlet_id} and entity = ${entity}
    limit 1 offset ${manyRecords}`.execute(db);
  return rows.length > 0;
}

/** Selects the lists of an outlet as `entity`, by a step of the index for each. */
export const entitiesOf = (outletId: number): RawBuilder<unknown> =>
  sql`(with recursive lists (entity) as (select min(entity) from search_record where outlet_id = ${outletId} union all
    select (select min(entity) from search_record where outlet_id = ${outletId} and entity > lists.entity)
    from lists where lists.entity is not null) select entity from lists where entity is not null)`;
