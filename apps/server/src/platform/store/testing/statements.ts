/** The statements that a store runs during some work, and how the engine would find their rows. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import type { StoreLocation } from '../open-store.ts';
import { createClient, PostgresConnection } from '../postgres/client.ts';
import { SqliteDatabase } from '../sqlite/database.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Returns a function that tells whether a connection is one to this store. */
function toStore(at: StoreLocation): (connection: SqliteDatabase | PostgresConnection) => boolean {
  const nameOf = (url: string): string => new URL(url).pathname;
  if ('databaseUrl' in at)
    return (connection) => 'url' in connection && nameOf(connection.url) === nameOf(at.databaseUrl);
  const folder = realpathSync(at.dataDir);
  return (connection) => 'path' in connection && realpathSync(dirname(connection.path)) === folder;
}

/**
 * Returns the statements that run on this thread while `work` does; those of reports on SQLite run on another. `at`: only those of this store; a server of
 * another test may still end its work.
 */
export async function statementsOf(work: () => Promise<unknown>, at?: StoreLocation): Promise<Statement[]> {
  const isOfStore = at === undefined ? () => true : toStore(at);
  const statements: Statement[] = [];
  const record = (sql: string, parameters: readonly unknown[] = []): void => void statements.push({ sql, parameters });
  const run = vi.spyOn(SqliteDatabase.prototype, 'run');
  const send = vi.spyOn(PostgresConnection.prototype, 'send');
  const hold = vi.spyOn(PostgresConnection.prototype, 'hold');
  try {
    await work();
    for (const { mock } of [run, send])
      for (const [index, [sql, parameters]] of mock.calls.entries())
        if (isOfStore(mock.contexts[index] as SqliteDatabase | PostgresConnection)) record(sql, parameters);
    for (const [index, [write]] of hold.mock.calls.entries())
      if (isOfStore(hold.mock.contexts[index] as PostgresConnection)) record(write.sql, write.parameters);
    return statements;
  } finally {
    for (const spy of [run, send, hold]) spy.mockRestore();
  }
}

/** Returns how the engine finds the rows of a statement: a line for each table that it reads. */
export async function planOf(at: StoreLocation, statement: Statement): Promise<string[]> {
  if ('databaseUrl' in at) return (await explained(at.databaseUrl, statement, 'costs off')).map(String);
  const database = new SqliteDatabase(join(at.dataDir, 'atoll.db'));
  const { rows } = database.run(`explain query plan ${statement.sql}`, statement.parameters);
  database.close();
  return rows.map((row) => String(row['detail']));
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns how many rows of tables PostgreSQL reads for a statement; what the statement writes is rolled back. */
export async function rowsRead(databaseUrl: string, statement: Statement): Promise<number> {
  const [plan] = (await explained(databaseUrl, statement, 'analyze, format json')) as [[{ Plan: PlanNode }]];
  return countOf(plan[0].Plan);
}

function countOf(node: PlanNode): number {
  const own =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const below = (node.Plans ?? []).reduce((sum, child) => sum + countOf(child), 0);
  return below + (node['Relation Name'] === undefined ? 0 : own * node['Actual Loops']);
}

/** Explains a statement as in a large table, where reading all rows costs most. */
async function explained(url: string, { sql, parameters }: Statement, how: string): Promise<unknown[]> {
  const client = createClient(url, false);
  await client.connect();
  await client.query('begin; set enable_seqscan = off; set enable_bitmapscan = off');
  const { rows } = await client.query<Record<string, unknown>>(`explain (${how}) ${sql}`, [...parameters]);
  await client.query('rollback');
  await client.end();
  return rows.map((row) => row['QUERY PLAN']);
}
