/** Connections that are lent to one user at a time; a broken one is not lent again. */
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { OneConnectionDriver } from '../one-connection.ts';
import type { Database } from '../schema/schema.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { afterTicks } from './answer-watch.ts';
import { type ConnectionManner, PostgresConnection } from './client.ts';
import { endSession } from './end-session.ts';
import { failureKind, isConnectionLoss, isOutOfConnections } from './failure.ts';
import type { DatabaseHosts } from './hosts/hosts.ts';

/** How long a caller waits until a connection is free. */
const maxWaitMs = 5000;

/** No connection was available: nothing was sent. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

export interface Lent {
  readonly connection: PostgresConnection;
  readonly db: Kysely<Database>;
}

interface Waiting {
  resolve(lent: Lent): void;
  reject(error: unknown): void;
}

export class PostgresPool {
  readonly #hosts: DatabaseHosts;
  readonly #size: number;
  readonly #manner: ConnectionManner;
  readonly #idle: Lent[] = [];
  readonly #lent = new Set<Lent>();
  readonly #waiting: Waiting[] = [];
  #opened = 0;
  #closed = false;

  constructor(hosts: DatabaseHosts, size: number, manner: ConnectionManner) {
    this.#hosts = hosts;
    this.#size = size;
    this.#manner = manner;
  }

  /** Lends a connection for the duration of `use`. */
  async lend<T>(use: (lent: Lent) => Promise<T>): Promise<T> {
    const lent = await this.#take();
    this.#lent.add(lent);
    try {
      return await use(lent);
    } finally {
      this.#lent.delete(lent);
      this.#returnToStock(lent);
    }
  }

  async #take(): Promise<Lent> {
    if (this.#closed) throw new Error('The store is closed');
    for (let lent = this.#idle.pop(); lent !== undefined; lent = this.#idle.pop()) {
      if (lent.connection.broken === null) return lent;
      this.#drop(lent);
    }
    if (this.#opened >= this.#size) return this.#wait();
    try {
      return await this.#open();
    } catch (error) {
      // Other connections of this pool will be returned.
      if (isOutOfConnections(error) && this.#opened > 0) return this.#wait();
      throw error;
    }
  }

  #wait(): Promise<Lent> {
    return new Promise((resolve, reject) => {
      const stop = afterTicks(maxWaitMs, () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new StoreUnavailable('away', new NoConnection('No connection to the database was free')));
      });
      const waiting: Waiting = {
        resolve: (lent) => {
          stop();
          resolve(lent);
        },
        reject: (error) => {
          stop();
          reject(error);
        },
      };
      this.#waiting.push(waiting);
    });
  }

  async #open(): Promise<Lent> {
    this.#opened += 1;
    try {
      const connection = await PostgresConnection.open(await this.#hosts.url(), this.#manner);
      return { connection, db: postgresKysely(connection) };
    } catch (error) {
      this.#opened -= 1;
      this.#manner.onFailure?.(failureKind(error));
      if (isConnectionLoss(error)) this.#hosts.forget();
      throw error;
    }
  }

  /** Ends every connection that goes to another host than the new primary. */
  moveTo(url: string): void {
    for (const lent of this.#idle.splice(0))
      if (lent.connection.url === url) this.#idle.push(lent);
      else this.#drop(lent);
    for (const { connection } of this.#lent) if (connection.url !== url) connection.leave();
  }

  #returnToStock(lent: Lent): void {
    if (lent.connection.broken === null) {
      const next = this.#waiting.shift();
      if (next !== undefined) next.resolve(lent);
      else if (this.#closed) this.#drop(lent);
      else this.#idle.push(lent);
      return;
    }
    this.#drop(lent);
    void this.#replace();
  }

  /** Opens a connection for the caller that waits longest, in place of a broken one. */
  async #replace(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    try {
      next.resolve(await this.#open());
    } catch (error) {
      next.reject(error);
      // No connection is left that could be returned.
      if (this.#opened === 0) for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
  }

  #drop(lent: Lent): void {
    this.#opened -= 1;
    // A connection that is already gone may fail to close.
    lent.connection.close().catch(() => undefined);
    if (!lent.connection.isSilent) return;
    // What broke one idle connection has broken the others to the same database too.
    for (const other of this.#idle.splice(0)) this.#drop(other);
    // When this fails, the session ends by its own time limit.
    endSession(lent.connection.url, lent.connection.name).catch(() => undefined);
  }

  get inUse(): number {
    return this.#opened - this.#idle.length;
  }

  /** How many callers wait until a connection is free. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The store is closed'));
    await Promise.allSettled(this.#idle.splice(0).map(({ connection }) => connection.close()));
  }
}

/** Returns a query builder whose statements run on the given connection. */
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
