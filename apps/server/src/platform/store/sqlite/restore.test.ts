import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { placeIn } from '../testing/engine.ts';
import { addOutlet } from '../testing/outlet.ts';
import { silentLog } from '../testing/silent-log.ts';
import { backUpSqlite } from './backup.ts';
import { backupFolder } from './backup-list.ts';
import { unpackCopy } from './copy/content.ts';
import { SqliteDatabase } from './database.ts';
import { prepareRestore } from './restore.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
let dataDir: string;
let store: Store;
let kept: number;
let backup: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atoll-restore-'));
  placeIn(dataDir);
  await reopen();
  kept = await addOutlet(store);
  backup = join(backupFolder(dataDir), backUpSqlite(dataDir, 'manual', noon).file);
  await addOutlet(store);
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function reopen(): Promise<void> {
  store = await openStore({ dataDir }, { log: silentLog });
}
const outlets = () =>
  store.readOrg(async (db) => (await db.selectFrom('outlet').select('id').orderBy('id').execute()).map(({ id }) => id));
const place = (name: string) => join(dataDir, name);

it('[R35.64] leaves the store in use until the copy of a backup is complete, whenever it is killed', async () => {
  writeFileSync(place('restoring.db'), 'killed while this was written');
  await store.close();
  await reopen();
  expect(await outlets()).toHaveLength(2);
});

/** What a kill can leave of the second step. The files of the former store are moved one after another. */
const moved = [[], ['atoll.db'], ['atoll.db', 'atoll.db-wal'], ['atoll.db', 'atoll.db-wal', 'atoll.db-shm']];
it.each(moved.map((names) => [names.length, names] as const))(
  '[R35.64] finishes a restore at the next start after a kill when %i files were moved',
  async (_count, names) => {
    await prepareRestore(dataDir, { path: backup }, noon);
    await store.close();
    // A kill leaves the write-ahead log and its index behind.
    for (const name of ['atoll.db-wal', 'atoll.db-shm']) writeFileSync(place(name), 'left by a kill');
    const aside = place('before_restore_2026-11-22T12-00-00-000Z');
    const mkdir = names.length > 0 ? (await import('node:fs')).mkdirSync : undefined;
    mkdir?.(aside);
    for (const name of names) renameSync(place(name), join(aside, name));
    await reopen();
    expect(await outlets()).toEqual([kept]);
    expect(readdirSync(aside).toSorted()).toEqual(['atoll.db', 'atoll.db-shm', 'atoll.db-wal']);
    expect(existsSync(place('restored.db'))).toBe(false);
    await store.close();
    await reopen();
    expect(await outlets()).toEqual([kept]);
  },
);

it('[R35.64] refuses a file that is damaged, foreign or newer, and leaves nothing beside the store', async () => {
  const reasonOf = async (path: string): Promise<unknown> =>
    prepareRestore(dataDir, { path }, noon).catch((error: { reason?: string }) => error.reason);
  const text = place('text');
  writeFileSync(text, 'Dear guests, '.repeat(1000));
  expect(await reasonOf(text)).toBe('backupForeign');
  const change = (name: string, sql: string): string => {
    const path = place(name);
    rmSync(path, { force: true });
    const database = new SqliteDatabase(path);
    database.exec(sql);
    database.close();
    return path;
  };
  expect(await reasonOf(change('other.db', 'create table guest (name text)'))).toBe('backupForeign');
  unpackCopy(backup, place('newer.db'));
  const newer = new SqliteDatabase(place('newer.db'));
  newer.exec(
    'insert into migration (number, name, sha256, applied_at) select number + 1000, name, sha256, applied_at from migration where number = 1',
  );
  newer.close();
  expect(await reasonOf(place('newer.db'))).toBe('backupNewer');
  expect(readdirSync(dataDir).filter((name) => name.startsWith('rest'))).toEqual([]);
  expect(await outlets()).toHaveLength(2);
});
