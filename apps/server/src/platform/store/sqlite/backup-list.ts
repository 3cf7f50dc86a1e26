/** The backups of an embedded store: their folder, names and kinds. Source: docs/rules.md#backups. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Why a copy was made. The newest copies of each kind are kept. */
export const backupKinds = ['daily', 'migration', 'manual'] as const;
export type BackupKind = (typeof backupKinds)[number];

export const backupsKept = 14;

export interface Backup {
  readonly file: string;
  readonly kind: BackupKind;
  /** Epoch ms. */
  readonly at: number;
  readonly bytes: number;
}

/** A backup that was just made. */
export interface MadeBackup extends Backup {
  /** How many older ones were removed because the disk is almost full. */
  readonly removed: number;
}

export const backupFolder = (dataDir: string): string => join(dataDir, 'backups');

const named =
  /^atoll-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(daily|migration|manual)\.(?:db|db\.zst|diff\.zst)$/;

/** Returns a name such as 'atoll-20261121T185500123Z-daily.db.zst'. A difference ends with 'diff.zst'. */
export const backupName = (kind: BackupKind, now: number, ending: 'db.zst' | 'diff.zst'): string =>
  `atoll-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}-${kind}.${ending}`;

/** Creates the folder of backups; returns it. */
export function createBackupFolder(dataDir: string): string {
  const folder = backupFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function backupNamed(folder: string, file: string): Backup | undefined {
  const found = named.exec(file);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, ms, kind] = found;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return { file, kind: kind as BackupKind, at, bytes: statSync(join(folder, file)).size };
}

/** Returns the backups of a data folder, newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = backupFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((file) => backupNamed(folder, file) ?? [])
    .sort((a, b) => b.at - a.at);
}
