/** Transactions on a connection that was lent: a snapshot to read, and a write that belongs to no outlet. */
import type { Kysely } from 'kysely';
import { keepPrepared } from '../prepared.ts';
import type { Database } from '../schema/schema.ts';
import { isConnectionLoss } from './failure.ts';
import type { SentCommit } from './is-committed.ts';
import type { Lent } from './pool.ts';

/** The transaction's own number, by which its commit is recognized later. */
const ownNumber = 'select pg_current_xact_id()::text as xid';
keepPrepared(ownNumber);

/** The connection was lost after the commit was sent. */
export class CommitOpen extends Error {
  readonly sent: SentCommit;
  readonly value: unknown;
  constructor(cause: unknown, sent: SentCommit, value: unknown) {
    super('The commit was not answered', { cause });
    this.sent = sent;
    this.value = value;
  }
}

/** Reads rows of one outlet in one snapshot. */
export async function readSnapshot<T>(
  { connection, db }: Lent,
  outletId: number,
  read: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const started = [
    connection.send('begin isolation level repeatable read read only'),
    connection.send(`select set_config('app.outlet_id', $1, true)`, [String(outletId)]),
  ];
  try {
    const answer = read(db);
    const [value] = await Promise.all([answer, ...started]);
    return value;
  } finally {
    await rollBack(connection);
  }
}

/** Runs a write of no outlet and commits it. Throws `CommitOpen` when the commit got no answer. */
export async function writeAlone<T>({ connection, db }: Lent, write: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const started = connection.send('begin');
  try {
    // A standby gives no number.
    const [, { rows }] = await Promise.all([started, connection.send<{ xid: string }>(ownNumber)]);
    const value = await write(db);
    const { command } = await connection.send('commit').catch((cause: unknown) => {
      const sent = { xid: rows[0]?.xid ?? null, url: connection.url };
      throw isConnectionLoss(cause) ? new CommitOpen(cause, sent, value) : cause;
    });
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
    return value;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
}

/** Ends a transaction whose outcome is known already; a connection that fails at it is not lent again. */
async function rollBack(connection: Lent['connection']): Promise<void> {
  if (connection.broken !== null) return;
  try {
    await connection.send('rollback');
  } catch (error) {
    connection.broken ??= error instanceof Error ? error : new Error(String(error));
  }
}
