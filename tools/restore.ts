/**
 * `npm run restore -- FILE`: restores the embedded store of DATA_DIR from a backup. The server must be stopped; the
 * tills send again what is missing.
 */
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { listBackups } from '../apps/server/src/platform/store/sqlite/backup-list.ts';
import { restoreSqlite } from '../apps/server/src/platform/store/sqlite/restore.ts';
import { say, stop } from './scripts/folder.mjs';

process.umask(0o077);
const config = readConfig(process.env);
const [file] = process.argv.slice(2);
if (config.databaseUrl) stop('DATABASE_URL names a database: restore it with its own tools (docs/operations.md).');
if (!file) {
  const known = listBackups(config.dataDir).map((backup) => `  ${config.dataDir}/backups/${backup.file}`);
  stop(['Name a backup: npm run restore -- FILE', ...(known.length ? ['There are:', ...known] : [])].join('\n'));
}
try {
  const former = restoreSqlite(config.dataDir, file, Date.now());
  say(`The store is as it was in ${file}.${former ? ` The former store is in ${former}.` : ''}`);
  say('Start the server again: each till then sends again what it did since the backup.');
} catch (error) {
  stop(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
}
