/**
 * Creates very many records of an entity in a short time: SQL writes inventory items of the first outlet and their rows
 * in the search index, as the product's own services would. Names have three words: one of 40, one of 1,000, and a
 * unique number.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '../apps/server/src/platform/store/postgres/client.ts';
import { wordRows } from '../apps/server/src/search/search-words.ts';
import { type Database, useDatabase } from './multiply.ts';
import type { Place } from './server.ts';

/** Number of first and second words: a name's first word is that of one record in forty. */
const firsts = 40;
const seconds = 1000;

const syllables = ['ba', 'do', 'fe', 'gu', 'hi', 'ko', 'lu', 'ma', 'ni', 'po'];

/** Returns the word with a number: 'bakodofe'. No two are the same. */
function wordAt(place: 'first' | 'second', at: number): string {
  const digits = String(at).padStart(3, '0');
  const sound = [...digits].map((digit) => syllables[Number(digit)]).join('');
  return `${sound}${place === 'first' ? 'ra' : 'se'}`;
}

/** Texts to search for, by how many of a million records have them. */
export const texts = {
  one: '123456',
  thousand: wordAt('second', 77),
  many: wordAt('first', 7),
} as const;

async function fillWords(db: Database): Promise<void> {
  await db.run('create table bench_word (place text, at bigint, kind bigint, word text)');
  for (const [place, count] of [
    ['first', firsts],
    ['second', seconds],
  ] as const) {
    const rows = Array.from({ length: count }, (_, at) => {
      const word = wordAt(place, at);
      const cut = wordRows('', [word]).map((row) => `('${place}', ${at}, ${row.kind}, '${row.word}')`);
      return cut.join(', ');
    });
    await db.run(`insert into bench_word values ${rows.join(', ')}`);
  }
}

const yes = { sqlite: '1', postgres: 'true' } as const;

/** Writes that many inventory items of the first outlet into a closed store. */
export async function fillRecords(place: Place, count: number): Promise<void> {
  await useDatabase(place, async (db, engine) => {
    await db.run('begin');
    await fillWords(db);
    await db.run('create table bench_n (n bigint)');
    await db.run(
      `insert into bench_n with recursive up (n) as (select 1 union all select n + 1 from up where n < ${count}) select n from up`,
    );
    // The planner gets statistics of the rows.
    await db.run('analyze bench_n');
    await db.run('analyze bench_word');
    const name = `w1.word || ' ' || w2.word || ' ' || n`;
    const word = (alias: string, at: string) =>
      `join bench_word ${alias} on ${alias}.place = '${alias === 'w1' ? 'first' : 'second'}' and ${alias}.at = ${at} and ${alias}.kind = 1`;
    const named = `bench_n ${word('w1', `n % ${firsts}`)} ${word('w2', `n % ${seconds * 7} / 7`)}`;
    const [{ last } = { last: 0 }] = await db.rows('select coalesce(max(id), 0) as last from inventory_item');
    const id = `n + ${Number(last)}`;
    await db.run(`insert into inventory_item (outlet_id, id, key, code, name, category, stock_unit, default_vendor_id,
        default_storage_id, avg_cost, reorder_level, on_hand, is_active, created_at, modified_at)
      select 1, ${id}, 'bench-' || n, 'I' || n, ${name},
        case n % 4 when 0 then 'Food' when 1 then 'Beverage' when 2 then 'Ingredients' else 'Others' end,
        case n % 3 when 0 then 'kg' when 1 then 'l' else 'pc' end, n % 5000, n % 7, n % 9000, n % 50 * 1000, n % 700 * 1000,
        ${yes[engine]}, 0, 0 from ${named}`);
    await db.run(`insert into search_record (outlet_id, entity, id, name, permission, words)
      select 1, 'Inventory Item', ${id}, ${name}, 'Inventory', w1.word || ' ' || w2.word || ' ' || n || ' i' || n from ${named}`);
    const rows = (kind: string, text: string, from: string) =>
      `select ${kind} as kind, ${text} as word, ${id} as id from ${from}`;
    const endings = `bench_n join (${Array.from({ length: 7 }, (_, at) => `select ${at + 1} as p`).join(' union all ')}) places
      on p = 1 or length('' || n) >= p + 2`;
    await db.run(`insert into search_word (outlet_id, permission, kind, word, entity, id)
      select 1, 'Inventory', kind, word, 'Inventory Item', id from (
        ${rows('0', name, named)}
        union all ${rows('kind', 'word', `bench_n join bench_word on place = 'first' and at = n % ${firsts}`)}
        union all ${rows('kind', 'word', `bench_n join bench_word on place = 'second' and at = n % ${seconds * 7} / 7`)}
        union all ${rows('case p when 1 then 1 else 2 end', `substr('' || n, p)`, endings)}
        union all ${rows('1', `'i' || n`, 'bench_n')}
        union all ${rows('2', `'' || n`, `bench_n where n > 99`)}
      ) made order by 1, 2, 3, 4, 5, 6`);
    await db.run(
      `insert into search_large (outlet_id, entity, is_complete) values (1, 'Inventory Item', ${yes[engine]})`,
    );
    for (const table of ['bench_n', 'bench_word']) await db.run(`drop table ${table}`);
    await db.run('commit');
    await db.setSequence('inventory_item');
  });
}

/** Returns how long the engine alone takes for the active items in an order, in ms. */
export async function plainTimes(place: Place, order: string, times: number): Promise<number[]> {
  const active = 'DATABASE_URL' in place ? 'true' : '1';
  const statement = `select * from inventory_item where outlet_id = 1 and is_active = ${active} ${order}`;
  const ask = await plainReader(place);
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    await ask.rows(statement);
    taken.push(performance.now() - startedAt);
  }
  await ask.close();
  return taken;
}

async function plainReader(place: Place): Promise<{ rows(sql: string): Promise<unknown>; close(): Promise<void> }> {
  if ('DATABASE_URL' in place) {
    const client = createClient(place.DATABASE_URL, false);
    await client.connect();
    return { rows: (sql) => client.query(sql), close: () => client.end() };
  }
  const database = new DatabaseSync(join(place.DATA_DIR, 'atoll.db'), { readOnly: true });
  return { rows: async (sql) => database.prepare(sql).all(), close: async () => database.close() };
}
