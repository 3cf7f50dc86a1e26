/**
 * Finds out at the start whether an address leads through a pooler, and names what the server cannot work with. Source:
 * R34.10, docs/rules.md#poolers.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createClient } from '../client.ts';
import { codeOf } from '../failure.ts';

/** How a pooler lends its connections: for a session, or for a transaction. 'none': there is no pooler. */
export type Pooling = 'none' | 'session' | 'transaction';

const rounds = 6;
/** A pooler with a single connection to lend lets the next one wait. */
const maxWaitMs = 1500;

const byStatement =
  'goes through a pooler that lends a connection for a statement alone; let it lend one for a transaction (PgBouncer: pool_mode = transaction)';
const losesNames =
  'goes through a pooler that loses prepared statements; use PgBouncer 1.21 or newer with max_prepared_statements above 0, or set DB_PREPARE=off';

/** Returns how an address is pooled. Throws with a sentence that follows the name of the setting. */
export async function inspectPooler(url: string, usesNames: boolean): Promise<Pooling> {
  const manner = { applicationName: 'atoll looks for a pooler', queryMs: maxWaitMs };
  const [one, other] = [createClient(url, false, manner), createClient(url, false, manner)];
  try {
    await one.connect();
    // A pooler gives its clients numbers of its own.
    if ((await backendOf(one)) === (one as unknown as { processID: number }).processID) return 'none';
    await other.connect();
    if (!(await sharesConnections(one, other))) return 'session';
    if (usesNames && !(await keepsNames(one, other))) throw new Error(losesNames);
    return 'transaction';
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)));
  }
}

async function backendOf(client: pg.Client, name?: string): Promise<number> {
  const { rows } = await client.query<{ pid: number }>({
    ...(name && { name }),
    text: 'select pg_backend_pid() as pid',
  });
  return rows[0]?.pid ?? 0;
}

/** Returns whether two clients use the same connection of the database, one after the other. */
async function sharesConnections(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    const before = await backendOf(one);
    await other.query('begin').catch((cause: unknown) => {
      throw new Error(byStatement, { cause });
    });
    const held = await backendOf(other);
    const after = held === before ? null : await backendOf(one);
    await other.query('rollback');
    if (after !== before) return true;
  }
  return false;
}

/** Returns whether a prepared statement is still known when its client gets another connection. */
async function keepsNames(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) {
    const name = `atoll_${randomUUID()}`;
    const before = await backendOf(one, name);
    await other.query('begin');
    const held = await backendOf(other);
    const again = await backendOf(one, name).catch((error: unknown) => error);
    await other.query('rollback');
    if (isUnknownName(again)) return false;
    if (typeof again === 'number' && again !== before) return true;
    // It had to wait for the only connection: there the name is taken, unless the pooler gives each client its own names.
    if (held === before) return other.query({ name, text: 'select 1' }).then(() => true, isNotTaken);
  }
  return true;
}

const isUnknownName = (error: unknown): boolean => codeOf(error) === '26000';
const isNotTaken = (error: unknown): boolean => codeOf(error) !== '42P05';
