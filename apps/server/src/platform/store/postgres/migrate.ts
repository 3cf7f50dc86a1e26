/** Migrates a PostgreSQL database, one server process at a time. Source: R34.15, docs/rules.md#migrations. */
import type pg from 'pg';
import {
  type AppliedMigration,
  appRole,
  headsRole,
  type Migration,
  migrationSql,
  pendingMigrations,
  readMigrations,
} from '../migration.ts';
import { neededBy } from '../migration-mark.ts';
import { buildIndex, splitIndexes } from './build-index.ts';
import { alignArchive } from './layout/archived.ts';
import { defaultPartitions, partitionTables } from './layout/partition.ts';
import { withShortLocks } from './short-locks.ts';

/** The lock for migrations: an arbitrary number that no other program uses. */
const migrationLock = 4_826_001;
const lockPollMs = 250;
/**
 * Creates the roles and runs the missing migrations, each in its own transaction; returns those that ran. Indexes of
 * tables in use are built after it, concurrently. The large tables of a new database are partitioned. `client` is connected, direct and not pipelined.
 */
export async function migratePostgres(
  client: pg.Client,
  now: number,
  migrations: readonly Migration[] = readMigrations(),
  partitions = defaultPartitions,
): Promise<readonly Migration[]> {
  return inTurn(client, async () => {
    await prepare(client);
    const { rows } = await client.query<AppliedMigration & { is_built: boolean }>(
      'select number, sha256, needs, is_built from migration order by number',
    );
    const pending = pendingMigrations(migrations, rows);
    const isNew = rows.length === 0;
    for (const migration of pending) {
      await runOne(client, migration, { now, isNew });
      if (!isNew) await buildIndexes(client, migration);
    }
    const unbuilt = new Set(rows.flatMap((row) => (row.is_built ? [] : row.number)));
    for (const migration of migrations) if (unbuilt.has(migration.number)) await buildIndexes(client, migration);
    if (isNew && partitions > 0) await partitionTables(client, partitions);
    await alignArchive(client);
    return pending;
  });
}

/** Runs work on the tables that no two processes do at the same time. */
export async function inTurn<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await takeTurn(client);
  try {
    return await work();
  } finally {
    await endTurn(client);
  }
}

/** Waits until no other process migrates. It asks again and again: a statement that waits would hold up the building of an index. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      migrationLock,
    ]);
    if (rows[0]?.taken) return;
    await wait(lockPollMs);
  }
}

/** Lets others migrate. A connection that was lost has ended its turn already. */
async function endTurn(client: pg.Client): Promise<void> {
  try {
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  } catch {
    await client.end().catch(() => undefined);
  }
}

async function prepare(client: pg.Client): Promise<void> {
  for (const role of [appRole, headsRole]) await createRole(client, role);
  await client.query(`create table if not exists migration (number bigint primary key, name text not null,
    sha256 text not null, applied_at bigint not null)`);
  const { rows } = await client.query(`select 1 from information_schema.columns
    where table_schema = 'public' and table_name = 'migration' and column_name = 'is_built'`);
  if (rows.length === 0)
    await client.query(`alter table migration add column if not exists needs bigint,
      add column if not exists is_built boolean not null default true`);
  await client.query(
    `grant usage on schema public to ${appRole}, ${headsRole}; grant select on migration to ${appRole}`,
  );
}

/** Runs a migration in a transaction; it waits at most two seconds for a table, and is tried again. */
async function runOne(
  client: pg.Client,
  migration: Migration,
  { now, isNew }: { readonly now: number; readonly isNew: boolean },
): Promise<void> {
  const sql = migrationSql(migration.text, 'postgres');
  const { rest, indexes } = isNew ? { rest: sql, indexes: [] } : splitIndexes(sql);
  const { number, name, sha256 } = migration;
  await withShortLocks(client, `the tables of migration ${number}`, async () => {
    await client.query(rest);
    await client.query(
      'insert into migration (number, name, sha256, applied_at, needs, is_built) values ($1, $2, $3, $4, $5, $6)',
      [number, name, sha256, now, neededBy(migration), indexes.length === 0],
    );
  });
}

async function buildIndexes(client: pg.Client, migration: Migration): Promise<void> {
  const { indexes } = splitIndexes(migrationSql(migration.text, 'postgres'));
  for (const index of indexes) await buildIndex(client, index);
  await client.query('update migration set is_built = true where number = $1 and not is_built', [migration.number]);
}

async function createRole(client: pg.Client, role: string): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then
      create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then null; end $$`);
  // A login that is no superuser is no member of what it creates. One that may not grant it works without the role, and is warned.
  await client.query(`do $$ begin
    if not pg_has_role(current_user, '${role}', 'member') then
      grant ${role} to current_user;
    end if;
  exception when insufficient_privilege then null; end $$`);
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
