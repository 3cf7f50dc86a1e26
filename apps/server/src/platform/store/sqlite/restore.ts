/**
 * Restores an embedded store from a backup, in two steps: the copy is prepared beside the store, then takes its place. A kill leaves the store as it
 * was until the copy is complete, and the next start finishes the second step. The files before are moved away, never deleted. Source:
 * docs/rules.md#backups.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pendingMigrations, readMigrations } from '../migration.ts';
import { restoredMark, restoreNote } from '../store-name.ts';
import { checkBackup, sync } from './backup.ts';
import { decryptBackup, isEncrypted, UnfitBackup } from './backup-file.ts';
import { isCompressedCopy } from './copy/container.ts';
import { unpackCopy } from './copy/content.ts';
import { openDataFolder, ownDataFolder } from './data-folder.ts';
import { SqliteDatabase } from './database.ts';

const files = ['atoll.db', 'atoll.db-wal', 'atoll.db-shm'];

/** The copy while it is made; a start ignores it. */
const preparing = 'restoring.db';
/** The complete copy: from now on the next start, or this process, puts it into the store's place. */
const prepared = 'restored.db';

/** Throws UnfitBackup when this program cannot open the content of the file. */
function checkKnown(database: SqliteDatabase): void {
  const tables = database.run("select name from sqlite_master where name = 'migration'").rows;
  if (tables.length === 0) throw new UnfitBackup('backupForeign', 'not a backup of Atoll');
  const applied = database.run('select * from migration order by number').rows as {
    number: number;
    sha256: string;
  }[];
  try {
    pendingMigrations(readMigrations(), applied);
  } catch (error) {
    throw new UnfitBackup('backupNewer', (error as Error).message, error);
  }
}

/** Marks for the tills that the store is older than what they sent, so that they send it again, and notes who restored it. */
function markRestored(database: SqliteDatabase, now: number, note: string | undefined): void {
  const write = (name: string, value: string): void => {
    database.run(
      'insert into secret (name, value, created_at) values (?, ?, ?) on conflict (name) do update set value = excluded.value',
      [name, value, now],
    );
  };
  write(restoredMark, String(now));
  if (note !== undefined) write(restoreNote, note);
  // Moves everything from the log into the file.
  database.exec('pragma wal_checkpoint(truncate)');
}

interface Wanted {
  readonly path: string;
  /** Of an encrypted file. */
  readonly passphrase?: string | undefined;
  /** Who restores it, for the history of the restored store. */
  readonly note?: string | undefined;
}

/** Throws UnfitBackup when a file that should be a copy of the store is not a complete one. */
function checkWhole(path: string): void {
  try {
    checkBackup(path);
  } catch (error) {
    const isForeign = (error as Error).message.includes('file is not a database');
    throw new UnfitBackup(isForeign ? 'backupForeign' : 'backupDamaged', (error as Error).message, error);
  }
}

const removeWhole = (path: string): void => {
  for (const left of [path, `${path}-wal`, `${path}-shm`]) rmSync(left, { force: true });
};

/** Writes the SQLite file of a backup to `fresh`. Throws UnfitBackup, with the file that is damaged or missing. */
function copyTo(path: string, fresh: string): void {
  if (isCompressedCopy(path)) unpackCopy(path, fresh);
  else copyFileSync(path, fresh);
}

/** Prepares the copy of a backup beside the store, which stays in use. Throws UnfitBackup, and leaves nothing then. */
export async function prepareRestore(folder: string, { path, passphrase, note }: Wanted, now: number): Promise<void> {
  const fresh = join(folder, preparing);
  removeWhole(fresh);
  try {
    if (isEncrypted(path)) await decryptBackup(path, fresh, passphrase ?? '');
    else copyTo(path, fresh);
    complete(folder, now, note);
  } finally {
    removeWhole(fresh);
  }
}

/** Checks and marks the copy, writes it to the disk, and gives it the name that the next start looks for. */
function complete(folder: string, now: number, note?: string): void {
  const fresh = join(folder, preparing);
  checkWhole(fresh);
  const database = new SqliteDatabase(fresh);
  try {
    checkKnown(database);
    markRestored(database, now, note);
  } finally {
    database.close();
  }
  // The time of the file names the folder of the former store.
  utimesSync(fresh, now / 1000, now / 1000);
  sync(fresh);
  removeWhole(join(folder, prepared));
  renameSync(fresh, join(folder, prepared));
}

/**
 * Puts a prepared copy into the store's place, for the process that owns the folder; does nothing without one. Repeating it after a kill finishes it.
 * Returns where the former store is now.
 */
export function finishRestore(folder: string): string | undefined {
  const fresh = join(folder, prepared);
  if (!existsSync(fresh)) return undefined;
  const at = new Date(Math.round(statSync(fresh).mtimeMs)).toISOString().replaceAll(/[:.]/g, '-');
  const aside = join(folder, `before_restore_${at}`);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of files) if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name));
  renameSync(fresh, join(folder, 'atoll.db'));
  return aside;
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
  const fresh = join(folder, preparing);
  try {
    const hadStore = existsSync(join(folder, 'atoll.db'));
    removeWhole(fresh);
    copyTo(path, fresh);
    complete(folder, now);
    const aside = finishRestore(folder);
    return hadStore ? aside : undefined;
  } finally {
    removeWhole(fresh);
    release();
  }
}
