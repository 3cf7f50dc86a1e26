/** Counts how the rows of large tables are spread, so that SQLite chooses the right index. Source: R34.27. */
import { SqliteDatabase } from './database.ts';

/**
 * Tables with fewer rows are not counted: what is right for a few rows is wrong for the many that follow before the next
 * count.
 */
const minRows = 5000;
/** Rows of an index that are read for it. */
const sampledRows = 400;
/** Pause after each table, in which tills save. */
const pauseMs = 50;

/** Counts the large tables of a store, each in its own short transaction; returns their names. A connection learns of it when it is opened. */
export async function countStatistics(path: string): Promise<string[]> {
  const database = new SqliteDatabase(path);
  try {
    database.exec(`pragma busy_timeout = 5000; pragma analysis_limit = ${sampledRows}`);
    const counted: string[] = [];
    for (const name of tablesOf(database)) {
      const [found] = database.run(`select count(*) as n from (select 1 from "${name}" limit ${minRows})`).rows;
      if (found?.['n'] !== minRows) continue;
      database.exec(`analyze main."${name}"`);
      counted.push(name);
      await new Promise((resolve) => void setTimeout(resolve, pauseMs));
    }
    return counted;
  } finally {
    database.close();
  }
}

const tablesOf = (database: SqliteDatabase): string[] =>
  database
    .run(
      `select name from sqlite_schema where type = 'table' and sql like 'create table%' and name not like 'sqlite_%' order by name`,
    )
    .rows.map((row) => String(row['name']));
