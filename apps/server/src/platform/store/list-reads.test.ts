import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachEngine, type TestEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';

/** A statement that takes the engine about that many seconds. */
const busy = ({ engine }: TestEngine, seconds: number) =>
  engine === 'postgres'
    ? sql`select pg_sleep(${sql.lit(seconds)})`
    : sql`with recursive c (n) as (select 1 union all select n + 1 from c where n < ${seconds * 4_000_000}) select count(*) from c`;

const shop = async (on: TestEngine, options: Parameters<TestEngine['open']>[0] = {}) => {
  const store = await on.open(options);
  return { store, outletId: await addOutlet(store) };
};

eachEngine('the read of a list', (on) => {
  it('[R34.27] delays no till: a sale and a small read that start later end before it', async () => {
    const { store, outletId } = await shop(on);
    const ended: string[] = [];
    const note = (name: string) => (): number => ended.push(name);
    const list = store.readForLists(outletId, (db) => busy(on, 1).execute(db)).then(note('list'));
    const small = store
      .readOutlet(outletId, (db) => db.selectFrom('outlet').select('id').execute())
      .then(note('small read'));
    const sale = store.writeOutlet(outletId, (tx) => tx.nextId('report_run')).then(note('sale'));
    await Promise.all([list, small, sale]);
    expect(ended.at(-1)).toBe('list');
  });

  it('[R34.27] waits neither for a long report nor for another long list', async () => {
    const { store, outletId } = await shop(on);
    const ended: string[] = [];
    const note = (name: string) => (): number => ended.push(name);
    const long = [
      store.readForReports(outletId, (db) => busy(on, 1).execute(db)).then(note('report')),
      store.readForLists(outletId, (db) => busy(on, 1).execute(db)).then(note('long list')),
    ];
    const list = store
      .readForLists(outletId, (db) => db.selectFrom('outlet').select('id').execute())
      .then(note('list'));
    await Promise.all([...long, list]);
    expect(ended[0]).toBe('list');
  });

  it('[R34.27] refuses a list that takes too long with a message, and reads the next one', async () => {
    const { store, outletId } = await shop(on, { reportMs: 300 });
    const tooLong = store.readForLists(outletId, (db) => busy(on, 2).execute(db));
    await expect(tooLong).rejects.toMatchObject({ refusal: { reason: 'listTooLong' } });
    const { rows } = await store.readForLists(outletId, (db) => sql<{ one: number }>`select 1 as one`.execute(db));
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('[R34.27] shows what was saved before it began, with the same kinds of values', async () => {
    const { store, outletId } = await shop(on);
    await store.writeOrg((db) => db.updateTable('outlet').set({ name: 'Lagoon' }).execute());
    const read = (how: 'readForLists' | 'readOutlet') =>
      store[how](outletId, (db) => db.selectFrom('outlet').selectAll().execute());
    const rows = await read('readForLists');
    expect(rows).toEqual(await read('readOutlet'));
    expect(rows[0]).toMatchObject({ name: 'Lagoon', is_active: true });
  });
});
