import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../open-store.ts';
import type { Store } from '../../store.ts';
import { placeIn } from '../../testing/engine.ts';
import { addOutlet } from '../../testing/outlet.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { backUpSqlite, checkBackup } from '../backup.ts';
import { backupFolder, listBackups } from '../backup-list.ts';
import { SqliteDatabase } from '../database.ts';
import { prepareRestore, restoreSqlite } from '../restore.ts';
import { chunksOf } from './container.ts';
import { backUpDailyPages } from './daily.ts';
import { makeRoom } from './room.ts';

const dayMs = 86_400_000;
const noon = Date.parse('2026-11-21T07:00:00.000Z');

const soldDir = mkdtempSync(join(tmpdir(), 'atoll-daily-sold-'));
let dataDir: string;
let store: Store;
let outletId: number;
beforeAll(async () => {
  store = await openStore(placeIn(soldDir), { log: silentLog });
  outletId = await addOutlet(store);
  await sell(400);
  await store.close();
});
afterAll(() => rmSync(soldDir, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atoll-daily-'));
  cpSync(soldDir, dataDir, { recursive: true });
  store = await openStore({ dataDir }, { log: silentLog });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Writes history as sales do; its values do not compress. */
async function sell(count: number): Promise<void> {
  const sale = () =>
    store.writeOutlet(outletId, async (tx) => {
      tx.history({
        subject: 'Bill',
        subjectKey: randomUUID(),
        action: 'Created',
        userId: null,
        deviceId: null,
        after: randomBytes(900).toString('base64'),
      });
    });
  await Promise.all(Array.from({ length: count }, sale));
}

const rows = async (): Promise<number> =>
  (await store.readOutlet(outletId, (db) => db.selectFrom('history').select('seq').execute())).length;
const daily = (day: number) => backUpDailyPages(dataDir, noon + day * dayMs);
const pathOf = (file: string): string => join(backupFolder(dataDir), file);
const names = (): string[] => listBackups(dataDir).map(({ file }) => file.replace(/^atoll-(\d{8}).*?-/, '$1 '));
async function restored(file: string): Promise<number> {
  await store.close();
  restoreSqlite(dataDir, pathOf(file), noon);
  store = await openStore({ dataDir }, { log: silentLog });
  return rows();
}
const reasonOf = (path: string) =>
  prepareRestore(dataDir, { path }, noon).then(
    () => 'restored',
    (error: { reason?: string; details?: string }) => [error.reason, error.details],
  );
function flip(path: string, share: number): void {
  const at = Math.floor(statSync(path).size * share);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.from([readFileSync(path)[at] ?? 0].map((byte) => byte ^ 0xff)), 0, 1, at);
  closeSync(file);
}

it('[R34.30] keeps one compressed whole copy and differences, and restores each day from them', async () => {
  const whole = await daily(0);
  const before = await rows();
  await sell(20);
  const second = await daily(1);
  await sell(20);
  const third = await daily(2);
  expect(names()).toEqual(['20261123 daily.diff.zst', '20261122 daily.diff.zst', '20261121 daily.db.zst']);
  const plainBytes = [...chunksOf(pathOf(whole.file))].reduce((sum, { length }) => sum + length, 0);
  expect(whole.bytes).toBeLessThan(plainBytes / 2);
  expect(second.bytes).toBeLessThan(whole.bytes / 4);
  await sell(5);
  expect(await restored(second.file)).toBe(before + 20);
  expect(await restored(third.file)).toBe(before + 40);
  expect(await restored(whole.file)).toBe(before);
});

it('[R34.30] makes a whole copy after a week, and when a difference is no gain', async () => {
  await daily(0);
  await sell(1);
  await daily(6);
  await sell(1);
  await daily(7);
  await sell(1500);
  await daily(8);
  expect(names()).toEqual([
    '20261129 daily.db.zst',
    '20261128 daily.db.zst',
    '20261127 daily.diff.zst',
    '20261121 daily.db.zst',
  ]);
});

it('[R34.30] names the whole copy that a difference needs when it is missing, damaged or another one', async () => {
  const whole = await daily(0);
  await sell(5);
  const { file } = await daily(1);
  const aside = join(dataDir, 'aside');
  copyFileSync(pathOf(whole.file), aside);
  flip(pathOf(whole.file), 0.4);
  const damaged = ['backupDamaged', `This backup needs ${whole.file}, which is damaged`];
  expect(await reasonOf(pathOf(file))).toEqual(damaged);
  expect(() => checkBackup(pathOf(file))).toThrow(`needs the whole copy ${whole.file}, which is damaged`);
  await sell(5);
  const other = backUpSqlite(dataDir, 'manual', noon);
  copyFileSync(pathOf(other.file), pathOf(whole.file));
  expect(await reasonOf(pathOf(file))).toEqual(damaged);
  rmSync(pathOf(whole.file));
  expect(await reasonOf(pathOf(file))).toEqual(['backupDamaged', `This backup needs ${whole.file}, which is missing`]);
  copyFileSync(aside, pathOf(whole.file));
  expect(await reasonOf(pathOf(file))).toBe('restored');
  flip(pathOf(file), 0.25);
  expect(await reasonOf(pathOf(file))).toEqual(['backupDamaged', '']);
});

it('[R34.30] makes a whole copy when the one before is damaged, so that a good backup exists every day', async () => {
  const first = await daily(0);
  flip(pathOf(first.file), 0.4);
  await sell(5);
  const second = await daily(1);
  expect(second.file).toMatch(/daily\.db\.zst$/);
  expect(() => checkBackup(pathOf(second.file))).not.toThrow();
});

it('[R34.30] copies a store completely while tills sell', async () => {
  await daily(0);
  let isOver = false;
  const selling = (async () => {
    while (!isOver) await sell(1);
  })();
  const { file } = await daily(1);
  isOver = true;
  await selling;
  const sold = await rows();
  const count = await restored(file);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(sold);
  const database = new SqliteDatabase(join(dataDir, 'atoll.db'), { readOnly: true });
  expect(database.run('pragma integrity_check').rows).toEqual([{ integrity_check: 'ok' }]);
  database.close();
});

it('[R34.30] keeps the whole copy that kept differences need, beyond 14 backups', async () => {
  for (let hour = 0; hour < 16; hour += 1) {
    await sell(1);
    await backUpDailyPages(dataDir, noon + hour * 3_600_000);
  }
  const kept = listBackups(dataDir);
  expect(kept).toHaveLength(15);
  expect(kept.at(-1)?.file).toMatch(/daily\.db\.zst$/);
  for (const { file } of kept) expect(() => checkBackup(pathOf(file))).not.toThrow();
});

it('[R34.30] removes the oldest backups when space is short, keeps the newest whole, and says how many', async () => {
  for (const day of [0, 1, 2, 3]) {
    await sell(20);
    await daily(day);
  }
  backUpSqlite(dataDir, 'manual', noon - dayMs);
  const used = () => readdirSync(backupFolder(dataDir)).reduce((sum, file) => sum + statSync(pathOf(file)).size, 0);
  const total = used();
  /** A disk on which the backups and 6 MB fit. */
  const read = () => ({ freeBytes: total + 6_000_000 - used(), totalBytes: 20_000_000 });
  const need = read().freeBytes - 1_000_000 + 1;
  expect(makeRoom(dataDir, need - 1, read)).toBe(0);
  expect(makeRoom(dataDir, need, read)).toBe(1);
  expect(names()).not.toContain('20261120 manual.db.zst');
  const [, second = 0] = listBackups(dataDir)
    .map(({ bytes }) => bytes)
    .toReversed();
  expect(makeRoom(dataDir, read().freeBytes - 1_000_000 + second, read)).toBe(1);
  expect(names()).toEqual(['20261124 daily.diff.zst', '20261123 daily.diff.zst', '20261121 daily.db.zst']);
  expect(() => makeRoom(dataDir, total * 10 + 6_000_000, read)).toThrow('too little space');
  expect(names()).toEqual(['20261124 daily.diff.zst', '20261121 daily.db.zst']);
  for (const { file } of listBackups(dataDir)) expect(() => checkBackup(pathOf(file))).not.toThrow();
});

it('[R34.30] reports how many backups a daily copy removed, and leaves nothing behind when there is no space', async () => {
  await daily(0);
  await sell(20);
  const full = () => ({ freeBytes: 0, totalBytes: 100_000_000 });
  await expect(backUpDailyPages(dataDir, noon + dayMs, full)).rejects.toThrow('too little space');
  expect(readdirSync(backupFolder(dataDir))).toHaveLength(1);
  backUpSqlite(dataDir, 'manual', noon - dayMs);
  let asked = 0;
  const shortOnce = () => ({ freeBytes: asked++ === 0 ? 0 : 90_000_000, totalBytes: 100_000_000 });
  expect(await backUpDailyPages(dataDir, noon + dayMs, shortOnce)).toMatchObject({ removed: 1 });
  expect(names()).toEqual(['20261122 daily.diff.zst', '20261121 daily.db.zst']);
});

it('[R34.30] a copy on request or before a migration takes the place of older ones too, and leaves nothing behind without space', async () => {
  await daily(0);
  const full = () => ({ freeBytes: 0, totalBytes: 100_000_000 });
  const [second, third] = [noon + dayMs, noon + 2 * dayMs];
  for (const kind of ['manual', 'migration'] as const)
    expect(() => backUpSqlite(dataDir, kind, second, full)).toThrow('too little space');
  expect(names()).toEqual(['20261121 daily.db.zst']);
  backUpSqlite(dataDir, 'manual', second);
  let asked = 0;
  const shortOnce = () => ({ freeBytes: asked++ === 0 ? 0 : 90_000_000, totalBytes: 100_000_000 });
  expect(backUpSqlite(dataDir, 'migration', third, shortOnce)).toMatchObject({ removed: 1 });
  expect(names()).toEqual(['20261123 migration.db.zst', '20261122 manual.db.zst']);
  expect(readdirSync(backupFolder(dataDir))).toHaveLength(2);
});

it('[R34.30] lists and restores a plain copy of an earlier release', async () => {
  const before = await rows();
  const plain = pathOf('atoll-20261120T070000000Z-daily.db');
  await daily(0);
  const source = new SqliteDatabase(join(dataDir, 'atoll.db'), { readOnly: true });
  source.run('vacuum into ?', [plain]);
  source.close();
  expect(names()).toEqual(['20261121 daily.db.zst', '20261120 daily.db']);
  await sell(3);
  expect(await restored('atoll-20261120T070000000Z-daily.db')).toBe(before);
});
