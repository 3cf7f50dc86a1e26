/** Migrates a PostgreSQL database, one server process at a time. */
import type pg from 'pg';
import { appRole, headsRole, migrationSql, pendingMigrations, readMigrations } from '../migration.ts';

/** The lock for migrations: an arbitrary number that no other program uses. */
const migrationLock = 4_826_001;

/**
 * Creates the role that owns nothing and runs the missing migrations, each in its own transaction. `client` is
 * connected and not pipelined.
 */
export async function migratePostgres(client: pg.Client, now: number): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    for (const role of [appRole, headsRole]) await createRole(client, role);
    await client.query(`create table if not exists migration (number bigint primary key, name text not null,
      sha256 text not null, applied_at bigint not null)`);
    await client.query(
      `grant usage on schema public to ${appRole}, ${headsRole}; grant select on migration to ${appRole}`,
    );
    const { rows } = await client.query<{ number: number; sha256: string }>(
      'select number, sha256 from migration order by number',
    );
    for (const migration of pendingMigrations(readMigrations(), rows)) {
      await client.query('begin');
      try {
        await client.query(migrationSql(migration.text, 'postgres'));
        await client.query('insert into migration (number, name, sha256, applied_at) values ($1, $2, $3, $4)', [
          migration.number,
          migration.name,
          migration.sha256,
          now,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

async function createRole(client: pg.Client, role: string): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then
      create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then null; end $$`);
}
