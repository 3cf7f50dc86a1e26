/**
 * How connections are set up. The pragmas that make a commit durable are read after they are set, because SQLite accepts an unknown pragma silently.
 * A thread that reads loads this file, and nothing of the query builder: that takes longer than all else at its start.
 */
import { SqliteDatabase } from './database.ts';

/** A table of sums and its columns. */
export interface SumTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Opens a read-only connection. */
export function openReader(path: string, sums: readonly SumTable[]): SqliteDatabase {
  const database = new SqliteDatabase(path, { readOnly: true });
  database.exec('pragma busy_timeout = 5000; pragma cache_size = -16384;');
  addPendingSums(database, sums);
  return database;
}

/**
 * Has the tables of sums, as a reading connection sees them, contain the rows that wait too (pending-sums.ts). Then a table may have several rows of the
 * same keys: who reads it adds them up.
 */
function addPendingSums(reader: SqliteDatabase, tables: readonly SumTable[]): void {
  const [known] = reader.run("select 1 as known from sqlite_master where name = 'pending_sum'").rows;
  // A store that no server of this release has opened yet.
  if (known === undefined) return;
  for (const { table, columns } of tables) {
    const values = columns.map((name, at) => `rows.value ->> ${at} as ${name}`).join(', ');
    reader.exec(`create temp view if not exists ${table} as select ${columns.join(', ')} from main.${table}
      union all select ${values} from main.pending_sum join json_each(pending_sum.sums, '$.${table}') as rows`);
  }
}

/**
 * Sets the pragmas on the writer's connection. SQLite copies the write-ahead log into the database after 8,000 pages
 * instead of 1,000: a page that every sale changes is then copied once for many sales, and fewer sales wait until it is on the disk.
 */
export function setPragmas(database: SqliteDatabase): void {
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000;
    pragma journal_size_limit = 67108864; pragma wal_autocheckpoint = 8000; pragma cache_size = -65536; pragma temp_store = memory;`);
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
