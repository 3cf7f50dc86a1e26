/** Edits of rows by somebody who owns the database. */
import { sql } from 'kysely';
import type { StoreLocation } from '../../../apps/server/src/platform/store/open-store.ts';
import type { Store } from '../../../apps/server/src/platform/store/store.ts';
import type { TestEngine } from '../../../apps/server/src/platform/store/testing/engine.ts';

/** A value as the store returns it: JSON is an object. */
export type Stored = string | number | boolean | null | object;
export type Row = Readonly<Record<string, unknown>>;

/** Returns a value as SQL. */
export function literal(value: Stored): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns another value of the same kind. */
export function edited(column: string, value: Stored): Stored {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return column === 'hour' ? (value + 12) % 24 : value + 100_003;
  if (typeof value === 'string') return `${value}x`;
  if (value === null) return /(_id|_by|_at)$/.test(column) || column === '' ? 7 : 'x';
  return Array.isArray(value) ? [...value, 'x'] : { ...value, added: 1 };
}

/** Returns statements as they run without foreign keys and checks. */
export const asOwner = (on: TestEngine, statements: string): string =>
  on.engine === 'sqlite'
    ? `pragma foreign_keys = off; pragma ignore_check_constraints = on; ${statements}`
    : `set session_replication_role = replica; ${statements}`;

/** Has the sums of sales that wait on SQLite in their tables, where an edit finds them: a command that concerns a table has them added first. */
export const postSums = (store: Store): Promise<unknown> =>
  store.writeOrg((db) => sql`delete from sale_hour where outlet_id < 0`.execute(db));

/** Removes the triggers, checks and unique indexes that would refuse an edit; those of partitions go with their table's. */
export async function unprotect(on: TestEngine, at: StoreLocation, store: Store): Promise<void> {
  await postSums(store);
  const statements =
    on.engine === 'sqlite'
      ? sql<{ drop: string }>`select 'drop trigger ' || name as "drop" from sqlite_master where type = 'trigger'`
      : sql<{
          drop: string;
        }>`select 'alter table ' || conrelid::regclass || ' drop constraint "' || conname || '"' as "drop"
          from pg_constraint where contype in ('c', 'f') and conrelid <> 0 and connamespace = 'public'::regnamespace
            and conparentid = 0 and coninhcount = 0`;
  const { rows } = await store.readOrg((db) => statements.execute(db));
  await on.tamper(at, [...rows.map((row) => row.drop), 'drop index shift_one_open'].join(';'));
}
