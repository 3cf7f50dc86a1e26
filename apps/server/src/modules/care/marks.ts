/** Instants that Care remembers over a restart. Source: R31.42, R31.43. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';

/** Returns all marks, by name. */
export async function readMarks(store: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await store.readOrg((db) => db.selectFrom('care_mark').selectAll().execute());
  return new Map(rows.map(({ name, at }) => [name, Number(at)]));
}

/** Writes a mark that is not there yet; null removes it. */
export function writeMark(db: Kysely<Database>, name: string, at: number | null): Promise<unknown> {
  if (at === null) return db.deleteFrom('care_mark').where('name', '=', name).execute();
  return db
    .insertInto('care_mark')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
