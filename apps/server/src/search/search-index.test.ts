import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { markCaughtUp, outletsBehind, searchCatchUp } from '../platform/store/caught-up.ts';
import type { Store } from '../platform/store/store.ts';
import { eachEngine } from '../platform/store/testing/engine.ts';
import { addOutlet } from '../platform/store/testing/outlet.ts';
import { manyRecords } from './large-list.ts';
import { indexRecord, removeRecord } from './search-index.ts';

eachEngine('the search index', (on) => {
  let store: Store;
  let outlet: number;
  beforeAll(async () => {
    store = await on.open();
    outlet = await addOutlet(store);
  });
  const large = (is_complete: boolean) =>
    store.writeOutlet(outlet, async (tx) => {
      tx.write(tx.db.insertInto('search_large').values({ outlet_id: outlet, entity: 'Vendor', is_complete }));
    });
  const put = (name: string, words: string[] = [], permission = 'Vendors') =>
    store.writeOutlet(outlet, (tx) => indexRecord(tx, { entity: 'Vendor', id: 1, name, words, permission }));
  const rows = () =>
    store.readOutlet(outlet, (db) =>
      db.selectFrom('search_word').select(['permission', 'kind', 'word']).orderBy('kind').orderBy('word').execute(),
    );

  it('[R34.14] stores no words of a list that is searched from end to end', async () => {
    await put('Café Noor', ['V0012']);
    expect(await rows()).toEqual([]);
    const records = await store.readOutlet(outlet, (db) => db.selectFrom('search_record').selectAll().execute());
    expect(records).toMatchObject([{ name: 'Café Noor', words: 'cafe noor v0012', is_split: false }]);
  });

  it('[R18.19] stores a row for the name, each word and each ending of a word of a large list, in lower case without accents', async () => {
    await large(true);
    await put('Café Noor', ['V0012']);
    expect((await rows()).map(({ kind, word }) => `${kind} ${word}`)).toEqual([
      '0 cafe noor',
      '1 cafe',
      '1 noor',
      '1 v0012',
      '2 0012',
      '2 012',
      '2 afe',
      '2 oor',
    ]);
  });

  it('[R18.19] removes the former name of a record, and a removed record', async () => {
    await put('Noor Trading', [], 'Vendors');
    expect((await rows()).some(({ word }) => word === 'cafe' || word === 'v0012')).toBe(false);
    await put('Noor Trading', [], 'Invoices');
    expect(new Set((await rows()).map(({ permission }) => permission))).toEqual(new Set(['Invoices']));
    await store.writeOutlet(outlet, (tx) => removeRecord(tx, { entity: 'Vendor', id: 1 }));
    expect(await rows()).toEqual([]);
  });

  it('[R18.19] accepts names that are long, empty, or in another script', async () => {
    await put('x'.repeat(300), ['']);
    await put('', ['---']);
    expect(await rows()).toEqual([]);
    await put('ހެދުނުގެ ނާސްތާ');
    expect((await rows()).filter(({ kind }) => kind === 1)).toHaveLength(2);
  });

  it('[R34.14] a list that becomes large gets words: of each record written from then on, and of the others in the background', async () => {
    const add = (from: number, count: number) =>
      store.writeOutlet(outlet, async (tx) => {
        for (let id = from; id < from + count; id += 1)
          await indexRecord(tx, { entity: 'Menu Item', id, name: `Tea ${id}`, words: [], permission: 'Menu' });
      });
    const state = () =>
      store.readOutlet(outlet, (db) =>
        db.selectFrom('search_large').select('is_complete').where('entity', '=', 'Menu Item').execute(),
      );
    await store.writeOutlet(outlet, async (tx) => {
      await sql`insert into search_record (outlet_id, entity, id, name, permission, words, is_split)
        with recursive up (n) as (select 1 union all select n + 1 from up where n < ${sql.lit(manyRecords)})
        select ${sql.lit(outlet)}, 'Menu Item', 100000 + n, 'Fish ' || n, 'Menu', 'fish ' || n, ${sql.lit(on.engine === 'sqlite' ? 0 : false)} from up`.execute(
        tx.db,
      );
    });
    await add(1, 49);
    expect(await state()).toEqual([]);
    await markCaughtUp(store, outlet, searchCatchUp);
    await add(50, 1);
    expect(await state()).toEqual([{ is_complete: false }]);
    expect(await outletsBehind(store, searchCatchUp)).toEqual([outlet]);
    await add(51, 1);
    const words = await rows();
    expect(words.map(({ word }) => word)).toEqual(expect.arrayContaining(['tea 51', 'tea', '51']));
    expect(words.map(({ word }) => word)).not.toContain('tea 50');
  });

  it('[R34.14] 100 equal menus of 60 items take at most 2 MB of the store', async () => {
    const at = await on.placeWithTables();
    const chain = await on.open({ at });
    const outlets = await Promise.all(Array.from({ length: 100 }, () => addOutlet(chain)));
    const names = [
      'Grilled reef fish',
      'Lagoon burger',
      'Coconut curry',
      'Iced lime soda',
      'Club sandwich',
      'Fried rice',
    ];
    const before = await bytesOf(chain);
    for (const outletId of outlets)
      await chain.writeOutlet(outletId, async (tx) => {
        for (let n = 0; n < 60; n += 1)
          await indexRecord(tx, {
            entity: 'Menu Item',
            id: outletId * 100 + n,
            name: `${names[n % names.length]} ${n}`,
            words: [`C${String(n).padStart(3, '0')}`],
            permission: 'Menu',
          });
      });
    const bytes = (await bytesOf(chain)) - before;
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(2_000_000);
  });

  /** Returns the size of the search index, or of the whole embedded store. */
  const bytesOf = async (in_: Store): Promise<number> => {
    const {
      rows: [row],
    } = await in_.readOrg((db) =>
      (on.engine === 'postgres'
        ? sql<{
            bytes: number;
          }>`select pg_total_relation_size('search_record') + pg_total_relation_size('search_word') as bytes`
        : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      ).execute(db),
    );
    return Number(row?.bytes);
  };
});
