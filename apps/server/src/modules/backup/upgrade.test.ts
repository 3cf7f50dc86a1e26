/** An upgrade: a store of an earlier release is migrated, keeps everything, and continues selling. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readMigrations } from '../../platform/store/migration.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import { listBackups } from '../../platform/store/sqlite/backup-list.ts';
import { SqliteDatabase } from '../../platform/store/sqlite/database.ts';
import { migrateSqlite } from '../../platform/store/sqlite/migrate.ts';
import type { Store } from '../../platform/store/store.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { findBill } from '../bill/service.ts';
import { addShop, line, order, type Shop, settle } from '../bill/testing/shop.ts';

/** The last migration of the releases in use. */
const earlier = [9, 11];

const folder = mkdtempSync(join(tmpdir(), 'atoll-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const columnsOf = (database: SqliteDatabase, schema: string, table: string): string[] =>
  database.run(`pragma ${schema}.table_info("${table}")`).rows.map((row) => String(row['name']));

/** Fills a store with the rows of another, for the tables and columns that both have. */
function fillFrom(database: SqliteDatabase, source: string): void {
  database.exec(`pragma foreign_keys = off; attach '${source}' as full`);
  const tables = database
    .run(
      "select name from main.sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'migration'",
    )
    .rows.map((row) => String(row['name']));
  for (const table of tables) {
    const known = new Set(columnsOf(database, 'full', table));
    const columns = columnsOf(database, 'main', table).filter((column) => known.has(column));
    if (columns.length === 0 || table === 'id_sequence') continue;
    const list = columns.map((column) => `"${column}"`).join(', ');
    database.exec(`insert or replace into main."${table}" (${list}) select ${list} from full."${table}"`);
  }
  database.exec(`update main.id_sequence set value =
    coalesce((select value from full.id_sequence as known where known.name = main.id_sequence.name), value)`);
  database.exec('detach full; pragma foreign_keys = on');
}

/** Creates a store as it was after the first `migrations` migrations, with a day's sales. */
function asOf(migrations: number, source: string): string {
  const dataDir = join(folder, `release-${migrations}`);
  mkdirSync(dataDir);
  const database = new SqliteDatabase(join(dataDir, 'atoll.db'));
  migrateSqlite(database, dataDir, Date.now(), { migrations: readMigrations().slice(0, migrations) });
  fillFrom(database, source);
  database.close();
  return dataDir;
}

const billsOf = (store: Store, { outletId }: Shop) =>
  store.readOutlet(outletId, async (db) =>
    (await db.selectFrom('bill').select('doc').where('outlet_id', '=', outletId).orderBy('id').execute()).map(
      ({ doc }) => doc,
    ),
  );

it('keeps bills, payments, shift and history of earlier releases, backs up first, and continues invoice numbers', async () => {
  const fullDir = join(folder, 'full');
  mkdirSync(fullDir);
  const full = await openStore({ dataDir: fullDir }, { log: silentLog });
  const shop = await addShop(full);
  for (let slot = 1; slot <= 5; slot += 1)
    await settle(
      shop,
      await order(shop, String(slot), [line(shop.menu.burger, slot, { size: 'Small' }), line(shop.menu.tea)]),
    );
  const open = await order(shop, '6', [line(shop.menu.juice, 1, { size: 'Large' })]);
  const before = await billsOf(full, shop);
  await full.close();

  for (const migrations of earlier) {
    const dataDir = asOf(migrations, join(fullDir, 'atoll.db'));
    const store = await openStore({ dataDir }, { log: silentLog });
    const now: Shop = { ...shop, store };
    expect(listBackups(dataDir).map(({ kind }) => kind)).toEqual(['migration']);
    expect(await billsOf(store, now)).toEqual(before);
    expect(await verifyHistory(store, shop.outletId)).toMatchObject({ ok: true });
    const database = new SqliteDatabase(join(dataDir, 'atoll.db'), { readOnly: true });
    expect(database.run('pragma foreign_key_check').rows).toEqual([]);
    expect(database.run('pragma integrity_check').rows).toEqual([{ integrity_check: 'ok' }]);
    expect(database.run('select count(*) as n from migration').rows).toEqual([{ n: readMigrations().length }]);
    database.close();
    const bill = await settle(now, await findBill(store, shop.outletId, open.key));
    expect(bill.invoiceNumber).toMatch(/-000006$/);
    await store.close();
  }
});
