/** A damaged embedded store: how it is detected, and which backup replaces it. Source: requirement R35.14. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackup } from './backup.ts';
import { type Backup, backupFolder, listBackups } from './backup-list.ts';
import type { SqliteDatabase } from './database.ts';
import { isDamage } from './failure.ts';

/** A store up to this size is checked at each start, which takes about a second. Larger ones are checked in the background. */
const maxBytesAtStart = 256 * 1024 ** 2;
const maxProblems = 3;

/** Returns what `quick_check` finds wrong with an open database; empty when it is intact. */
export function findDamage(database: SqliteDatabase): string[] {
  try {
    const found = database.run(`pragma quick_check(${maxProblems})`).rows.map((row) => String(Object.values(row)[0]));
    return found.join() === 'ok' ? [] : found;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [(error as Error).message];
  }
}

/** Returns the newest intact backup, or undefined. */
export function newestGoodBackup(dataDir: string): Backup | undefined {
  return listBackups(dataDir).find(({ file }) => {
    try {
      checkBackup(join(backupFolder(dataDir), file));
      return true;
    } catch {
      // The one before it may be intact.
      return false;
    }
  });
}

/** Returns the command that restores a backup. */
export const restoreCommand = (dataDir: string, { file }: Pick<Backup, 'file'>): string =>
  `npm run restore -- ${join(backupFolder(dataDir), file)}`;

/** The store cannot be used as it is; the message says what to do. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';

  constructor(dataDir: string, problem: string, cause?: unknown) {
    const backup = newestGoodBackup(dataDir);
    const advice = backup
      ? [
          `The newest good backup is ${backup.file}, made ${new Date(backup.at).toISOString()}. To go back to it:`,
          `  ${restoreCommand(dataDir, backup)}`,
          `with the same DATA_DIR. Nothing is deleted, and the tills send again what they did since.`,
        ]
      : [`There is no good backup in ${backupFolder(dataDir)}.`];
    super([`The store ${join(dataDir, 'atoll.db')} is damaged: ${problem}`, ...advice].join('\n'), { cause });
  }
}

/** Throws StoreDamaged when the file was emptied: SQLite would create a new store in it. */
export function refuseEmptied(dataDir: string): void {
  const path = join(dataDir, 'atoll.db');
  const wasEmptied = existsSync(path) && statSync(path).size === 0 && !existsSync(`${path}-wal`);
  if (wasEmptied && listBackups(dataDir).length > 0) throw new StoreDamaged(dataDir, 'the file is empty');
}

/** Throws StoreDamaged when a store that is not too large to check is damaged. */
export function refuseDamaged(database: SqliteDatabase, dataDir: string): void {
  if (statSync(join(dataDir, 'atoll.db')).size > maxBytesAtStart) return;
  const [problem] = findDamage(database);
  if (problem !== undefined) throw new StoreDamaged(dataDir, problem);
}
