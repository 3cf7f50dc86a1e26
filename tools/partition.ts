/**
 * `npm run partition`: partitions the large tables of a database (DATABASE_URL) of an earlier release by hash of the outlet. Servers may run; it can be ended
 * and started again. A new database is partitioned from the beginning.
 */
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { locationOf } from '../apps/server/src/platform/store/open-store.ts';
import { alignArchive } from '../apps/server/src/platform/store/postgres/layout/archived.ts';
import { partitionTables } from '../apps/server/src/platform/store/postgres/layout/partition.ts';
import { withOwner } from '../apps/server/src/platform/store/postgres/open.ts';
import { say, stop } from './scripts/folder.mjs';

const config = readConfig(process.env);
const location = locationOf(config);
if (!('databaseUrl' in location)) stop('An embedded store is not partitioned: DATABASE_URL names a database.');
const isDone = await withOwner(location, createLog(config.logLevel), async (client) => {
  const onCopied = (table: string, rows: number): void => say(`${table}: ${rows} rows copied`);
  const done = await partitionTables(client, config.partitions, { onCopied });
  await alignArchive(client);
  return done;
}).catch((error: unknown) => stop(error instanceof Error ? error.message : String(error)));
say(isDone ? `The large tables have ${config.partitions} partitions.` : 'The large tables were partitioned.');
