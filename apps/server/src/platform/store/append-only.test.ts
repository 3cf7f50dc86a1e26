import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readMigrations } from './migration.ts';
import { eachEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';

const appendOnly = readMigrations().flatMap(({ text }) =>
  [...text.matchAll(/^@(?:append-only|expiring) (\w+)/gm)].map((match) => String(match[1])),
);

eachEngine('what is final', (on) => {
  it('refuses to change or remove a row of payments, sold items, cash, Z reports, history and changes', async () => {
    const store = await on.open();
    const outletId = await addOutlet(store);
    expect(appendOnly).toEqual(
      expect.arrayContaining(['payment', 'sold_item', 'cash_event', 'z_report', 'history', 'change_log', 'bill_alias']),
    );
    await store.writeOutlet(outletId, async (tx) => {
      tx.history({ subject: 'A', subjectKey: 'a', action: 'Created', userId: null, deviceId: null });
      tx.change({ entity: 'Bill', id: 1, version: 1, action: 'Created' });
    });
    for (const table of appendOnly) {
      const change = store.writeOutlet(outletId, (tx) =>
        sql`update ${sql.table(table)} set outlet_id = outlet_id`.execute(tx.db),
      );
      // An empty table has no row to test the trigger with; its triggers are checked by name below.
      if (on.engine === 'postgres' || table === 'history' || table === 'change_log')
        await expect(change, table).rejects.toThrow(/permission denied|append only/);
    }
    await expect(store.writeOutlet(outletId, (tx) => sql`delete from history`.execute(tx.db))).rejects.toThrow(
      /permission denied|append only/,
    );
    if (on.engine === 'sqlite') {
      const triggers = await store.readOrg((db) =>
        sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(db),
      );
      const names = triggers.rows.map((row) => row.name);
      for (const table of appendOnly)
        expect(names).toEqual(expect.arrayContaining([`${table}_refuses_update`, `${table}_refuses_delete`]));
    }
  });

  it('deletes changes only when they are older than 48 hours', async () => {
    const store = await on.open();
    const outletId = await addOutlet(store);
    const change = async (at: number) =>
      store
        .at(at)
        .writeOutlet(outletId, async (tx) => tx.change({ entity: 'Bill', id: 1, version: 1, action: 'Created' }));
    await change(Date.now() - 49 * 3600 * 1000);
    await change(Date.now());
    const remove = () =>
      store.writeOutlet(outletId, (tx) => tx.db.deleteFrom('change_log').where('outlet_id', '=', outletId).execute());
    if (on.engine === 'sqlite') await expect(remove()).rejects.toThrow(/append only/);
    else await remove();
    await store.writeOutlet(outletId, (tx) =>
      tx.db
        .deleteFrom('change_log')
        .where('outlet_id', '=', outletId)
        .where('at', '<', Date.now() - 48 * 3600 * 1000)
        .execute(),
    );
    const left = await store.readOutlet(outletId, (db) =>
      db.selectFrom('change_log').select('seq').where('outlet_id', '=', outletId).execute(),
    );
    expect(left).toEqual([{ seq: 2 }]);
  });
});
