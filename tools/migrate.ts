/**
 * `npm run migrate`: brings the tables of the store (DATA_DIR or DATABASE_URL) up to date before the servers of a new release start. With PostgreSQL
 * servers may run at the same time; an embedded store must not be in use.
 */
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { locationOf, openStore } from '../apps/server/src/platform/store/open-store.ts';
import { migrateDatabase } from '../apps/server/src/platform/store/postgres/open.ts';
import { say, stop } from './scripts/folder.mjs';

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const location = locationOf(config);
const words = (error: unknown): never => stop(error instanceof Error ? error.message : String(error));

if ('databaseUrl' in location) {
  const ran = await migrateDatabase(location, log, Date.now()).catch(words);
  for (const { number, name } of ran) say(`Migrated: ${String(number).padStart(4, '0')} ${name}`);
  if (ran.length === 0) say('The tables were up to date.');
} else {
  const store = await openStore(location, { log }).catch(words);
  await store.close();
  say('The tables are up to date.');
}
