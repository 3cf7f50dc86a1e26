/** Connections that are lent one user at a time; a broken one is not lent again. */
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { OneConnectionDriver } from '../one-connection.ts';
import type { Database } from '../schema.ts';
import { type ConnectionManner, PostgresConnection } from './client.ts';

export interface Lent {
  readonly connection: PostgresConnection;
  readonly db: Kysely<Database>;
}

export class PostgresPool {
  readonly #url: string;
  readonly #size: number;
  readonly #manner: ConnectionManner;
  readonly #idle: Lent[] = [];
  readonly #waiting: { resolve(lent: Lent): void; reject(error: unknown): void }[] = [];
  #opened = 0;
  #closed = false;

  constructor(url: string, size: number, manner: ConnectionManner) {
    this.#url = url;
    this.#size = size;
    this.#manner = manner;
  }

  /** Lends a connection for the time of `use`. */
  async lend<T>(use: (lent: Lent) => Promise<T>): Promise<T> {
    const lent = await this.#take();
    try {
      return await use(lent);
    } finally {
      this.#giveBack(lent);
    }
  }

  async #take(): Promise<Lent> {
    if (this.#closed) throw new Error('The store is closed');
    for (let lent = this.#idle.pop(); lent !== undefined; lent = this.#idle.pop()) {
      if (lent.connection.broken === null) return lent;
      this.#drop(lent);
    }
    if (this.#opened >= this.#size) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    return this.#open();
  }

  async #open(): Promise<Lent> {
    this.#opened += 1;
    try {
      const connection = await PostgresConnection.open(this.#url, this.#manner);
      return { connection, db: postgresKysely(connection) };
    } catch (error) {
      this.#opened -= 1;
      throw error;
    }
  }

  #giveBack(lent: Lent): void {
    const next = this.#waiting.shift();
    if (lent.connection.broken === null) {
      if (next !== undefined) next.resolve(lent);
      else if (this.#closed) this.#drop(lent);
      else this.#idle.push(lent);
      return;
    }
    this.#drop(lent);
    if (next !== undefined) this.#open().then(next.resolve, next.reject);
  }

  #drop(lent: Lent): void {
    this.#opened -= 1;
    // A connection that is already gone has nothing to say when it is closed.
    lent.connection.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The store is closed'));
    await Promise.allSettled(this.#idle.splice(0).map(({ connection }) => connection.close()));
  }
}

/** Answers a query builder whose statements run on the given connection. */
function postgresKysely(connection: PostgresConnection): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneConnectionDriver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
