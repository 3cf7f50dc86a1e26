/** Names of people, for everything that shows who did something. */
import type { Kysely } from 'kysely';
import type { Database } from '../schema/schema.ts';

/** Returns the names of people by id: of all, or of the given ids. */
export async function peopleNames(
  db: Kysely<Database>,
  ids?: Iterable<number | null>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = ids && [...new Set(ids)].filter((id) => id !== null);
  if (wanted?.length === 0) return new Map();
  const found = db.selectFrom('app_user').select(['id', 'name']);
  const people = await (wanted ? found.where('id', 'in', wanted) : found).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}
