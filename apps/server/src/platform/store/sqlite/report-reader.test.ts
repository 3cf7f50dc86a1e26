import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteDatabase } from './database.ts';
import { ReportReader } from './report-reader.ts';

let folder: string;
let reader: ReportReader;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atoll-figures-'));
  reader = new ReportReader(join(folder, 'atoll.db'), 30_000);
});
afterEach(async () => {
  await reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = () => reader.read((db) => sql<{ one: number }>`select 1 as one`.execute(db)).then(({ rows }) => rows);

it('[R2.23] starts a new thread for reports when the one before died', async () => {
  await expect(ask()).rejects.toThrow('The thread of reports ended');
  const database = new SqliteDatabase(join(folder, 'atoll.db'));
  database.exec('pragma journal_mode = wal');
  expect(await ask()).toEqual([{ one: 1 }]);
  database.close();
});

it('[R2.23] refuses reports once the store is closed', async () => {
  await reader.close();
  await expect(ask()).rejects.toThrow('The store is closed');
});
