/** The folder of an embedded store: where it may be, and that only one process uses it. Source: docs/rules.md#store-owner. */
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keepPrivate } from '../../disk/private-folder.ts';
import { SqliteDatabase } from './database.ts';
import { sqliteBusy, sqliteCode } from './failure.ts';

/** File system types (statfs) whose locks and syncs are unreliable over a network. */
const networkKinds = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x564c, 'NCP'],
]);

/** Folders that a program copies elsewhere while they are written. */
const syncedFolder =
  /(^|[\\/])(Dropbox|OneDrive( - [^\\/]+)?|Google ?Drive|iCloud ?Drive|Mobile Documents|Nextcloud|pCloudDrive)([\\/]|$)/i;

/** Why a database would not be safe in a folder, and what to do. */
interface Unsafe {
  readonly why: string;
  readonly advice: string;
}

/** Returns why a database would not be safe in a folder, which may be missing; undefined when nothing is known against it. */
export function unsafeFolder(path: string): Unsafe | undefined {
  if (syncedFolder.test(path))
    return { why: `${path} is in a synced folder, which damages a database`, advice: 'Choose another DATA_DIR' };
  const advice = 'Choose a DATA_DIR on this machine';
  if (path.startsWith('\\\\')) return { why: `${path} is on a network share`, advice };
  const kind = existsSync(path) ? networkKinds.get(statfsSync(path).type) : undefined;
  return kind === undefined ? undefined : { why: `${path} is on a network share (${kind})`, advice };
}

function refuseUnsafe(path: string): void {
  const unsafe = unsafeFolder(path);
  if (unsafe) throw new Error(`${unsafe.why}. ${unsafe.advice}`);
}

/** Creates the folder when it is missing and returns its full path; throws when a database would not be safe there. */
export function openDataFolder(dataDir: string): string {
  const path = resolve(dataDir);
  refuseUnsafe(path);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  keepPrivate(path);
  refuseUnsafe(path);
  return path;
}

/**
 * Takes the folder for this process until it ends, however it ends: the operating system releases the lock. Throws when
 * another process has it. Returns the function that releases it.
 */
export function ownDataFolder(path: string): () => void {
  const lock = new SqliteDatabase(join(path, 'atoll.lock'));
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    throw new Error(`${path} is in use by another Atoll server. End that one first, or choose another DATA_DIR`, {
      cause: error,
    });
  }
  return () => lock.close();
}

/** Returns whether a process has the folder. Nothing is written. */
export function isFolderUsed(path: string): boolean {
  const lockPath = join(path, 'atoll.lock');
  if (!existsSync(lockPath)) return false;
  const lock = new SqliteDatabase(lockPath, { readOnly: true });
  try {
    lock.exec('pragma busy_timeout = 0');
    lock.run('select name from sqlite_schema');
    return false;
  } catch (error) {
    if (sqliteCode(error) === sqliteBusy) return true;
    throw error;
  } finally {
    lock.close();
  }
}
