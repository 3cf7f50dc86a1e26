import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { storeName } from '../store-name.ts';
import { placeIn } from '../testing/engine.ts';
import { addOutlet } from '../testing/outlet.ts';
import { silentLog } from '../testing/silent-log.ts';
import { backUpSqlite, checkBackup } from './backup.ts';
import { type BackupKind, backupFolder, listBackups } from './backup-list.ts';
import { SqliteDatabase } from './database.ts';
import { restoreSqlite } from './restore.ts';

const hourMs = 3600 * 1000;
const noon = Date.parse('2026-11-21T07:00:00.000Z');

let dataDir: string;
let store: Store;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atoll-backup-'));
  store = await openStore(placeIn(dataDir), { log: silentLog });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const outlets = (of: Store) =>
  of.readOrg(async (db) => (await db.selectFrom('outlet').select('id').orderBy('id').execute()).map(({ id }) => id));
const copy = (kind: BackupKind = 'manual', at = noon) => backUpSqlite(dataDir, kind, at);
const pathOf = (file: string) => join(backupFolder(dataDir), file);

it('backs up what was committed while the store is in use, completely', async () => {
  const first = await addOutlet(store);
  const { file, bytes } = copy();
  await addOutlet(store);
  expect(listBackups(dataDir)).toEqual([{ file, kind: 'manual', at: noon, bytes }]);
  expect(() => checkBackup(pathOf(file))).not.toThrow();
  await store.close();
  restoreSqlite(dataDir, pathOf(file), noon);
  store = await openStore({ dataDir }, { log: silentLog });
  expect(await outlets(store)).toEqual([first]);
});

it('[R34.27] forces no plain copy to the disk, which would hold up commits: it is removed as soon as it is compressed', async () => {
  const run = SqliteDatabase.prototype.run;
  const found: unknown[] = [];
  const spy = vi.spyOn(SqliteDatabase.prototype, 'run').mockImplementation(function (
    this: SqliteDatabase,
    sql,
    values,
  ) {
    if (sql.startsWith('vacuum into')) found.push(Object.values(run.call(this, 'pragma synchronous').rows[0] ?? {})[0]);
    return run.call(this, sql, values);
  });
  const { file } = copy();
  spy.mockRestore();
  expect(found).toEqual([0]);
  expect(readdirSync(backupFolder(dataDir))).toEqual([file]);
});

it('keeps the newest 14 backups of each kind, and counts no other file in the folder as a backup', () => {
  for (let hour = 0; hour < 16; hour += 1) copy('daily', noon + hour * hourMs);
  copy('manual', noon - 100 * hourMs);
  writeFileSync(pathOf('atoll-20261121T190000000Z-daily.db.part'), 'cut off');
  const kept = listBackups(dataDir);
  expect(kept.filter(({ kind }) => kind === 'daily').map(({ at }) => (at - noon) / hourMs)).toEqual(
    Array.from({ length: 14 }, (_, i) => 15 - i),
  );
  expect(kept.at(-1)).toMatchObject({ kind: 'manual' });
  expect(kept).toHaveLength(15);
});

it('finds a damaged backup, and restores nothing from it', async () => {
  for (let n = 0; n < 50; n += 1) await addOutlet(store);
  const { file, bytes } = copy();
  truncateSync(pathOf(file), bytes - 8192);
  expect(() => checkBackup(pathOf(file))).toThrow();
  await store.close();
  const before = readFileSync(join(dataDir, 'atoll.db'));
  expect(() => restoreSqlite(dataDir, pathOf(file), noon)).toThrow();
  expect(readFileSync(join(dataDir, 'atoll.db')).equals(before)).toBe(true);
});

it('restores nothing while a server uses the folder, nor from a file that is not a backup of it', async () => {
  const { file } = copy();
  expect(() => restoreSqlite(dataDir, pathOf(file), noon)).toThrow(/in use by another Atoll server/);
  await store.close();
  const other = join(dataDir, 'other.txt');
  writeFileSync(other, 'Dear guests');
  expect(() => restoreSqlite(dataDir, other, noon)).toThrow();
  expect(() => restoreSqlite(dataDir, join(dataDir, 'nowhere.db'), noon)).toThrow(/There is no file/);
});

it('moves the former files away on a restore, and names the same store, restored, on every answer', async () => {
  const name = await storeName(store, noon);
  expect(await storeName(store, noon + 1)).toBe(name);
  const { file } = copy();
  const later = await addOutlet(store);
  await store.close();
  const former = restoreSqlite(dataDir, pathOf(file), noon + hourMs) ?? '';
  expect(readdirSync(former)).toContain('atoll.db');
  store = await openStore({ dataDir }, { log: silentLog });
  expect(await outlets(store)).not.toContain(later);
  expect(await storeName(store, noon)).toBe(name.replace(/\.0$/, `.${noon + hourMs}`));
  expect(existsSync(join(dataDir, 'restoring.db'))).toBe(false);
});
