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

eachEngine('a report’s read', (on) => {
  it('[R2.23] returns the same kinds of values as any other read', async () => {
    const { store, outletId } = await shop(on);
    const read = (how: 'readForReports' | 'readOutlet') =>
      store[how](outletId, (db) => db.selectFrom('outlet').selectAll().execute());
    const rows = await read('readForReports');
    expect(rows).toEqual(await read('readOutlet'));
    expect(Array.isArray(rows[0]?.slot_types)).toBe(true);
  });

  it('[R2.23] delays no till: a sale that starts after the report is saved before it ends', async () => {
    const { store, outletId } = await shop(on);
    const ended: string[] = [];
    const note = (name: string) => (): number => ended.push(name);
    const figures = [1, 2, 3].map(() =>
      store.readForReports(outletId, (db) => busy(on, 0.5).execute(db)).then(note('figures')),
    );
    const sale = store.writeOutlet(outletId, (tx) => tx.nextId('report_run')).then(note('sale'));
    await Promise.all([...figures, sale]);
    expect(ended[0]).toBe('sale');
  });

  it('[R2.23] reads one moment of the data, whatever is sold in the meantime', async () => {
    const { store, outletId } = await shop(on);
    const names = await store.readForReports(outletId, async (db) => {
      const name = async () => (await db.selectFrom('outlet').select('name').executeTakeFirstOrThrow()).name;
      const before = await name();
      await store.writeOrg((other) => other.updateTable('outlet').set({ name: 'Lagoon' }).execute());
      return [before, await name()];
    });
    expect(names).toEqual(['Reef', 'Reef']);
  });

  it('[R2.23] refuses a report that takes too long with a message, and runs the next one', async () => {
    const { store, outletId } = await shop(on, { reportMs: 300 });
    const tooLong = store.readForReports(outletId, (db) => busy(on, 2).execute(db));
    await expect(tooLong).rejects.toMatchObject({ refusal: { reason: 'reportTooLong', status: 503 } });
    const { rows } = await store.readForReports(outletId, (db) => sql<{ one: number }>`select 1 as one`.execute(db));
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('[R2.23] reports an error of one report alone, and runs the next one', async () => {
    const { store, outletId } = await shop(on);
    await expect(store.readForReports(outletId, (db) => sql`select nothing`.execute(db))).rejects.toThrow(/nothing/);
    const { rows } = await store.readForReports(outletId, (db) => sql<{ one: number }>`select 1 as one`.execute(db));
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('[R2.23] refuses to write in a report', async () => {
    const { store, outletId } = await shop(on);
    const write = store.readForReports(outletId, (db) => sql`update outlet set name = 'x'`.execute(db));
    await expect(write).rejects.toThrow(/read-?only/);
  });
});
