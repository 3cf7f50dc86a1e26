/** Finds the users of an outlet. They are few and belong to several outlets, so they are not in the search index. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import { plainText, wordsOf } from '../../search/search-words.ts';
import type { Rank, Ranked } from './ranked.ts';

function rankOf(value: string, name: string, texts: readonly string[]): Rank | undefined {
  const whole = plainText(value);
  const plain = plainText(name);
  if (plain === whole) return 0;
  if (plain.startsWith(whole)) return 1;
  const terms = wordsOf(value);
  const words = wordsOf([name, ...texts].join(' '));
  if (terms.every((term) => words.some((word) => word.startsWith(term)))) return 2;
  return terms.every((term) => words.some((word) => word.includes(term))) ? 3 : undefined;
}

/** Returns the active users of the outlet whose name, email, phone or job title matches the value. */
export async function findUsers(db: Kysely<Database>, outletId: number, value: string): Promise<Ranked[]> {
  if (!plainText(value)) return [];
  const users = await db
    .selectFrom('app_user')
    .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
    .select(['app_user.id', 'app_user.name', 'app_user.email', 'app_user.phone', 'app_user.job_title'])
    .where('user_outlet.outlet_id', '=', outletId)
    .where('app_user.is_active', '=', true)
    .execute();
  return users.flatMap(({ id, name, email, phone, job_title }) => {
    const rank = rankOf(value, name, [email, phone, job_title]);
    return rank === undefined ? [] : [{ id, name, entityName: 'User', rank }];
  });
}
