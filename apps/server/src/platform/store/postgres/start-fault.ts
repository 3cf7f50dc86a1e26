/** Says in words why a database cannot be used at the start, and what to do. Source: docs/operations.md#several-hosts. */

type Ask = (sql: string) => Promise<Record<string, unknown>[]>;

const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start PostgreSQL, or correct host and port',
  ENOTFOUND: 'no name server knows the host: correct it',
  EAI_AGAIN: 'no name server answers: check the network of this machine',
  EHOSTUNREACH: 'the host cannot be reached: check the network and the firewall',
  ETIMEDOUT: 'the host does not answer: check the network and the firewall',
  '28P01': 'correct the password',
  '28000': 'correct the user, or allow it in pg_hba.conf',
  '3D000': 'create it, or correct the name',
};

/** Returns the error with the setting whose address failed and what to do, or as it is when nothing more is known. */
export function startFault(setting: string, error: unknown): unknown {
  const remedy = error instanceof Error && 'code' in error ? remedies[String(error.code)] : undefined;
  if (remedy === undefined || !(error instanceof Error)) return error;
  // Several addresses of one name: the error itself has no text.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  return new Error(`${setting}: ${first?.message ?? error.message} (${remedy})`, { cause: error });
}

/** Throws when the database accepts no writes. */
export async function requireWrites(ask: Ask): Promise<void> {
  const [state] = await ask(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only`,
  );
  if (state?.['standby'] === true)
    throw new Error(
      'DATABASE_URL leads to a standby, which accepts no writes: name the primary, or all hosts (db1:5432,db2:5432)',
    );
  if (state?.['read_only'] === true)
    throw new Error('The database accepts no writes: switch default_transaction_read_only off');
}
