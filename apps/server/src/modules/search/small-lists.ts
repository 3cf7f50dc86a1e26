/** Searches the lists that are not split into words from end to end. Source: R18.19, R34.14. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import { entitiesOf } from '../../search/large-list.ts';
import { insideLength, plainText } from '../../search/search-words.ts';
import type { Rank, Ranked } from './ranked.ts';

interface Question {
  readonly outletId: number;
  readonly permissions: readonly string[];
  readonly value: string;
}

/** More records with a text are compared no further: those whose first word starts with it come first. */
const maxCompared = 500;

interface Row {
  readonly entity: string;
  readonly id: number;
  readonly name: string;
  readonly words: string;
}

/**
 * Returns the records whose name or words contain every term. Words are separated by blanks, and terms have letters and digits only. A term of one or two
 * letters is found at the beginning of a word.
 */
export async function findInSmallLists(
  db: Kysely<Database>,
  { outletId, permissions, value }: Question,
  terms: readonly string[],
  large: readonly string[],
): Promise<Ranked[]> {
  const isInside = terms.every((term) => term.length >= insideLength);
  const patterns = terms.map((term) => sql`' ' || r.words like ${isInside ? `%${term}%` : `% ${term}%`}`);
  const small = large.length === 0 ? sql`true` : sql`lists.entity not in (${sql.join(large)})`;
  const { rows } = await sql<Row>`select r.entity, r.id, r.name, r.words from ${entitiesOf(outletId)} lists
    join search_record r on r.outlet_id = ${outletId} and r.entity = lists.entity
    where ${small} and r.permission in (${sql.join([...permissions])}) and ${sql.join(patterns, sql` and `)}
    order by case when r.words like ${`${terms.join(' ')}%`} then 0 else 1 end limit ${maxCompared}`.execute(db);
  const whole = plainText(value);
  return rows.flatMap(({ entity, id, name, words }) => {
    const rank = rankOf(plainText(name), words.split(' '), whole, terms);
    return rank === undefined ? [] : [{ id: Number(id), name, entityName: entity, rank }];
  });
}

function rankOf(name: string, words: readonly string[], whole: string, terms: readonly string[]): Rank | undefined {
  if (name === whole) return 0;
  if (name.startsWith(whole)) return 1;
  if (terms.every((term) => words.some((word) => word.startsWith(term)))) return 2;
  return terms.every((term) => term.length >= insideLength && words.some((word) => word.includes(term)))
    ? 3
    : undefined;
}
