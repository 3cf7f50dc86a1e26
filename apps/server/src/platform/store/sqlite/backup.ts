/**
 * Backups of an embedded store: complete copies in `backups/` of its folder, each checked after it was made. Source:
 * docs/rules.md#backups.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { SqliteDatabase } from './database.ts';

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

export const backupFolder = (dataDir: string): string => join(dataDir, 'backups');

const named = /^atoll-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(daily|migration|manual)\.db$/;

/** Returns a name such as 'atoll-20261121T185500123Z-daily.db'. */
const nameOf = (kind: BackupKind, now: number): string =>
  `atoll-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}-${kind}.db`;

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

/** Throws when the copy is not complete. */
export function checkBackup(path: string): void {
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
 * Copies the store as it is at this moment, checks the copy and deletes the oldest of its kind; writers continue in the
 * meantime. An interrupted copy leaves nothing that counts as a backup.
 */
export function backUpSqlite(dataDir: string, kind: BackupKind, now: number): Backup {
  const folder = backupFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = nameOf(kind, now);
  const part = join(folder, `${file}.part`);
  rmSync(part, { force: true });
  const source = new SqliteDatabase(join(dataDir, 'atoll.db'), { readOnly: true });
  try {
    source.run('vacuum into ?', [part]);
  } finally {
    source.close();
  }
  checkBackup(part);
  chmodSync(part, 0o600);
  sync(part);
  renameSync(part, join(folder, file));
  const own = listBackups(dataDir).filter((backup) => backup.kind === kind);
  for (const old of own.slice(backupsKept)) rmSync(join(folder, old.file), { force: true });
  return { file, kind, at: now, bytes: statSync(join(folder, file)).size };
}
