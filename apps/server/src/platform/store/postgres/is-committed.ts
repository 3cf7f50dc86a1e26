/** Finds out whether a transaction was committed when its commit got no answer. */
import type { PostgresConnection } from './client.ts';
import { pause } from './pause.ts';

const maxTries = 8;

/** Returns whether the transaction with this number was committed; throws when the database does not know. */
export async function isCommitted(connection: PostgresConnection, xid: string): Promise<boolean> {
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const { rows } = await connection.send<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [
      xid,
    ]);
    const status = rows[0]?.status;
    if (status === 'committed') return true;
    if (status === 'aborted') return false;
    // Its session is being ended.
    if (status === 'in progress') await pause(attempt);
    else break;
  }
  throw new Error('The connection to the database was lost during a commit, and its outcome is not known');
}
