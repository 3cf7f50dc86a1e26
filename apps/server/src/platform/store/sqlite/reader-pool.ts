/** Read-only connections, each read in one snapshot. */
import type { Kysely } from 'kysely';
import { sumTables } from '../outlet/sale-sums.ts';
import type { Database } from '../schema/schema.ts';
import type { SqliteDatabase } from './database.ts';
import { sqliteKysely } from './dialect.ts';
import { publicError } from './failure.ts';
import { openReader } from './pragma.ts';

const maxReaders = 8;

interface Reader {
  readonly database: SqliteDatabase;
  readonly db: Kysely<Database>;
}

export class ReaderPool {
  readonly #path: string;
  readonly #idle: Reader[] = [];
  readonly #waiting: ((reader: Reader) => void)[] = [];
  readonly #onFailure: (error: unknown) => void;
  #opened = 0;

  constructor(path: string, onFailure: (error: unknown) => void = () => undefined) {
    this.#path = path;
    this.#onFailure = onFailure;
  }

  /** Runs a read in its own snapshot; rejects with StoreUnavailable when the file cannot be read. */
  async read<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    let reader: Reader | undefined;
    try {
      reader = this.#idle.pop() ?? (await this.#next());
      reader.database.run('begin');
      return await read(reader.db);
    } catch (error) {
      this.#onFailure(error);
      throw publicError(error);
    } finally {
      if (reader !== undefined) this.#returnToStock(reader);
    }
  }

  #returnToStock(reader: Reader): void {
    // A failed read may have ended its transaction already.
    if (reader.database.isInTransaction) reader.database.run('rollback');
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#idle.push(reader);
    else waiting(reader);
  }

  #next(): Promise<Reader> | Reader {
    if (this.#opened >= maxReaders) return new Promise((resolve) => this.#waiting.push(resolve));
    const database = openReader(this.#path, sumTables);
    this.#opened += 1;
    return { database, db: sqliteKysely(database) };
  }

  get inUse(): number {
    return this.#opened - this.#idle.length;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async close(): Promise<void> {
    while (this.#opened > 0) {
      const reader = this.#idle.pop() ?? (await new Promise<Reader>((resolve) => this.#waiting.push(resolve)));
      reader.database.close();
      this.#opened -= 1;
    }
  }
}
