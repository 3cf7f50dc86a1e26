/**
 * Backups of an embedded store in `backups/` of its folder: compressed copies, whole ones and differences to them, each checked after it was
 * made. Those of earlier releases are plain files. Source: R34.30, docs/rules.md#backups.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskSpace, readSpace } from '../../disk/space.ts';
import { type BackupKind, backupName, createBackupFolder, type MadeBackup } from './backup-list.ts';
import { compressWhole } from './copy/compress.ts';
import { isCompressedCopy } from './copy/container.ts';
import { checkCopy } from './copy/content.ts';
import { makeRoom, removeOld, spaceFor } from './copy/room.ts';
import { SqliteDatabase } from './database.ts';

/** Throws when the copy, or the whole copy that it needs, is not complete. */
export function checkBackup(path: string): void {
  if (isCompressedCopy(path)) checkCopy(path);
  else checkPlain(path);
}

/** Throws when a SQLite file is not complete. */
export function checkPlain(path: string): void {
  const database = new SqliteDatabase(path, { readOnly: true });
  try {
    const found = database.run('pragma integrity_check').rows.map((row) => String(Object.values(row)[0]));
    if (found.join() !== 'ok') throw new Error(`The backup ${path} is damaged: ${found.slice(0, 3).join('; ')}`);
  } finally {
    database.close();
  }
}

/** Writes the content to the disk before the file gets its name. */
export function sync(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/**
 * Makes a whole copy of the store as it is at this moment, checks it and deletes the oldest of its kind; writers continue in the meantime. An
 * interrupted one leaves nothing that counts as a backup.
 */
export function backUpSqlite(
  dataDir: string,
  kind: BackupKind,
  now: number,
  read: (folder: string) => DiskSpace = readSpace,
): MadeBackup {
  const folder = createBackupFolder(dataDir);
  const file = backupName(kind, now, 'db.zst');
  const [plain, part] = [join(folder, `${file}.copy.part`), join(folder, `${file}.part`)];
  rmSync(plain, { force: true });
  const removed = makeRoom(dataDir, spaceFor(dataDir), read);
  try {
    const source = new SqliteDatabase(join(dataDir, 'atoll.db'), { readOnly: true });
    try {
      // The plain copy is read and removed here, and need not reach the disk: thousands of its pages at once would hold up the commits of sales.
      source.exec('pragma synchronous = off');
      source.run('vacuum into ?', [plain]);
    } finally {
      source.close();
    }
    checkPlain(plain);
    compressWhole(plain, part, false);
    checkCopy(part);
    renameSync(part, join(folder, file));
  } finally {
    for (const path of [plain, part]) rmSync(path, { force: true });
  }
  removeOld(dataDir, kind);
  return { file, kind, at: now, bytes: statSync(join(folder, file)).size, removed };
}
