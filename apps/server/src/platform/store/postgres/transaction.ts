/** Transactions on a connection that was lent: a snapshot to read, and a write that belongs to no outlet. */
import type { Kysely } from 'kysely';
import { headsRole } from '../migration.ts';
import { keepPrepared } from '../prepared.ts';
import type { Database } from '../schema/schema.ts';
import { isConnectionLoss } from './failure.ts';
import type { SentCommit } from './is-committed.ts';
import { defaultPath } from './layout/outlet-path.ts';
import type { Lent } from './pool.ts';

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

/** An outlet and the schemas of its tables. */
export interface PlacedOutlet {
  readonly id: number;
  readonly path: string;
}

type Read<T> = (db: Kysely<Database>) => Promise<T>;

/** Reads rows of one outlet in one snapshot. */
export const readSnapshot = <T>(lent: Lent, { id, path }: PlacedOutlet, read: Read<T>): Promise<T> =>
  readIn(lent, { kind: 'snapshot', outletId: id, path }, read);

/** Reads what belongs to no outlet. */
export const readAlone = <T>(lent: Lent, read: Read<T>): Promise<T> => readIn(lent, ofNoOutlet, read);

const ofNoOutlet = { kind: 'read', outletId: null, path: defaultPath } as const;

const takeHeadsRole = `select set_config('role', '${headsRole}', true)`;
const headsOf = 'select outlet_id, seq from outlet_cursor where outlet_id = any($1)';
for (const text of [takeHeadsRole, headsOf]) keepPrepared(text);

/** Returns the heads of outlets' change logs by one query; an outlet without changes has none. */
export const readHeads = ({ connection, db }: Lent, outletIds: readonly number[]): Promise<Map<number, number>> =>
  readIn({ connection, db }, ofNoOutlet, async () => {
    const asked = [
      connection.send(takeHeadsRole),
      connection.send<{ outlet_id: number; seq: number }>(headsOf, [outletIds]),
    ] as const;
    const [, { rows }] = await Promise.all(asked);
    return new Map(rows.map((row) => [row.outlet_id, row.seq]));
  });

/** Runs statements as the role that may read a few columns of all outlets, until the end of the transaction. */
export async function asHeads<T>({ connection }: Lent, db: Kysely<Database>, run: Read<T>): Promise<T> {
  const [, value] = await Promise.all([connection.send(takeHeadsRole), run(db)]);
  return value;
}

/** Reads rows of all outlets. */
export const readAsHeads = <T>(lent: Lent, read: Read<T>): Promise<T> =>
  readIn(lent, ofNoOutlet, (db) => asHeads(lent, db, read));

/** Returns the head of one outlet's change log, in a snapshot of that outlet. */
export async function headOf(db: Kysely<Database>, outletId: number): Promise<number> {
  const row = await db.selectFrom('outlet_cursor').select('seq').where('outlet_id', '=', outletId).executeTakeFirst();
  return row?.seq ?? 0;
}

async function readIn<T>(
  { connection, db }: Lent,
  {
    kind,
    outletId,
    path,
  }: { readonly kind: 'read' | 'snapshot'; readonly outletId: number | null; readonly path: string },
  read: Read<T>,
): Promise<T> {
  const started = connection.begin(kind, outletId, path);
  started.catch(() => undefined);
  try {
    const [value] = await Promise.all([read(db), started]);
    return value;
  } finally {
    // Nobody waits for it: what is sent on this connection next comes after it.
    void rollBack(connection);
  }
}

/** Runs a write of no outlet and commits it. Throws `CommitOpen` when the commit got no answer. */
export async function writeAlone<T>({ connection, db }: Lent, write: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  try {
    const xid = await connection.begin('write', null);
    const value = await write(db);
    const { command } = await connection.send('commit').catch((cause: unknown) => {
      const sent = { xid, url: connection.url };
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
