/** Finds out whether a transaction was committed when its commit got no answer. */
import type { PostgresConnection } from './client.ts';
import { pause } from './pause.ts';

const maxTries = 8;

/** A transaction whose commit was sent. */
export interface SentCommit {
  /** Its number in the database, or null when it has written nothing. */
  readonly xid: string | null;
  /** The host that it was sent to: another host may have given the number to another transaction. */
  readonly url: string;
}

/** Returns whether the transaction was committed; throws when the database does not know. */
export async function isCommitted(connection: PostgresConnection, { xid, url }: SentCommit): Promise<boolean> {
  for (let attempt = 0; attempt < maxTries && url === connection.url; attempt += 1) {
    const { rows } = await connection.send<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [
      xid ?? '0',
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
