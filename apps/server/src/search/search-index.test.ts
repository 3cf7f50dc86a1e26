import { beforeAll, expect, it } from 'vitest';
import type { Store } from '../platform/store/store.ts';
import { eachEngine } from '../platform/store/testing/engine.ts';
import { addOutlet } from '../platform/store/testing/outlet.ts';
import { indexRecord, removeRecord } from './search-index.ts';

eachEngine('the search index', (on) => {
  let store: Store;
  let outlet: number;
  beforeAll(async () => {
    store = await on.open();
    outlet = await addOutlet(store);
  });
  const put = (name: string, words: string[] = [], permission = 'Vendors') =>
    store.writeOutlet(outlet, (tx) => indexRecord(tx, { entity: 'Vendor', id: 1, name, words, permission }));
  const rows = () =>
    store.readOutlet(outlet, (db) =>
      db.selectFrom('search_word').select(['permission', 'kind', 'word']).orderBy('kind').orderBy('word').execute(),
    );

  it('[R18.19] stores a row for the name, each word and each ending of a word, in lower case without accents', async () => {
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
});
