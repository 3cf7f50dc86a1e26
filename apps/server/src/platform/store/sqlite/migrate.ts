/** Migrates an embedded store. A backup is made before anything changes. */
import {
  type AppliedMigration,
  type Migration,
  migrationSql,
  pendingMigrations,
  readMigrations,
} from '../migration.ts';
import { neededBy } from '../migration-mark.ts';
import { backUpSqlite } from './backup.ts';
import type { SqliteDatabase } from './database.ts';

interface Manner {
  /** Whether the store is a copy, which needs no backup. */
  readonly isCopy?: boolean;
  readonly onMigrated?: ((migration: Migration) => void) | undefined;
  readonly migrations?: readonly Migration[];
}

/** Runs the missing migrations, each in its own transaction; the caller owns the data folder. */
export function migrateSqlite(
  database: SqliteDatabase,
  dataDir: string,
  now: number,
  { isCopy = false, onMigrated, migrations = readMigrations() }: Manner = {},
): void {
  database.exec(`create table if not exists migration (number integer primary key, name text not null, sha256 text not null,
    applied_at integer not null) strict;
    create table if not exists id_sequence (name text primary key, value integer not null) strict, without rowid;`);
  const columns = database.run('select name from pragma_table_info(?)', ['migration']).rows;
  if (!columns.some((column) => column['name'] === 'needs'))
    database.exec('alter table migration add column needs integer');
  const applied = database.run('select number, sha256, needs from migration order by number').rows;
  const pending = pendingMigrations(migrations, applied as unknown as AppliedMigration[]);
  if (pending.length > 0 && applied.length > 0 && !isCopy) backUpSqlite(dataDir, 'migration', now);
  for (const migration of pending) {
    database.exec('begin immediate');
    try {
      database.exec(migrationSql(migration.text, 'sqlite'));
      database.run('insert into migration (number, name, sha256, applied_at, needs) values (?, ?, ?, ?, ?)', [
        migration.number,
        migration.name,
        migration.sha256,
        now,
        neededBy(migration),
      ]);
      database.exec('commit');
      onMigrated?.(migration);
    } catch (error) {
      database.exec('rollback');
      throw error;
    }
  }
}
