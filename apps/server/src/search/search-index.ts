/**
 * The index of the search box. Every write of a record that can be found calls `indexRecord` in the same command, and
 * `removeRecord` when it is no longer offered. Source: R5, R18.19.
 */
import { prepared } from '../platform/store/prepared.ts';
import { preparedRows } from '../platform/store/prepared-rows.ts';
import type { SearchRecordTable, SearchWordTable } from '../platform/store/schema/schema.ts';
import type { OutletTx } from '../platform/store/store.ts';
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
    .select(['name', 'words', 'permission'])
    .where('outlet_id', '=', p('outlet_id'))
    .where('entity', '=', p('entity'))
    .where('id', '=', p('id')),
);

const putRecord = prepared<SearchRecordTable>()((db, p) =>
  db
    .insertInto('search_record')
    .values({
      outlet_id: p('outlet_id'),
      entity: p('entity'),
      id: p('id'),
      name: p('name'),
      permission: p('permission'),
      words: p('words'),
    })
    .onConflict((conflict) =>
      conflict.columns(['outlet_id', 'entity', 'id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        permission: eb.ref('excluded.permission'),
        words: eb.ref('excluded.words'),
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

type Known = Pick<SearchRecordTable, 'name' | 'words' | 'permission'>;

/** Returns the rows of a record by their unique key. */
function rowsOf(ref: Ref, { name, words, permission }: Known): Map<string, SearchWordTable> {
  return new Map(
    wordRows(name, words.split(' ').filter(Boolean)).map((row) => [
      `${permission} ${row.kind} ${row.word}`,
      { ...ref, permission, ...row },
    ]),
  );
}

/**
 * Makes the record findable by its name and words. Repeated calls replace the former rows, and write nothing when
 * nothing changed.
 */
export async function indexRecord(tx: OutletTx, record: SearchableRecord): Promise<void> {
  const { entity, id, name, permission } = record;
  const ref: Ref = { outlet_id: tx.head.outletId, entity, id };
  const [known] = await tx.load(knownRecord, ref);
  const now: Known = { name, permission, words: recordWords(name, record.words).join(' ') };
  if (known && known.name === now.name && known.words === now.words && known.permission === permission) return;
  const before = known ? rowsOf(ref, known) : new Map<string, SearchWordTable>();
  const after = rowsOf(ref, now);
  for (const [key, row] of before) if (!after.has(key)) tx.write(dropWord, row);
  tx.write(putRecord, { ...ref, ...now });
  tx.writeRows(
    putWords,
    [...after].flatMap(([key, row]) => (before.has(key) ? [] : [row])),
  );
}

/** Removes the record from the index. */
export async function removeRecord(tx: OutletTx, { entity, id }: RecordRef): Promise<void> {
  const ref: Ref = { outlet_id: tx.head.outletId, entity, id };
  const [known] = await tx.load(knownRecord, ref);
  if (!known) return;
  for (const row of rowsOf(ref, known).values()) tx.write(dropWord, row);
  tx.write(dropRecord, ref);
}
