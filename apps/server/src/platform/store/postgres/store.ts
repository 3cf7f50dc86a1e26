/** The store on PostgreSQL: a queue for each outlet, whose commands share a transaction, and pipelined round trips. */
import type { Kysely } from 'kysely';
import { refused } from '../../errors/refused.ts';
import { StoreMeter } from '../meter.ts';
import { appRole } from '../migration.ts';
import type { StoreLog } from '../open-store.ts';
import { announce, type CommittedListener, oldestWait, storeAt } from '../outlet/group.ts';
import { TermsMemory } from '../outlet/terms-memory.ts';
import { keepPrepared } from '../prepared.ts';
import { writeProbe } from '../probe.ts';
import type { Database } from '../schema/schema.ts';
import type { CommandManner, OutletTx, Store } from '../store.ts';
import { WriteRecord } from '../write-record.ts';
import { checkServer } from './check.ts';
import { createClient } from './client.ts';
import { isConnectionLoss, isRetryable, publicError } from './failure.ts';
import { DatabaseHosts } from './hosts/hosts.ts';
import { isCommitted, type SentCommit } from './is-committed.ts';
import { migratePostgres } from './migrate.ts';
import { OutletQueue } from './outlet-queue.ts';
import { pause } from './pause.ts';
import { type Lent, PostgresPool } from './pool.ts';

const poolSize = 12;
/** Additional connections for reports. */
const reportPoolSize = 2;
/** The transaction's own number, by which its commit is recognized later. */
const ownNumber = 'select pg_current_xact_id()::text as xid';
keepPrepared(ownNumber);
const queryCanceled = '57014';
const maxTries = 5;
/** Nothing is tried again after this time. */
const maxTryingMs = 10_000;

interface Options {
  readonly url: string;
  readonly log: StoreLog;
  readonly now: () => number;
  readonly reportMs: number;
}

/** Opens the store of a database: checks its settings, migrates its tables and switches to the role that owns nothing. */
export async function openPostgres(options: Options): Promise<Store> {
  const hosts = new DatabaseHosts(options.url, options.log);
  try {
    return await openAt(hosts, options);
  } catch (error) {
    hosts.close();
    throw error;
  }
}

async function openAt(hosts: DatabaseHosts, options: Options): Promise<Store> {
  const client = createClient(await hosts.url(), false);
  await client.connect();
  try {
    await checkServer(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);
    await migratePostgres(client, options.now());
    const { rows } = await client.query<{ may: boolean }>(`select pg_has_role(current_user, $1, 'member') as may`, [
      appRole,
    ]);
    const takesRole = rows[0]?.may === true;
    if (!takesRole)
      options.log.warn(
        { role: appRole },
        `The database login may not take the role ${appRole}; grant it, so that rows stay unchangeable`,
      );
    const meter = new StoreMeter();
    const manner = { takesRole, onFailure: (kind: string) => meter.failed(kind) };
    const pool = new PostgresPool(hosts, poolSize, manner);
    const reports = new PostgresPool(hosts, reportPoolSize, { ...manner, limitMs: options.reportMs });
    return new PostgresStore({ hosts, pool, reports }, meter, options);
  } finally {
    await client.end();
  }
}

interface Connections {
  readonly hosts: DatabaseHosts;
  readonly pool: PostgresPool;
  readonly reports: PostgresPool;
}

class PostgresStore implements Store {
  readonly engine = 'postgres';
  readonly meter: StoreMeter;
  readonly #hosts: DatabaseHosts;
  readonly #pool: PostgresPool;
  readonly #reports: PostgresPool;
  readonly #log: StoreLog;
  readonly #now: () => number;
  readonly #memory = new TermsMemory();
  readonly #record = new WriteRecord();
  readonly #queues = new Map<number, OutletQueue>();
  readonly #listeners: CommittedListener[] = [];
  #closed = false;

  constructor({ hosts, pool, reports }: Connections, meter: StoreMeter, { log, now }: Options) {
    this.meter = meter;
    meter.pools = () =>
      Object.entries({ main: pool, reports }).map(([name, { inUse, waiting }]) => ({ pool: name, inUse, waiting }));
    meter.queues = () => [...this.#queues.values()].flatMap((queue) => queue.use ?? []);
    this.#hosts = hosts;
    this.#pool = pool;
    this.#reports = reports;
    this.#log = log;
    this.#now = now;
    hosts.onChange((url) => this.#moveTo(url));
    hosts.watch();
  }

  /** Continues with another host. It may lack the last commits of the one before, so nothing that was read there is kept. */
  #moveTo(url: string): void {
    this.#memory.forget();
    for (const pool of [this.#pool, this.#reports]) pool.moveTo(url);
  }

  readOutlet<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#inSnapshot(this.#pool, outletId, read);
  }

  async readForReports<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    try {
      return await this.#inSnapshot(this.#reports, outletId, read);
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code === queryCanceled) throw refused('reportTooLong');
      throw error;
    }
  }

