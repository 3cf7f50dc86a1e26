/**
 * `npm run archive`: the archive of closed bills of a database (DATABASE_URL). Servers may run.
 *   npm run archive                          moves what is older than ARCHIVE_AFTER_MONTHS, as a server does by itself
 *   npm run archive -- list                  the months in the database and in files
 *   npm run archive -- detach 2023-05 [FILE] writes a month into a file and removes it from the database
 *   npm run archive -- attach 2023-05 [FILE] puts it back
 */
import { resolve } from 'node:path';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { locationOf, openStore } from '../apps/server/src/platform/store/open-store.ts';
import { moveToArchive } from '../apps/server/src/platform/store/postgres/layout/keep-archive.ts';
import { attachMonth, detachMonth } from '../apps/server/src/platform/store/postgres/layout/month-file.ts';
import { listMonths } from '../apps/server/src/platform/store/postgres/layout/months.ts';
import { withOwner } from '../apps/server/src/platform/store/postgres/open.ts';
import { say, stop } from './scripts/folder.mjs';

process.umask(0o077);
const config = readConfig(process.env);
const log = createLog(config.logLevel);
const location = locationOf(config);
const [task = 'move', month = '', path] = process.argv.slice(2);

async function run(): Promise<void> {
  if (!('databaseUrl' in location))
    stop('An embedded store has no archive: its old bills stay in their tables. DATABASE_URL names a database.');
  if (task === 'move') return move();
  if (task === 'list') return list();
  if (!/^\d{4}-\d{2}$/.test(month) || !['detach', 'attach'].includes(task))
    stop('Use: npm run archive -- list | detach 2023-05 [FILE] | attach 2023-05 [FILE]');
  const done = await withOwner(location, log, (client) =>
    task === 'detach'
      ? detachMonth(client, month, resolve(path ?? `atoll-archive-${month}.jsonl.zst`), Date.now())
      : attachMonth(client, month, path && resolve(path)),
  );
  say(
    `${month} ${task === 'detach' ? 'is in' : 'was read from'} ${done.file}: ${done.rows} rows, SHA-256 ${done.sha256}`,
  );
}

async function move(): Promise<void> {
  if (!('databaseUrl' in location)) return;
  const months = config.archiveAfterMonths;
  if (months === 0) stop('ARCHIVE_AFTER_MONTHS is 0: nothing is moved.');
  const store = await openStore(location, { log });
  const bills = await moveToArchive(store, location, { now: Date.now(), months, log });
  await store.close();
  say(`${bills} closed bills older than ${months} months were moved to the archive.`);
}

async function list(): Promise<void> {
  if (!('databaseUrl' in location)) return;
  await withOwner(location, log, async (client) => {
    for (const each of await listMonths(client)) say(`${each}  in the database`);
    const { rows } = await client.query<{ month: string; file: string; rows: number }>(
      'select month, file, row_count as rows from detached_month order by month',
    );
    for (const each of rows) say(`${each.month}  in ${each.file}: ${each.rows} rows`);
  });
}

await run().catch((error: unknown) => stop(error instanceof Error ? error.message : String(error)));
