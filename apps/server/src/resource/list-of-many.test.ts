import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { catchUpSearch } from '../modules/search/catch-up.ts';
import { eachEngine } from '../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import type { RecordPage } from './read.ts';

/** More records than a text may be in that is not frequent. */
const many = 5001;

eachEngine('list of very many records', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    const names = ['Coral Foods', 'Coral Gas', 'Hotel Supply', ...Array.from({ length: 12 }, (_, n) => `Island ${n}`)];
    for (const name of names)
      expect(
        (await t.call('vendor.create', { as: admin, body: { key: randomUUID(), name, phone: '7771234' } })).body,
      ).toMatchObject({ name });
  });
  const list = async (query: Record<string, string>) =>
    (await t.call('vendor.list', { as: admin, query: { page: '1', size: '10', ...query } })).body as RecordPage;
  const named = async (query: Record<string, string>) =>
    (await list(query)).items.map(({ name }: ResourceRecord) => String(name)).sort();
  const run = (statement: ReturnType<typeof sql>) =>
    t.store.writeOutlet(t.cafe, async (tx) => void (await statement.execute(tx.db)));
  /** Adds rows of `many` other vendors to the search index, each with the word. */
  const fillIndex = (word: string) =>
    run(sql`insert into search_word (outlet_id, permission, kind, word, entity, id)
      with recursive up (n) as (select 1 union all select n + 1 from up where n < ${sql.lit(many)})
      select ${sql.lit(t.cafe)}, 'Vendors', 1, ${sql.lit(word)}, 'Vendor', 1000000 + n from up`);

  it('[R9.14] searches the records while there are few or the index is incomplete, and the search index otherwise', async () => {
    expect(await named({ search: 'ORAL' })).toEqual(['Coral Foods', 'Coral Gas']);
    await catchUpSearch(t.store);
    expect(await named({ search: 'oral' })).toEqual(['Coral Foods', 'Coral Gas']);
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.write(tx.db.insertInto('search_large').values({ outlet_id: t.cafe, entity: 'Vendor', is_complete: true }));
    });
    await t.store.writeOrg((db) => db.deleteFrom('caught_up').execute());
    await catchUpSearch(t.store);
    await run(sql`delete from search_word where word like 'oral' and outlet_id = ${sql.lit(t.cafe)}`);
    expect(await named({ search: 'oral' })).toEqual([]);
    expect(await named({ search: 'oral', isActive: 'all' })).toEqual(['Coral Foods', 'Coral Gas']);
  });

  it('[R9.14] finds vendors by the beginning or inside of a word, sorts and filters them, and counts them', async () => {
    expect(await named({ search: 'cor' })).toEqual(['Coral Foods', 'Coral Gas']);
    expect(await named({ search: 'ral f' })).toEqual(['Coral Foods']);
    expect(await named({ search: 'coral', currency: 'USD' })).toEqual([]);
    expect((await list({ search: 'coral', sort: '-name' })).items.map(({ name }) => name)).toEqual([
      'Coral Gas',
      'Coral Foods',
    ]);
    expect(await list({ search: 'island' })).toMatchObject({ count: 12, totalPages: 2 });
    expect((await list({ search: 'island', page: '2' })).items).toHaveLength(2);
    expect(await list({ search: 'nothing' })).toMatchObject({ count: 0, items: [] });
  });

  it('[R9.8] marks the count of a frequent text as inexact, and returns the exact count on the last page', async () => {
    await fillIndex('island');
    const first = await list({ search: 'island' });
    expect(first).toMatchObject({ isCountExact: false });
    expect(first.items).toHaveLength(10);
    expect(first.count).toBeGreaterThan(10);
    const last = await list({ search: 'island', page: '2' });
    expect(last.items).toHaveLength(2);
    expect(last).toMatchObject({ count: 12 });
    expect(last.isCountExact).toBeUndefined();
  });

  it('[R9.7] returns the correct count on a page beyond the end', async () => {
    expect(await list({ page: '9' })).toMatchObject({ items: [], count: 15 });
  });
});
