import type { Kysely } from 'kysely';
import type { Database } from '../schema/schema.ts';

/** Returns a query of the last history entry of each outlet that has one, with the outlet's cursor. */
export const lastEntries = (db: Kysely<Database>) =>
  db
    .selectFrom('outlet_cursor')
    .innerJoin('history', (join) =>
      join
        .onRef('history.outlet_id', '=', 'outlet_cursor.outlet_id')
        .onRef('history.seq', '=', 'outlet_cursor.history_seq'),
    );
