import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../platform/store/open-store.ts';
import { backUpSqlite } from '../../platform/store/sqlite/backup.ts';
import { backupFolder } from '../../platform/store/sqlite/backup-list.ts';
import { SqliteDatabase } from '../../platform/store/sqlite/database.ts';
import { restoreSqlite } from '../../platform/store/sqlite/restore.ts';
import type { Store } from '../../platform/store/store.ts';
import { placeIn } from '../../platform/store/testing/engine.ts';
import { addOutlet } from '../../platform/store/testing/outlet.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { checkWhenDue } from './check.ts';

const dayMs = 86_400_000;
const noon = Date.parse('2026-11-21T07:00:00.000Z');

let dataDir: string;
let store: Store;
let now: number;
const path = (): string => join(dataDir, 'atoll.db');
const open = (): Promise<Store> => openStore({ dataDir }, { log: silentLog });
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atoll-damage-'));
  now = noon;
  store = await openStore(placeIn(dataDir), { log: silentLog });
  for (let n = 0; n < 40; n += 1) await addOutlet(store, { name: `Reef ${n}` });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const outlets = async (): Promise<number> =>
  (await store.readOrg((db) => db.selectFrom('outlet').select('id').execute())).length;

/** Overwrites the first page of the table of customers, as a failing disk does. */
function damage(): void {
  const database = new SqliteDatabase(path());
  database.exec('pragma wal_checkpoint(truncate)');
  const page = Number(database.run("select rootpage from sqlite_master where name = 'customer'").rows[0]?.['rootpage']);
  const size = Number(Object.values(database.run('pragma page_size').rows[0] ?? {})[0]);
  database.close();
  const file = openSync(path(), 'r+');
  writeSync(file, Buffer.alloc(size, 0x7f), 0, size, (page - 1) * size);
  closeSync(file);
}

it.each(['a page', 'the second half', 'all of it'])(
  '[R35.14] a store that lost %s ends the start with the newest good backup and the command to restore it',
  async (lost) => {
    const good = backUpSqlite(dataDir, 'daily', noon);
    const bad = backUpSqlite(dataDir, 'daily', noon + dayMs);
    truncateSync(join(backupFolder(dataDir), bad.file), bad.bytes - 8192);
    await addOutlet(store, { name: 'Lagoon' });
    await store.close();
    if (lost === 'a page') damage();
    else truncateSync(path(), lost === 'all of it' ? 0 : Math.floor(statSync(path()).size / 8192) * 4096);

    const failure = await open().then(
      () => '',
      (error: Error) => error.message,
    );
    const backup = join(backupFolder(dataDir), good.file);
    expect(failure).toContain(`${path()} is damaged`);
    expect(failure).toContain(`The newest good backup is ${good.file}`);
    expect(failure).toContain(`npm run restore -- ${backup}`);

    restoreSqlite(dataDir, backup, noon);
    store = await open();
    expect(await outlets()).toBe(40);
  },
);

it('[R35.14] reports a damaged store without a good backup', async () => {
  await store.close();
  truncateSync(path(), 20_000);
  await expect(open()).rejects.toThrow(/is damaged[^]*There is no good backup in/);
});

it('[R35.14] checks the store weekly in the background and notifies Admins of damage with what to do', async () => {
  const check = () => checkWhenDue({ store, dataDir, clock: () => now, log: silentLog });
  const notices = () =>
    store.readOutlet(1, (db) =>
      db.selectFrom('notice').select(['title', 'body', 'permission']).where('outlet_id', '=', 1).execute(),
    );
  expect([await check(), await check()]).toEqual([true, false]);
  expect(await notices()).toEqual([]);
  const { file } = backUpSqlite(dataDir, 'daily', noon);
  damage();
  now += 7 * dayMs - 1;
  expect(await check()).toBe(false);
  now += 1;
  expect(await check()).toBe(true);
  const command = `npm run restore -- ${join(backupFolder(dataDir), file)}`;
  expect(await notices()).toEqual([
    {
      title: 'The data on the server is damaged',
      body: `Stop the server, then restore the newest good backup: ${command}`,
      permission: 'settings.manage',
    },
  ]);
});
