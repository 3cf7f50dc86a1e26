/** Brings an embedded store up to date. A copy is put aside before anything changes. */
import { join } from 'node:path';
import { migrationSql, pendingMigrations, readMigrations } from '../migration.ts';
import type { SqliteDatabase } from './database.ts';

/** Runs what is missing, each migration in a transaction of its own; the caller owns the data folder. */
export function migrateSqlite(database: SqliteDatabase, dataDir: string, now: number): void {
  database.exec(`create table if not exists migration (number integer primary key, name text not null, sha256 text not null,
    applied_at integer not null) strict;
    create table if not exists id_sequence (name text primary key, value integer not null) strict, without rowid;`);
  const applied = database.run('select number, sha256 from migration order by number').rows;
  const pending = pendingMigrations(readMigrations(), applied as { number: number; sha256: string }[]);
  if (pending.length > 0 && applied.length > 0)
    database.run('vacuum into ?', [join(dataDir, `before-migration-${pending[0]?.number}-${now}.db`)]);
  for (const migration of pending) {
    database.exec('begin immediate');
    try {
      database.exec(migrationSql(migration.text, 'sqlite'));
      database.run('insert into migration (number, name, sha256, applied_at) values (?, ?, ?, ?)', [
        migration.number,
        migration.name,
        migration.sha256,
        now,
      ]);
      database.exec('commit');
    } catch (error) {
      database.exec('rollback');
      throw error;
    }
  }
}
