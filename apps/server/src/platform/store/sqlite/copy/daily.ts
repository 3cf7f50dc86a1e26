/** The daily copy: a whole one each week, and in between what changed since. Source: R34.30. */
import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DiskSpace } from '../../../disk/space.ts';
import { checkPlain } from '../backup.ts';
import { UnfitBackup } from '../backup-file.ts';
import { backupFolder, backupName, createBackupFolder, listBackups, type MadeBackup } from '../backup-list.ts';
import { SqliteDatabase } from '../database.ts';
import { compressDifference, compressWhole } from './compress.ts';
import { isCompressedCopy, readFoot } from './container.ts';
import { checkCopy } from './content.ts';
import { makeRoom, removeOld, spaceFor } from './room.ts';

/** A whole copy gets differences for this long. */
const wholeMs = 7 * 86_400_000;
/** A difference that is larger than this part of its whole copy is no gain. */
const maxShare = 0.6;
/** Where the first page says that the file has a write-ahead log; a copy has none. */
const journalOffset = 18;

/** Copies the store page by page, so that pages that did not change are the same as in the last copy. */
export async function copyPages(dataDir: string, plain: string): Promise<void> {
  const source = new SqliteDatabase(join(dataDir, 'atoll.db'), { readOnly: true });
  try {
    await source.copyTo(plain);
  } finally {
    source.close();
  }
  const file = openSync(plain, 'r+');
  writeSync(file, Buffer.from([1, 1]), 0, 2, journalOffset);
  closeSync(file);
}

/** Returns the path of the whole copy that a difference can be made to; undefined when there is none that is new enough. */
function baseFor(dataDir: string, now: number): string | undefined {
  for (const { file, kind, at } of listBackups(dataDir)) {
    const path = join(backupFolder(dataDir), file);
    if (kind !== 'daily' || Math.abs(now - at) >= wholeMs) continue;
    try {
      if (isCompressedCopy(path) && readFoot(path).foot.isBase) return path;
    } catch (error) {
      // Without a foot it is of no use; an older one may be intact.
      if (!(error instanceof UnfitBackup)) throw error;
    }
  }
  return undefined;
}

/** Writes the difference to a whole copy. Returns false when it is no gain, or the whole copy is damaged. */
function writeDifference(plain: string, target: string, base: string): boolean {
  try {
    compressDifference(plain, target, base);
    if (statSync(target).size > statSync(base).size * maxShare) return false;
    // Under its final name, beside its whole copy, so that both are read as in a restore.
    checkCopy(target);
    return true;
  } catch (error) {
    if (!(error instanceof UnfitBackup)) throw error;
    return false;
  }
}

/** Makes the daily copy, checks it and removes old ones. An interrupted one leaves nothing that counts as a backup. */
export async function backUpDailyPages(
  dataDir: string,
  now: number,
  read?: (folder: string) => DiskSpace,
): Promise<MadeBackup> {
  const folder = createBackupFolder(dataDir);
  const plain = join(folder, 'daily.copy.part');
  const target = join(folder, 'daily.part');
  for (const path of [plain, target]) rmSync(path, { force: true });
  const removed = makeRoom(dataDir, spaceFor(dataDir), read);
  try {
    await copyPages(dataDir, plain);
    checkPlain(plain);
    const base = baseFor(dataDir, now);
    const isDifference = base !== undefined && writeDifference(plain, target, base);
    if (!isDifference) {
      compressWhole(plain, target, true);
      checkCopy(target);
    }
    const file = backupName('daily', now, isDifference ? 'diff.zst' : 'db.zst');
    renameSync(target, join(folder, file));
    removeOld(dataDir, 'daily');
    return { file, kind: 'daily', at: now, bytes: statSync(join(folder, file)).size, removed };
  } finally {
    for (const path of [plain, target, `${plain}-wal`, `${plain}-shm`]) rmSync(path, { force: true });
  }
}
