/** Finds the users of an outlet. They are few and are not in the search index. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import { plainText, wordsOf } from '../../search/search-words.ts';
import type { Rank, Ranked } from './ranked.ts';

function rankOf(value: string, name: string, email: string): Rank | undefined {
  const whole = plainText(value);
  const plain = plainText(name);
  if (plain === whole) return 0;
  if (plain.startsWith(whole)) return 1;
  const terms = wordsOf(value);
  const words = wordsOf(`${name} ${email}`);
  if (terms.every((term) => words.some((word) => word.startsWith(term)))) return 2;
  return terms.every((term) => words.some((word) => word.includes(term))) ? 3 : undefined;
}

/** Returns the active users of the outlet whose name or email matches the value. */
export async function findUsers(db: Kysely<Database>, outletId: number, value: string): Promise<Ranked[]> {
  if (!plainText(value)) return [];
  const users = await db
    .selectFrom('app_user')
    .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
    .select(['app_user.id', 'app_user.name', 'app_user.email'])
    .where('user_outlet.outlet_id', '=', outletId)
    .where('app_user.is_active', '=', true)
    .execute();
  return users.flatMap(({ id, name, email }) => {
    const rank = rankOf(value, name, email);
    return rank === undefined ? [] : [{ id, name, entityName: 'User', rank }];
  });
}
