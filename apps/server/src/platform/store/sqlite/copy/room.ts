/** Which copies are kept, and how they give way when the disk is almost full. Source: R34.30. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskSpace, readSpace } from '../../../disk/space.ts';
import { type Backup, backupFolder, backupsKept, listBackups } from '../backup-list.ts';
import { isCompressedCopy, readFoot } from './container.ts';

/** Backups leave this much of the disk free, or 5 % of a small one. */
const maxReserveBytes = 1024 ** 3;
const reserveShare = 0.05;

/** Returns the name of the whole copy that a backup needs; undefined when it needs none, or cannot be read. */
function wholeOf(dataDir: string, { file }: Backup): string | undefined {
  // The foot of a whole copy has the hashes of all its pages.
  if (!file.endsWith('.diff.zst')) return undefined;
  const path = join(backupFolder(dataDir), file);
  try {
    return isCompressedCopy(path) ? readFoot(path).foot.whole?.file : undefined;
  } catch {
    // A damaged one needs nothing.
    return undefined;
  }
}

const neededBy = (dataDir: string, backups: readonly Backup[]): ReadonlySet<string | undefined> =>
  new Set(backups.map((backup) => wholeOf(dataDir, backup)));

const remove = (dataDir: string, { file }: Backup): void => rmSync(join(backupFolder(dataDir), file), { force: true });

/** Removes the oldest of a kind, except whole copies that a kept difference needs. */
export function removeOld(dataDir: string, kind: Backup['kind']): void {
  const own = listBackups(dataDir).filter((backup) => backup.kind === kind);
  const needed = neededBy(dataDir, own.slice(0, backupsKept));
  for (const old of own.slice(backupsKept)) if (!needed.has(old.file)) remove(dataDir, old);
}

/** Returns how much space a copy of the store needs while it is made. */
export function spaceFor(dataDir: string): number {
  const sizes = ['atoll.db', 'atoll.db-wal'].map(
    (file) => statSync(join(dataDir, file), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0) * 1.5;
}

/**
 * Removes the oldest backups until there is space for another, and some is left; the newest one stays. Returns how many it removed. Throws when
 * there is too little space even so.
 */
export function makeRoom(dataDir: string, bytes: number, read: (folder: string) => DiskSpace = readSpace): number {
  const hasRoom = (): boolean => {
    const { freeBytes, totalBytes } = read(dataDir);
    return freeBytes - bytes >= Math.min(maxReserveBytes, totalBytes * reserveShare);
  };
  let removed = 0;
  while (!hasRoom()) {
    const backups = listBackups(dataDir);
    const needed = neededBy(dataDir, backups);
    const oldest = backups.slice(1).findLast(({ file }) => !needed.has(file));
    if (oldest === undefined) throw new Error('The disk has too little space for a backup');
    remove(dataDir, oldest);
    removed += 1;
  }
  return removed;
}
