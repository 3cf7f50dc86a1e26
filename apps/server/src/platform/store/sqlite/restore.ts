/** Restores an embedded store from a backup. The files before are moved away, never deleted. Source: docs/rules.md#backups. */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pendingMigrations, readMigrations } from '../migration.ts';
import { restoredMark } from '../store-name.ts';
import { checkBackup } from './backup.ts';
import { openDataFolder, ownDataFolder } from './data-folder.ts';
import { SqliteDatabase } from './database.ts';

const files = ['atoll.db', 'atoll.db-wal', 'atoll.db-shm'];

/** Throws when this program cannot open the content of the file. */
function checkKnown(database: SqliteDatabase, path: string): void {
  const tables = database.run("select name from sqlite_master where name = 'migration'").rows;
  if (tables.length === 0) throw new Error(`${path} is not a backup of Atoll`);
  const applied = database.run('select number, sha256 from migration order by number').rows;
  pendingMigrations(readMigrations(), applied as { number: number; sha256: string }[]);
}

/** Marks for the tills that the store is older than what they sent, so that they send it again. */
function markRestored(database: SqliteDatabase, now: number): void {
  database.run(
    'insert into secret (name, value, created_at) values (?, ?, ?) on conflict (name) do update set value = excluded.value',
    [restoredMark, String(now), now],
  );
  // Moves everything from the log into the file.
  database.exec('pragma wal_checkpoint(truncate)');
}

/**
 * Returns where the former store is now; undefined when there was none. Throws when a server uses the folder, or the
 * file is not a complete backup.
 */
export function restoreSqlite(dataDir: string, file: string, now: number): string | undefined {
  const path = resolve(file);
  if (!existsSync(path)) throw new Error(`There is no file ${path}`);
  const folder = openDataFolder(dataDir);
  const release = ownDataFolder(folder);
  try {
    checkBackup(path);
    const fresh = join(folder, 'restoring.db');
    for (const left of [fresh, `${fresh}-wal`, `${fresh}-shm`]) rmSync(left, { force: true });
    copyFileSync(path, fresh);
    const database = new SqliteDatabase(fresh);
    try {
      checkKnown(database, path);
      markRestored(database, now);
    } finally {
      database.close();
    }
    const aside = join(folder, `before_restore_${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`);
    const there = files.filter((name) => existsSync(join(folder, name)));
    if (there.length > 0) mkdirSync(aside, { mode: 0o700 });
    for (const name of there) renameSync(join(folder, name), join(aside, name));
    renameSync(fresh, join(folder, 'atoll.db'));
    return there.length > 0 ? aside : undefined;
  } finally {
    release();
  }
}
