/** The pragmas that make a commit durable. They are read after they are set, because SQLite accepts an unknown pragma silently. */
import type { SqliteDatabase } from './database.ts';

/**
 * Sets the pragmas on the writer's connection. SQLite copies the write-ahead log into the database after 4,000 pages
 * instead of 1,000: a page that every sale changes is then copied once for many sales.
 */
export function setPragmas(database: SqliteDatabase): void {
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000;
    pragma journal_size_limit = 67108864; pragma wal_autocheckpoint = 4000; pragma cache_size = -65536; pragma temp_store = memory;`);
}

/** Throws when SQLite did not accept one of the pragmas. */
export function checkPragmas(database: SqliteDatabase): void {
  const expected: [string, string | number][] = [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['recursive_triggers', 1],
  ];
  for (const [name, value] of expected) {
    const actual = Object.values(database.run(`pragma ${name}`).rows[0] ?? {})[0];
    if (actual !== value) throw new Error(`The embedded store could not be made durable: ${name} is ${String(actual)}`);
  }
}
