/** Connections that only read, each read in one snapshot. */
import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { SqliteDatabase } from './database.ts';
import { sqliteKysely } from './dialect.ts';

const mostReaders = 8;

interface Reader {
  readonly database: SqliteDatabase;
  readonly db: Kysely<Database>;
}

export class ReaderPool {
  readonly #path: string;
  readonly #idle: Reader[] = [];
  readonly #waiting: ((reader: Reader) => void)[] = [];
  #opened = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Runs a read in a snapshot of its own. */
  async read<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const reader = this.#idle.pop() ?? (await this.#next());
    try {
      reader.database.run('begin');
      try {
        return await read(reader.db);
      } finally {
        reader.database.run('rollback');
      }
    } finally {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#idle.push(reader);
      else waiting(reader);
    }
  }

  #next(): Promise<Reader> | Reader {
    if (this.#opened >= mostReaders) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#opened += 1;
    const database = new SqliteDatabase(this.#path, { readOnly: true });
    database.exec('pragma busy_timeout = 5000; pragma cache_size = -16384;');
    return { database, db: sqliteKysely(database) };
  }

  async close(): Promise<void> {
    while (this.#opened > 0) {
      const reader = this.#idle.pop() ?? (await new Promise<Reader>((resolve) => this.#waiting.push(resolve)));
      reader.database.close();
      this.#opened -= 1;
    }
  }
}
