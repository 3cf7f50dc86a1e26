/**
 * The index of the search box. Every write of a record that can be found calls `indexRecord` in the same command, and
 * `removeRecord` when it is no longer offered. The records of a large list are also split into words. Source: R5, R18.19, R34.14.
 */
import type { Selectable } from 'kysely';
import { searchCatchUp } from '../platform/store/caught-up.ts';
import { prepared } from '../platform/store/prepared.ts';
import { preparedRows } from '../platform/store/prepared-rows.ts';
import type { SearchRecordTable, SearchWordTable } from '../platform/store/schema/schema.ts';
import type { OutletTx } from '../platform/store/store.ts';
import { areMany, largeList } from './large-list.ts';
import { recordWords, wordRows } from './search-words.ts';

export interface RecordRef {
  /** Title of one, as its view route is named: 'Menu Item' is shown by 'View Menu Item'. */
  readonly entity: string;
  readonly id: number;
}

export interface SearchableRecord extends RecordRef {
  readonly name: string;
  /** Other texts to find it by: code, phone, number. */
  readonly words: readonly string[];
  /** The screen that shows it. Users without it do not find the record. */
  readonly permission: string;
}

interface Ref {
  readonly outlet_id: number;
  readonly entity: string;
  readonly id: number;
}

const knownRecord = prepared<Ref>()((db, p) =>
  db
    .selectFrom('search_record')
    .select(['name', 'words', 'permission', 'is_split'])
    .where('outlet_id', '=', p('outlet_id'))
    .where('entity', '=', p('entity'))
    .where('id', '=', p('id')),
);

const putRecord = prepared<Ref & Known>()((db, p) =>
  db
    .insertInto('search_record')
    .values({
      outlet_id: p('outlet_id'),
      entity: p('entity'),
      id: p('id'),
      name: p('name'),
      permission: p('permission'),
      words: p('words'),
      is_split: p('is_split'),
    })
    .onConflict((conflict) =>
      conflict.columns(['outlet_id', 'entity', 'id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        permission: eb.ref('excluded.permission'),
        words: eb.ref('excluded.words'),
        is_split: eb.ref('excluded.is_split'),
      })),
    ),
);

const dropRecord = prepared<Ref>()((db, p) =>
  db
    .deleteFrom('search_record')
    .where('outlet_id', '=', p('outlet_id'))
    .where('entity', '=', p('entity'))
    .where('id', '=', p('id')),
);

const putWords = preparedRows<'search_word', SearchWordTable>(
  'search_word',
  { outlet_id: 'int', permission: 'text', kind: 'int', word: 'text', entity: 'text', id: 'int' },
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

const dropWord = prepared<SearchWordTable>()((db, p) =>
  db
    .deleteFrom('search_word')
    .where('outlet_id', '=', p('outlet_id'))
    .where('permission', '=', p('permission'))
    .where('kind', '=', p('kind'))
    .where('word', '=', p('word'))
    .where('entity', '=', p('entity'))
    .where('id', '=', p('id')),
);

type Known = Selectable<Pick<SearchRecordTable, 'name' | 'words' | 'permission' | 'is_split'>>;

/** Returns the rows of a record by their unique key; none unless it is split. */
function rowsOf(ref: Ref, known: Known | undefined): Map<string, SearchWordTable> {
  if (!known?.is_split) return new Map();
  const { name, words, permission } = known;
  return new Map(
    wordRows(name, words.split(' ').filter(Boolean)).map((row) => [
      `${permission} ${row.kind} ${row.word}`,
      { ...ref, permission, ...row },
    ]),
  );
}

/** A list that grows is looked at with one of so many new records. */
const checkedEvery = 50;

/**
 * Makes the record findable by its name and words. Repeated calls replace the former rows, and write nothing when
 * nothing changed.
 */
export async function indexRecord(tx: OutletTx, record: SearchableRecord): Promise<void> {
  const { entity, id, name, permission } = record;
  const ref: Ref = { outlet_id: tx.head.outletId, entity, id };
  const [[known], [large]] = await Promise.all([tx.load(knownRecord, ref), tx.load(largeList, ref)]);
  const is_split = large !== undefined;
  const now: Known = { name, permission, words: recordWords(name, record.words).join(' '), is_split };
  if (known && isSame(known, now)) return;
  writeRecord(tx, ref, known, now);
  if (!known && !large && id % checkedEvery === 0 && (await areMany(tx.db, ref))) startWords(tx, ref);
}

const isSame = (known: Known, now: Known): boolean =>
  known.name === now.name &&
  known.words === now.words &&
  known.permission === now.permission &&
  known.is_split === now.is_split;

/** Makes the list one with words: those of its records are written in the background, and by each write from now on. */
function startWords(tx: OutletTx, { outlet_id, entity }: Ref): void {
  tx.write(tx.db.insertInto('search_large').values({ outlet_id, entity, is_complete: false }));
  tx.write(tx.db.deleteFrom('caught_up').where('outlet_id', '=', outlet_id).where('name', '=', searchCatchUp.name));
}

function writeRecord(tx: OutletTx, ref: Ref, known: Known | undefined, now: Known): void {
  const before = rowsOf(ref, known);
  const after = rowsOf(ref, now);
  for (const [key, row] of before) if (!after.has(key)) tx.write(dropWord, row);
  tx.write(putRecord, { ...ref, ...now });
  tx.writeRows(
    putWords,
    [...after].flatMap(([key, row]) => (before.has(key) ? [] : [row])),
  );
}

/** Splits records into words, or removes their words: the next ones of a list after an id. Returns the last id, 0 at the end. */
export async function splitSome(
  tx: OutletTx,
  { entity, after, limit }: { readonly entity: string; readonly after: number; readonly limit: number },
): Promise<number> {
  const list = { outlet_id: tx.head.outletId, entity };
  const [large] = await tx.load(largeList, list);
  const is_split = large !== undefined;
  const records = await tx.db
    .selectFrom('search_record')
    .select(['id', 'name', 'words', 'permission', 'is_split'])
    .where('outlet_id', '=', list.outlet_id)
    .where('entity', '=', entity)
    .where('id', '>', after)
    .where('is_split', '!=', is_split)
    .orderBy('id')
    .limit(limit)
    .execute();
  for (const { id, ...known } of records) writeRecord(tx, { ...list, id }, known, { ...known, is_split });
  return records.at(-1)?.id ?? 0;
}

/** Removes the record from the index. */
export async function removeRecord(tx: OutletTx, { entity, id }: RecordRef): Promise<void> {
  const ref: Ref = { outlet_id: tx.head.outletId, entity, id };
  const [known] = await tx.load(knownRecord, ref);
  if (!known) return;
  for (const row of rowsOf(ref, known).values()) tx.write(dropWord, row);
  tx.write(dropRecord, ref);
}
