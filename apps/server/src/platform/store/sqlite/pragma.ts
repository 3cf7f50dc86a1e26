/** The settings that make a commit durable. They are read back, because SQLite accepts an unknown pragma silently. */
import type { SqliteDatabase } from './database.ts';

/**
 * Sets them on the writer's connection. The log is copied back after 4,000 pages instead of 1,000: pages that every
 * sale changes are then copied once for many sales.
 */
export function setPragmas(database: SqliteDatabase): void {
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000;
    pragma journal_size_limit = 67108864; pragma wal_autocheckpoint = 4000; pragma cache_size = -65536; pragma temp_store = memory;`);
}

/** Throws when one is not set. */
export function checkPragmas(database: SqliteDatabase): void {
  const asked: [string, string | number][] = [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
  ];
  for (const [name, wanted] of asked) {
    const stands = Object.values(database.run(`pragma ${name}`).rows[0] ?? {})[0];
    if (stands !== wanted)
      throw new Error(`The embedded store could not be made durable: ${name} is ${String(stands)}`);
  }
}
