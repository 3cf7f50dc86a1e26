/** The store on PostgreSQL: a queue for each outlet, whose commands share a transaction, and pipelined round trips. */
import type { Kysely } from 'kysely';
import { refused } from '../../errors/refused.ts';
import { announce, type CommittedListener, storeAt } from '../group.ts';
import { appRole } from '../migration.ts';
import type { StoreLog } from '../open-store.ts';
import type { Database } from '../schema.ts';
import type { CommandManner, OutletTx, Store } from '../store.ts';
import { TermsMemory } from '../terms-memory.ts';
import { checkServer } from './check.ts';
import { createClient, isRetryable } from './client.ts';
import { migratePostgres } from './migrate.ts';
import { OutletQueue } from './outlet-queue.ts';
import { type Lent, PostgresPool } from './pool.ts';

const poolSize = 12;
/** Beside them, for reports. */
const figuresSize = 2;
const queryCanceled = '57014';
const tries = 5;

interface Options {
  readonly url: string;
  readonly log: StoreLog;
  readonly now: () => number;
  readonly figuresMs: number;
}

/** Opens the store of a database: checks its settings, brings the tables up to date and works as the role that owns nothing. */
export async function openPostgres(options: Options): Promise<Store> {
  const client = createClient(options.url, false);
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
    const pool = new PostgresPool(options.url, poolSize, { takesRole });
    const figures = new PostgresPool(options.url, figuresSize, { takesRole, limitMs: options.figuresMs });
    return new PostgresStore(pool, figures, options);
  } finally {
    await client.end();
  }
}

class PostgresStore implements Store {
  readonly engine = 'postgres';
  readonly #pool: PostgresPool;
  readonly #figures: PostgresPool;
  readonly #log: StoreLog;
  readonly #now: () => number;
  readonly #memory = new TermsMemory();
  readonly #queues = new Map<number, OutletQueue>();
  readonly #listeners: CommittedListener[] = [];
  #closed = false;

  constructor(pool: PostgresPool, figures: PostgresPool, { log, now }: Options) {
    this.#pool = pool;
    this.#figures = figures;
    this.#log = log;
    this.#now = now;
  }

  readOutlet<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#inSnapshot(this.#pool, outletId, read);
  }

  async readFigures<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    try {
      return await this.#inSnapshot(this.#figures, outletId, read);
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code === queryCanceled) throw refused('reportTooLong');
      throw error;
    }
  }

  #inSnapshot<T>(pool: PostgresPool, outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#again(pool, async ({ connection, db }) => {
      const begun = [
        connection.send('begin isolation level repeatable read read only'),
        connection.send(`select set_config('app.outlet_id', $1, true)`, [String(outletId)]),
      ];
      try {
        const answer = read(db);
        const [value] = await Promise.all([answer, ...begun]);
        return value;
      } finally {
        await endTransaction(connection, 'rollback');
      }
    });
  }

  readOrg<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#again(this.#pool, ({ db }) => read(db));
  }

  writeOrg<T>(write: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#again(this.#pool, (lent) => runOrg(lent, write));
  }

  /** Lends a connection; what may go through when it is tried again is tried again. */
  async #again<T>(pool: PostgresPool, use: (lent: Lent) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pool.lend(use);
      } catch (error) {
        if (attempt >= tries || !isRetryable(error)) throw error;
      }
    }
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

  check(): Promise<void> {
    return this.#pool.lend(({ connection }) =>
      checkServer(async (sql) => (await connection.send<Record<string, unknown>>(sql)).rows),
    );
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([...this.#queues.values()].map((queue) => queue.drained()));
    await Promise.all([this.#pool.close(), this.#figures.close()]);
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
      queue = new OutletQueue(outletId, this.#pool, this.#now, this.#memory, (changes) =>
        announce(this.#listeners, changes, (error) => this.#log.error(error, 'a listener of committed changes failed')),
      );
      this.#queues.set(outletId, queue);
    }
    return queue.add({ at, run, manner });
  }
}

async function runOrg<T>({ connection, db }: Lent, write: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  await connection.send('begin');
  try {
    const value = await write(db);
    const { command } = await connection.send('commit').catch((cause: unknown) => {
      // It may stand: to run it again could do it twice.
      throw new Error('The commit was not answered', { cause });
    });
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
    return value;
  } catch (error) {
    await endTransaction(connection, 'rollback');
    throw error;
  }
}

/** Ends a transaction whose outcome is known already; a connection that cannot is not lent again. */
async function endTransaction(connection: Lent['connection'], how: 'rollback'): Promise<void> {
  try {
    await connection.send(how);
  } catch (error) {
    connection.broken ??= error instanceof Error ? error : new Error(String(error));
  }
}
