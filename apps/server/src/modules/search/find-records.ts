/** Queries of the search index: names first, then prefixes of words, then parts inside words if the result is not full yet. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import { behind, insideLength, plainText, type WordKind, wordsOf } from '../../search/search-words.ts';
import type { Rank, Ranked } from './ranked.ts';
import { findInSmallLists } from './small-lists.ts';

interface SearchQuery {
  readonly outletId: number;
  /** Permissions of the screens whose records the caller may see. */
  readonly permissions: readonly string[];
  readonly value: string;
  readonly limit: number;
}

type Found = RawBuilder<unknown>;

/** The limit is multiplied by this, because a record has a row for each of its words. */
const limitFactor = 2;
/** At most this many rows of each word are compared. */
const comparedLimit = 10_000;

/** Selects rows whose word starts with a text, in index order. */
function rowsFrom(
  { outletId }: SearchQuery,
  permission: string,
  kind: WordKind,
  beginning: string,
  limit: number,
): Found {
  return sql`select entity, id from (select entity, id from search_word where outlet_id = ${outletId}
    and permission = ${permission} and kind = ${kind} and word >= ${beginning} and word < ${behind(beginning)}
    order by word limit ${limit}) rows`;
}

/** Selects records that have a matching word for each term. */
function rowsWithAll(
  question: SearchQuery,
  permission: string,
  kinds: readonly WordKind[],
  terms: readonly string[],
): Found {
  const each = terms.map(
    (term) =>
      sql`select entity, id from (${sql.join(
        kinds.map((kind) => rowsFrom(question, permission, kind, term, comparedLimit)),
        sql` union all `,
      )}) either_kind`,
  );
  return sql`select entity, id from (${sql.join(each, sql` intersect `)} limit ${question.limit}) with_all`;
}

async function recordsOf(
  db: Kysely<Database>,
  question: SearchQuery,
  rank: Rank,
  parts: readonly Found[],
): Promise<Ranked[]> {
  const { outletId } = question;
  // The name is looked up by a subquery for each row. With a join the engine may read all records.
  const { rows } = await sql<{ entity: string; id: number; name: string }>`
    select entity, id, (select r.name from search_record r where r.outlet_id = ${outletId} and r.entity = found.entity
      and r.id = found.id) as name
    from (${sql.join(parts, sql` union all `)}) found`.execute(db);
  return rows.map(({ entity, id, name }) => ({ id: Number(id), name, entityName: entity, rank }));
}

/** Returns the records that the caller may see and whose name or words contain every word of the value. */
export async function findRecords(db: Kysely<Database>, question: SearchQuery): Promise<Ranked[]> {
  const terms = wordsOf(question.value);
  if (terms.length === 0 || question.permissions.length === 0) return [];
  const large = await db
    .selectFrom('search_large')
    .select('entity')
    .where('outlet_id', '=', question.outletId)
    .where('is_complete', '=', true)
    .execute();
  const small = await findInSmallLists(
    db,
    question,
    terms,
    large.map(({ entity }) => entity),
  );
  return large.length === 0 ? small : [...small, ...(await findByWords(db, question, terms))];
}

async function findByWords(db: Kysely<Database>, question: SearchQuery, terms: readonly string[]): Promise<Ranked[]> {
  const whole = plainText(question.value);
  const [first = ''] = terms;
  const isSingle = terms.length === 1;
  const limit = question.limit * limitFactor;
  const found: Ranked[] = [];
  const ask = async (rank: Rank, part: (permission: string) => Found): Promise<boolean> => {
    found.push(...(await recordsOf(db, question, rank, question.permissions.map(part))));
    return new Set(found.map(({ entityName, id }) => `${entityName} ${id}`)).size >= question.limit;
  };

  if (await ask(1, (permission) => rowsFrom(question, permission, 0, whole, limit))) return named(found, whole);
  const isFull = await ask(2, (permission) =>
    isSingle ? rowsFrom(question, permission, 1, first, limit) : rowsWithAll(question, permission, [1], terms),
  );
  if (isFull || terms.some((term) => term.length < insideLength)) return named(found, whole);
  await ask(3, (permission) =>
    isSingle ? rowsFrom(question, permission, 2, first, limit) : rowsWithAll(question, permission, [1, 2], terms),
  );
  return named(found, whole);
}

/** Returns the records with rank 0 where the name is exactly the value. */
function named(found: readonly Ranked[], whole: string): Ranked[] {
  return found.map((one) => (one.rank === 1 && plainText(one.name) === whole ? { ...one, rank: 0 } : one));
}
