/** Builds indexes of tables that are in use, concurrently: nobody who writes waits for them. Source: R34.15. */
import type pg from 'pg';
import { codeOf } from './failure.ts';
import { pause } from './pause.ts';

const maxTries = 5;
const createsIndex = /^create (?:unique )?index (\w+) on (\w+)[^;]*;/gim;
const createsTable = /^create table (\w+)/gim;
/** Statements that ended because of others: two waited for each other, a lock was not free, the table changed. */
const mayTryAgain = new Set(['40P01', '55P03', '40001', 'XX000']);

export interface LaterIndex {
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

/** Splits a migration into what runs in its transaction, and the indexes of older tables, which are built after it. */
export function splitIndexes(sql: string): { readonly rest: string; readonly indexes: readonly LaterIndex[] } {
  const created = new Set([...sql.matchAll(createsTable)].map(([, table]) => table));
  const indexes: LaterIndex[] = [];
  const rest = sql.replace(createsIndex, (statement: string, name: string, table: string) => {
    if (created.has(table)) return statement;
    indexes.push({ name, table, sql: statement.replace(/^(create (?:unique )?index) /i, '$1 concurrently ') });
    return '';
  });
  return { rest, indexes };
}

/** Builds an index, unless it is there and complete: on a partitioned table that of each partition, and then that of the whole. */
export async function buildIndex(client: pg.Client, { name, table, sql }: LaterIndex): Promise<void> {
  // It waits for running transactions, and nobody waits for it.
  await client.query('set lock_timeout = 0');
  const { rows } = await client.query<{ schema: string }>(
    `select relnamespace::regnamespace::text as schema from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = to_regclass($1) order by 1`,
    [table],
  );
  if (rows.length === 0) return buildOne(client, { schema: 'public', name, sql });
  const onTable = (to: string): string => sql.replace(` on ${table}`, ` on ${to}`);
  await client.query(onTable(`only ${table}`).replace(' concurrently ', ' if not exists '));
  for (const { schema } of rows) {
    await buildOne(client, { schema, name, sql: onTable(`${schema}.${table}`) });
    await client.query(`alter index ${name} attach partition ${schema}.${name}`);
  }
}

interface OneIndex {
  readonly schema: string;
  readonly name: string;
  readonly sql: string;
}

/** Builds an index of one table. What an ended attempt left is removed first. */
async function buildOne(client: pg.Client, { schema, name, sql }: OneIndex): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const state = await stateOf(client, schema, name);
    if (state === 'complete') return;
    try {
      if (state === 'broken') await client.query(`drop index concurrently if exists ${schema}.${name}`);
      await client.query(sql);
    } catch (error) {
      if (attempt >= maxTries || !mayTryAgain.has(codeOf(error) ?? '')) throw error;
      await pause(attempt);
    }
  }
}

async function stateOf(client: pg.Client, schema: string, name: string): Promise<'absent' | 'broken' | 'complete'> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
      where relname = $1 and relnamespace = to_regnamespace($2)`,
    [name, schema],
  );
  const [found] = rows;
  return found === undefined ? 'absent' : found.valid ? 'complete' : 'broken';
}
