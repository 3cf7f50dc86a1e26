/** The only file that uses `pg`: connections that pipeline, and the types of their values. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import pg from 'pg';
import { type CallRecord, currentCall, noteStatement } from '../../trace/call.ts';
import { isPreparedText } from '../prepared.ts';
import { AnswerWatch, afterTicks } from './answer-watch.ts';
import { combine, type Write } from './combine.ts';
import { ConnectionSilent, failureKind } from './failure.ts';
import { defaultPath } from './layout/outlet-path.ts';
import { beginTexts, startTexts, type TransactionKind } from './transaction-start.ts';

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

/** A statement that is run in other schemas is another one: its plan is of the tables that it found there. */
function statementName(text: string, path: string, isAllowed: boolean): string | undefined {
  if (!isAllowed || !isPreparedText(text)) return undefined;
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `s${statementNames.size + 1}`;
    statementNames.set(text, name);
  }
  return path === defaultPath ? name : `${name} ${path}`;
}

/** How long a statement, or a host to which a connection is opened, may be without an answer. */
const maxSilentMs = 5000;
/** How long closing a connection may take. */
const maxGoodbyeMs = 1000;

interface ClientManner {
  readonly applicationName?: string;
  /** How long a statement may take; no limit when absent. */
  readonly queryMs?: number;
  /** How long connecting may take; 0 where somebody else watches it. */
  readonly connectMs?: number;
}

/** Creates a client that is not connected yet. */
export function createClient(url: string, pipeline: boolean, manner: ClientManner = {}): pg.Client {
  const { applicationName = 'atoll', queryMs, connectMs = 5000 } = manner;
  const client = new pg.Client({
    connectionString: url,
    pipeline,
    types: types as unknown as pg.CustomTypesConfig,
    application_name: applicationName,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    ...(queryMs !== undefined && { query_timeout: queryMs }),
  });
  // A lost connection fails each statement by itself. Without a listener it would also end the process.
  client.on('error', () => undefined);
  return client;
}

/** The result of a statement. */
export type Answer<R> = Omit<pg.QueryResult, 'rows'> & { readonly rows: R[] };

export interface ConnectionManner {
  /** True to use the role that owns nothing; the login may switch to it. */
  readonly takesRole: boolean;
  /** How long a statement may take; no limit when absent. */
  readonly limitMs?: number;
  /** False where a pooler loses prepared statements. */
  readonly prepares?: boolean;
  /** Called with the SQLSTATE of each statement that failed. */
  readonly onFailure?: (kind: string) => void;
}

/** A write that is sent with the next statement. */
interface Held extends Write {
  /** The call that made it; another one may send it. */
  readonly call: CallRecord | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

/** The code of statements after a failed one in the same transaction: they failed because of that one. */
const afterFailure = '25P02';

/** One connection of the pool. Statements may be sent without waiting for those before them. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.Client;
  readonly #watch: AnswerWatch;
  readonly #manner: ConnectionManner;
  readonly #starts: Readonly<Record<TransactionKind, string>>;
  /** The name of this connection in the database; no other connection has it. */
  readonly name: string;
  /** The host that it goes to. */
  readonly url: string;
  /** Why this connection cannot be used any more, or null. */
  broken: Error | null = null;
  /** Statements that ran through the query builder and may have changed something. */
  writes = 0;
  #isGathering = false;
  /** The schemas of the running transaction. */
  #path = defaultPath;
  #held: Held[] = [];
  /** When the last answer came, on the monotonic clock. */
  #answeredAt = 0;

