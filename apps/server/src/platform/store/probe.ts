/** The smallest possible write: one row that is always the same row. */
import type { Kysely } from 'kysely';
import type { Database } from './schema/schema.ts';

/** Writes the row that proves that the store accepts writes. */
export async function writeProbe(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .insertInto('secret')
    .values({ name: 'write-probe', value: '', created_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: now }))
    .execute();
}
