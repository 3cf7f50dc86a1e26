import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { readMigrations } from './migration.ts';
import { SqliteDatabase } from './sqlite/database.ts';
import { eachEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';
import { copyTables } from './testing/tables.ts';

const named = readMigrations().flatMap(({ text }) =>
  [...text.matchAll(/^@(?:append-only|expiring) (\w+)/gm)].map((match) => String(match[1])),
);
const appendOnly = [...new Set(named)];

/** Replaces the row of a table by another with the same key; returns whether the row is as before. */
function survives(database: SqliteDatabase, table: string, key: readonly string[]): boolean {
  const read = () => database.run(`select * from ${table}`).rows;
  const columns = database.run(`pragma table_info(${table})`).rows.map((row) => String(row['name']));
  const [before] = read();
  const other = columns.filter((name) => !key.includes(name));
  const values = other.map((name) => (typeof before?.[name] === 'string' ? "'other'" : '99'));
  const names = [...key, ...other].join(', ');
  const statement = `insert or replace into ${table} (${names}) select ${[...key, ...values].join(', ')} from ${table}`;
  try {
    database.exec(statement);
  } catch (error) {
    if (!/append only/.test(String(error))) throw error;
  }
  return isDeepStrictEqual(read(), [before]);
}

describe('a store that another program opens', () => {
  it('[R36.22] keeps each final row when a program with the defaults of SQLite replaces it by any of its keys', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-replace-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    copyTables(inject('sqliteTables'), folder);
    const database = new SqliteDatabase(join(folder, 'atoll.db'));
    onTestFinished(() => database.close());
    database.exec('pragma recursive_triggers = off; pragma foreign_keys = off; pragma ignore_check_constraints = on');
    for (const table of appendOnly) {
      const columns = database.run(`pragma table_info(${table})`).rows;
      const values = columns.map(({ name, type }) =>
        type === 'INTEGER' ? (name === 'at' ? Date.now() : 1) : name === 'data' ? "'{}'" : "'1'",
      );
      database.exec(`insert into ${table} values (${values.join(', ')})`);
      const indexes = database.run(`select name from pragma_index_list('${table}') where "unique"`).rows;
      const keys = indexes.map(({ name }) =>
        database.run(`select name from pragma_index_info('${String(name)}')`).rows.map((row) => String(row['name'])),
      );
      const [{ wr }] = database.run(`select wr from pragma_table_list('${table}')`).rows as [{ wr: number }];
      for (const key of wr ? keys : [...keys, ['rowid']])
        expect(survives(database, table, key), `${table} by ${key.join()}`).toBe(true);
    }
  });
});

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