  private constructor(url: string, manner: ConnectionManner) {
    this.#manner = manner;
    this.#starts = startTexts(manner);
    const limitMs = (manner.limitMs ?? 0) + maxSilentMs;
    this.name = `atoll ${randomUUID()}`;
    this.url = url;
    const client = createClient(url, true, { applicationName: this.name, connectMs: 0 });
    this.#client = client;
    this.#watch = new AnswerWatch(
      limitMs,
      () => this.#stream.bytesRead,
      () => this.#giveUp(new ConnectionSilent(limitMs)),
    );
    client.on('error', (error) => {
      this.broken ??= error;
    });
    client.on('end', () => {
      this.broken ??= new Error('The connection to the database ended');
    });
  }

  static async open(url: string, manner: ConnectionManner): Promise<PostgresConnection> {
    const connection = new PostgresConnection(url, manner);
    const stop = afterTicks(maxSilentMs, () => connection.#giveUp(new ConnectionSilent(maxSilentMs)));
    try {
      await connection.#client.connect();
    } catch (error) {
      connection.#giveUp(error instanceof Error ? error : new Error(String(error)));
      throw error;
    } finally {
      stop();
    }
    return connection;
  }

  get #stream(): Socket {
    return (this.#client as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  /** True when the connection was given up because the database stopped answering on it. */
  get isSilent(): boolean {
    return this.broken instanceof ConnectionSilent;
  }

  /** Ends a connection to a host that is not the primary any more. */
  leave(): void {
    this.#giveUp(new Error('The connection goes to a host that is not the primary any more'));
  }

  /** Ends the connection at once: everything that waits for an answer fails. */
  #giveUp(reason: Error): void {
    this.broken ??= reason;
    this.#watch.stop();
    this.#stream.destroy(reason);
  }

  /** Collects what is sent in this turn until its end, so that it is sent in one write. */
  #gather(): void {
    if (this.#isGathering) return;
    const stream = this.#stream;
    this.#isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** Holds a write: it is sent before the next statement, together with other held writes. Resolves when it is done. */
  hold({ sql, parameters }: Write): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#held.push({ sql, parameters, call: currentCall(), resolve, reject });
    });
  }

  /** Drops the held writes. */
  forget(): void {
    const held = this.#held;
    this.#held = [];
    for (const { reject } of held) reject(new Error('The write was given up before it was sent'));
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    const all = combine(held).map(({ sql, parameters, writes }) =>
      this.#send(sql, parameters, new Set(writes.map(({ call }) => call))),
    );
    Promise.all(all).then(
      () => {
        for (const { resolve } of held) resolve();
      },
      (error: unknown) => {
        for (const { reject } of held) reject(error);
      },
    );
  }

  /**
   * Begins a transaction for the rows of an outlet, or of none, whose tables are in these schemas. Resolves with the number of one that writes. What
   * follows may be sent without waiting for it.
   */
  async begin(kind: TransactionKind, outletId: number | null, path: string = defaultPath): Promise<string | null> {
    this.#path = defaultPath;
    const started = this.send(beginTexts[kind]);
    const outlet = outletId === null ? '' : String(outletId);
    const named = this.send<{ xid?: string }>(this.#starts[kind], [outlet, path]);
    this.#path = path;
    const [{ rows }] = await Promise.all([named, started]);
    return rows[0]?.xid ?? null;
  }

  /** Sends one statement; resolves with its result. */
  send<R>(sql: string, parameters: readonly unknown[] = []): Promise<Answer<R>> {
    if (this.#held.length > 0) this.#release();
    return this.#send(sql, parameters);
  }

  #send<R>(
    sql: string,
    parameters: readonly unknown[],
    calls: Iterable<CallRecord | undefined> = [currentCall()],
  ): Promise<Answer<R>> {
    this.#gather();
    const name = statementName(sql, this.#path, this.#manner.prepares ?? true);
    const values = parameters as unknown[];
    const sent = this.#client.query(name === undefined ? { text: sql, values } : { name, text: sql, values });
    this.#watch.watch(sent);
    const started = performance.now();
    sent.then(
      () => {
        const ms = this.#answerAfter(started);
        for (const call of calls) noteStatement(call, sql, ms);
      },
      (error: unknown) => {
        this.#answerAfter(started);
        this.#failed(error);
      },
    );
    return sent;
  }

  /** Returns how long the database worked on a statement: not while it worked on those that were sent before. */
  #answerAfter(sentAt: number): number {
    const now = performance.now();
    const ms = now - Math.max(sentAt, this.#answeredAt);
    this.#answeredAt = now;
    return ms;
  }

  #failed(error: unknown): void {
    const kind = failureKind(error);
    if (kind !== afterFailure) this.#manner.onFailure?.(kind);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.query.kind !== 'SelectQueryNode') this.writes += 1;
    const { rows, rowCount } = await this.send<R>(query.sql, query.parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: read them in pages');
  }

  /** Closes the connection, within at most a second. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.#giveUp(new Error('The connection was closed')), maxGoodbyeMs);
    if (this.broken !== null) this.#giveUp(this.broken);
    await this.#client.end();
    clearTimeout(late);
    this.#watch.stop();
  }
}
