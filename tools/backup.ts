/** `npm run backup`: a checked copy of the embedded store of DATA_DIR, whether a server runs on it or not. */
import { join } from 'node:path';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { backUpSqlite } from '../apps/server/src/platform/store/sqlite/backup.ts';
import { backupFolder } from '../apps/server/src/platform/store/sqlite/backup-list.ts';
import { say, stop } from './scripts/folder.mjs';

process.umask(0o077);
const config = readConfig(process.env);
if (config.databaseUrl) stop('DATABASE_URL names a database: back it up with its own tools (pg_dump).');
try {
  const { file, bytes } = backUpSqlite(config.dataDir, 'manual', Date.now());
  say(`${join(backupFolder(config.dataDir), file)} (${Math.ceil(bytes / 1024)} kB), checked.`);
} catch (error) {
  stop(`No backup was made: ${error instanceof Error ? error.message : String(error)}`);
}
