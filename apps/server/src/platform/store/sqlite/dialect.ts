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

/** Returns a query builder whose statements run on the given database. */
export function sqliteKysely(database: SqliteDatabase): Kysely<Database> {
  return connectionKysely(new SqliteConnection(database));
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

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.query.kind !== 'SelectQueryNode') this.#database.writes += 1;
    const { rows, changed } = this.#database.run(query.sql, query.parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(changed) };
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed: read them in pages');
  }
}
