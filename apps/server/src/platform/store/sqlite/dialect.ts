/** Kysely over one SQLite connection. The store begins transactions, never Kysely. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { OneConnectionDriver } from '../one-connection.ts';
import type { Database } from '../schema/schema.ts';
import type { SqliteDatabase } from './database.ts';

/** Returns a query builder whose statements run on the given database, each after `before`. */
export function sqliteKysely(database: SqliteDatabase, before?: (sql: string) => void): Kysely<Database> {
  return connectionKysely(new SqliteConnection(database, before));
}

/** Returns a query builder whose statements run on the given connection, wherever its database is. */
export function connectionKysely(connection: DatabaseConnection): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new OneConnectionDriver(connection),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase;
  readonly #before: ((sql: string) => void) | undefined;

  constructor(database: SqliteDatabase, before: ((sql: string) => void) | undefined) {
    this.#database = database;
    this.#before = before;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.query.kind !== 'SelectQueryNode') this.#database.writes += 1;
    this.#before?.(query.sql);
    const { rows, changed } = this.#database.run(query.sql, query.parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(changed) };
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: read them in pages');
  }
}
