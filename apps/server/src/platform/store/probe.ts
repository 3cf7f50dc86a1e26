/** The smallest write there is: one row that stays one row. */
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Writes the row by which the server knows that the store takes writes. */
export async function writeProbe(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .insertInto('secret')
    .values({ name: 'write-probe', value: '', created_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: now }))
    .execute();
}