  #inSnapshot<T>(pool: PostgresPool, outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#retry(pool, async ({ connection, db }) => {
      const started = [
        connection.send('begin isolation level repeatable read read only'),
        connection.send(`select set_config('app.outlet_id', $1, true)`, [String(outletId)]),
      ];
      try {
        const answer = read(db);
        const [value] = await Promise.all([answer, ...started]);
        return value;
      } finally {
        await endTransaction(connection, 'rollback');
      }
    });
  }

  readOrg<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#retry(this.#pool, ({ db }) => read(db));
  }

  async writeOrg<T>(write: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    try {
      const value = await this.#retry(this.#pool, (lent) => runOrg(lent, write));
      this.#record.succeeded();
      return value;
    } catch (error) {
      this.#record.failed(error);
      throw error;
    }
  }

  /** Lends a connection; repeats what may succeed when it is tried again. */
  async #retry<T>(pool: PostgresPool, use: (lent: Lent) => Promise<T>): Promise<T> {
    const until = performance.now() + maxTryingMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pool.lend(use);
      } catch (error) {
        const open = error instanceof CommitOpen ? await this.#findCommitted<T>(error) : null;
        if (open !== null) return open.value;
        const cause = error instanceof CommitOpen ? error.cause : error;
        if (attempt >= maxTries || performance.now() > until || !isRetryable(cause)) throw publicError(cause);
        this.meter.retries += 1;
        await pause(attempt);
      }
    }
  }

  /** Returns the value of a write whose commit got no answer, when it was committed; null when it was not. */
  async #findCommitted<T>(open: CommitOpen): Promise<{ readonly value: T } | null> {
    const isThere = await this.#retry(this.#pool, ({ connection }) => isCommitted(connection, open));
    return isThere ? { value: open.value as T } : null;
  }

  writeOutlet<T>(outletId: number, command: (tx: OutletTx) => Promise<T>, manner?: CommandManner): Promise<T> {
    return this.#enqueue(outletId, null, command, manner);
  }

  at(instant: number): Store {
    return storeAt(this, (outletId, command, manner) => this.#enqueue(outletId, instant, command, manner));
  }

  onCommitted(listener: CommittedListener): void {
    this.#listeners.push(listener);
  }

  async check(): Promise<void> {
    const mustWrite = this.#record.needsProbe();
    await this.#retry(this.#pool, ({ connection }) =>
      checkServer(async (sql) => (await connection.send<Record<string, unknown>>(sql)).rows),
    );
    if (mustWrite) await this.writeOrg((db) => writeProbe(db, this.#now()));
  }

  waitingMs(): number {
    return oldestWait([...this.#queues.values()].map(({ oldest }) => oldest));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([...this.#queues.values()].map((queue) => queue.drained()));
    this.#hosts.close();
    await Promise.all([this.#pool.close(), this.#reports.close()]);
  }

  #enqueue<T>(
    outletId: number,
    at: number | null,
    run: (tx: OutletTx) => Promise<T>,
    manner: CommandManner | undefined,
  ): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed'));
    let queue = this.#queues.get(outletId);
    if (queue === undefined) {
      const onFault = (error: unknown): void => this.#log.error(error, 'a listener of committed changes failed');
      queue = new OutletQueue(outletId, {
        pool: this.#pool,
        now: this.#now,
        memory: this.#memory,
        record: this.#record,
        meter: this.meter,
        announce: (changes) => announce(this.#listeners, changes, onFault),
      });
      this.#queues.set(outletId, queue);
    }
    return queue.add({ at, run, manner });
  }
}

/** The connection was lost after the commit was sent. */
class CommitOpen extends Error {
  readonly xid: string | null;
  readonly url: string;
  readonly value: unknown;
  constructor(cause: unknown, sent: SentCommit, value: unknown) {
    super('The commit was not answered', { cause });
    this.xid = sent.xid;
    this.url = sent.url;
    this.value = value;
  }
}

async function runOrg<T>({ connection, db }: Lent, write: (db: Kysely<Database>) => Promise<T>): Promise<T> {
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
    await endTransaction(connection, 'rollback');
    throw error;
  }
}

/** Ends a transaction whose outcome is known already; a connection that fails at it is not lent again. */
async function endTransaction(connection: Lent['connection'], how: 'rollback'): Promise<void> {
  if (connection.broken !== null) return;
  try {
    await connection.send(how);
  } catch (error) {
    connection.broken ??= error instanceof Error ? error : new Error(String(error));
  }
}
