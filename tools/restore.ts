/** `npm run restore -- FILE`: puts the embedded store of DATA_DIR back to a backup. The server has to be stopped; the tills send again what is missing. */
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { listBackups } from '../apps/server/src/platform/store/sqlite/backup.ts';
import { restoreSqlite } from '../apps/server/src/platform/store/sqlite/restore.ts';
import { say, stop } from './scripts/folder.mjs';

const config = readConfig(process.env);
const [file] = process.argv.slice(2);
if (config.databaseUrl) stop('DATABASE_URL names a database: restore it with its own tools (docs/operations.md).');
if (!file) {
  const known = listBackups(config.dataDir).map((backup) => `  ${config.dataDir}/backups/${backup.file}`);
  stop(['Say which backup: npm run restore -- FILE', ...(known.length ? ['There are:', ...known] : [])].join('\n'));
}
try {
  const aside = restoreSqlite(config.dataDir, file, Date.now());
  say(`The store is as it was in ${file}.${aside ? ` What was there lies in ${aside}.` : ''}`);
  say('Start the server again: each till sends what it did since, by itself, once.');
} catch (error) {
  stop(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
}
