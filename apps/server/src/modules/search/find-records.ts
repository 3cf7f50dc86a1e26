/** Asks the index: names first, then the beginnings of words, and only when these do not fill the answer what stands inside words. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import { behind, insideLength, plainText, type WordKind, wordsOf } from '../../search/search-words.ts';
import type { Rank, Ranked } from './ranked.ts';

interface Question {
  readonly outletId: number;
  /** The screens whose records the caller may see. */
  readonly permissions: readonly string[];
  readonly value: string;
  readonly limit: number;
}

type Found = RawBuilder<unknown>;

/** A record has a row for each of its words, so that the same one comes more than once. */
const repeats = 2;
/** Of words that very many records have, so many are compared. */
const comparedLimit = 10_000;

/** The rows that begin with a text, in the order in which they lie. */
function rowsFrom({ outletId }: Question, permission: string, kind: WordKind, beginning: string, limit: number): Found {
  return sql`select entity, id from (select entity, id from search_word where outlet_id = ${outletId}
    and permission = ${permission} and kind = ${kind} and word >= ${beginning} and word < ${behind(beginning)}
    order by word limit ${limit}) rows`;
}

/** The records that have a word for each of the terms. */
function rowsWithAll(
  question: Question,
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
  question: Question,
  rank: Rank,
  parts: readonly Found[],
): Promise<Ranked[]> {
  const { outletId } = question;
  // The name is looked up for each row found: as a join the engine may read every record there is.
  const { rows } = await sql<{ entity: string; id: number; name: string }>`
    select entity, id, (select r.name from search_record r where r.outlet_id = ${outletId} and r.entity = found.entity
      and r.id = found.id) as name
    from (${sql.join(parts, sql` union all `)}) found`.execute(db);
  return rows.map(({ entity, id, name }) => ({ id: Number(id), name, entityName: entity, rank }));
}

/** Answers the records that the caller may see and whose name or words hold every word of the value. */
export async function findRecords(db: Kysely<Database>, question: Question): Promise<Ranked[]> {
  const whole = plainText(question.value);
  const terms = wordsOf(question.value);
  const [first] = terms;
  if (!first || question.permissions.length === 0) return [];
  const isSingle = terms.length === 1;
  const limit = question.limit * repeats;
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

/** What is called exactly so comes before what only begins so. */
function named(found: readonly Ranked[], whole: string): Ranked[] {
  return found.map((one) => (one.rank === 1 && plainText(one.name) === whole ? { ...one, rank: 0 } : one));
}
