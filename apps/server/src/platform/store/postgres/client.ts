/** The one file that knows `pg`: connections that pipeline, and how values come back. */
import type { Writable } from 'node:stream';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import pg from 'pg';
import { appRole } from '../migration.ts';
import { isPreparedText } from '../prepared.ts';
import { combine, type Write } from './combine.ts';

const int8 = 20;

const types = {
  getTypeParser(oid: number, format?: string): unknown {
    if (oid === int8) return parseInt8;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

/** Names of the statements that the server keeps compiled; the same text has the same name on every connection. */
const statementNames = new Map<string, string>();

function statementName(text: string): string | undefined {
  if (!isPreparedText(text)) return undefined;
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `s${statementNames.size + 1}`;
    statementNames.set(text, name);
  }
  return name;
}

/** Makes a client that is not yet connected. */
export function createClient(url: string, pipeline: boolean): pg.Client {
  return new pg.Client({
    connectionString: url,
    pipeline,
    types: types as unknown as pg.CustomTypesConfig,
    application_name: 'atoll',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
}

export interface ConnectionManner {
  /** Works as the role that owns nothing: the login may take it. */
  readonly takesRole: boolean;
  /** How long a statement may take; no limit when absent. */
  readonly limitMs?: number;
}

/** One connection of the pool. Statements may be sent without waiting for those before them. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.Client;
  /** Why this connection is of no more use, or null. */
  broken: Error | null = null;
  /** Statements that were run through the query builder and may have changed something. */
  writes = 0;
  #isGathering = false;
  /** Writes that leave with the next statement. */
  #held: { readonly write: Write; resolve(): void; reject(error: unknown): void }[] = [];

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('error', (error) => {
      this.broken ??= error;
    });
    client.on('end', () => {
      this.broken ??= new Error('The connection to the database ended');
    });
  }

  static async open(url: string, { takesRole, limitMs }: ConnectionManner): Promise<PostgresConnection> {
    const connection = new PostgresConnection(createClient(url, true));
    await connection.#client.connect();
    // A process that hangs in the middle of a transaction must not keep its outlet's lock.
    await connection.send('set idle_in_transaction_session_timeout = 15000');
    if (limitMs !== undefined) await connection.send(`set statement_timeout = ${limitMs}`);
    if (takesRole) await connection.send(`set role ${appRole}`);
    return connection;
  }

  /** Keeps what is sent in this turn back until its end, so that it leaves in one write. */
  #gather(): void {
    if (this.#isGathering) return;
    const { stream } = (this.#client as unknown as { connection: { stream: Writable } }).connection;
    this.#isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** Keeps a write back: it leaves before the next statement, together with its neighbours. Answers when it stands. */
  hold(write: Write): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#held.push({ write, resolve, reject });
    });
  }

  /** Forgets what was kept back. */
  forget(): void {
    const held = this.#held;
    this.#held = [];
    for (const { reject } of held) reject(new Error('The write was given up before it was sent'));
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    const all = combine(held.map(({ write }) => write)).map(({ sql, parameters }) => this.#send(sql, parameters));
    Promise.all(all).then(
      () => {
        for (const { resolve } of held) resolve();
      },
      (error: unknown) => {
        for (const { reject } of held) reject(error);
      },
    );
  }

  /** Sends one statement; the promise answers when its result is there. */
  send<R>(sql: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult & { rows: R[] }> {
    if (this.#held.length > 0) this.#release();
    return this.#send(sql, parameters);
  }

  #send<R>(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult & { rows: R[] }> {
    this.#gather();
    const name = statementName(sql);
    const values = parameters as unknown[];
    return this.#client.query(name === undefined ? { text: sql, values } : { name, text: sql, values });
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.query.kind !== 'SelectQueryNode') this.writes += 1;
    const { rows, rowCount } = await this.send<R>(query.sql, query.parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: streaming is refused
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: read them in pages');
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** Whether an error tells that the connection is gone, rather than that the statement was refused. */
export function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string')
    return error instanceof Error && /connection|terminated|not queryable/i.test(error.message);
  return code.startsWith('08') || code.startsWith('57P') || /^E[A-Z]+$/.test(code);
}

/** Whether the same transaction may go through when it is tried again. */
export function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01' || isConnectionLoss(error);
}
