import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { StoreLocation } from './open-store.ts';
import { SqliteDatabase } from './sqlite/database.ts';
import { countStatistics } from './sqlite/statistics.ts';
import { eachEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';
import { planOf, statementsOf } from './testing/statements.ts';

eachEngine('the statistics of a store', (on) => {
  const filled = async (at: StoreLocation) => {
    const store = await on.open({ at });
    return { store, outletId: await addOutlet(store) };
  };

  it('[R34.27] entries of one record are found by their index in a new store, whatever the history holds', async () => {
    const at = await on.place();
    const { store, outletId } = await filled(at);
    const of = { subject: 'Bill', action: 'Updated', userId: null, deviceId: null } as const;
    await store.writeOutlet(outletId, async (tx) => {
      for (let i = 0; i < 500; i += 1) tx.history({ ...of, subjectKey: `k${i}` });
    });
    if (on.engine === 'postgres') await on.tamper(at, 'analyze history');
    const read = () =>
      store.readOutlet(outletId, (db) =>
        db.selectFrom('history').selectAll().where('outlet_id', '=', outletId).where('subject_key', '=', 'x').execute(),
      );
    const [statement] = (await statementsOf(read)).filter(({ sql }) => sql.includes('"subject_key"'));
    const plan = (await planOf(at, statement ?? { sql: '', parameters: [] })).join('\n');
    expect(plan).toContain('history_by_subject');
  });

  const large = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 6000)
    insert into setting (outlet_id, key, modified_at) select 1, 'k' || i, 0 from n`;
  const rows = (at: StoreLocation) => {
    const database = new SqliteDatabase(join((at as { dataDir: string }).dataDir, 'atoll.db'), { readOnly: true });
    const found = database.run(`select tbl from sqlite_stat1 where tbl in ('setting', 'menu_item')`).rows;
    database.close();
    return found;
  };
  const settings: Record<typeof on.engine, () => Promise<unknown>> = {
    sqlite: async () => {
      const at = await on.place();
      const { store } = await filled(at);
      await on.tamper(at, large);
      const path = join((at as { dataDir: string }).dataDir, 'atoll.db');
      // The server owns the store in the meantime, and sells.
      const sale = store.writeOrg((db) => db.updateTable('outlet').set({ name: 'Lagoon' }).execute());
      const counted = await countStatistics(path);
      await sale;
      return [counted, rows(at)];
    },
    postgres: async () => {
      const { store } = await filled(await on.place());
      return store.readOrg((db) =>
        db
          .selectFrom('pg_class' as never)
          .select(['reloptions'] as never)
          .where('relname' as never, '=', 'bill' as never)
          .execute(),
      );
    },
  };

  it('[R34.27] statistics of tables that grow are kept while the store is in use', async () => {
    const kept = JSON.stringify(await settings[on.engine]());
    expect(kept).toMatch(/^\[\["setting"\],\[\{"tbl":"setting"\}\]\]$|autovacuum_analyze_scale_factor=0\.02/);
  });
});
