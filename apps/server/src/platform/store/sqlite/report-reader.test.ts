import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sumTables } from '../outlet/sale-sums.ts';
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

it('starts its thread without the query builder, which the first list after a pause would wait for', async () => {
  const path = join(folder, 'atoll.db');
  new SqliteDatabase(path).close();
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('kysely')) throw new Error('The thread loads ' + name);
      return next(name, context);
    } });`;
  const thread = new Worker(new URL('./report-thread.ts', import.meta.url), {
    workerData: { path, sums: sumTables },
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(hook)}`],
  });
  const answer = new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  thread.postMessage({ sql: 'select 1 as one', parameters: [] });
  expect(await answer).toMatchObject({ rows: [{ one: 1 }] });
  await thread.terminate();
});
