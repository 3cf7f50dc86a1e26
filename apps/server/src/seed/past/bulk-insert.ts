/**
 * Inserts many rows of one table at once: PostgreSQL reads them from one JSON text; SQLite is fastest with one
 * statement run for each.
 */
import { type CompiledQuery, sql } from 'kysely';
import { type Database, jsonColumns } from '../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../platform/store/store.ts';

const rowsAtOnce = 500;

/** Writes rows that all have the same columns; JSON columns hold text. */
export function bulkInsert(tx: OutletTx, table: keyof Database, rows: readonly object[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  if (tx.engine === 'postgres') {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const names = sql.join(columns.map((name) => sql.ref(name)));
      const text = `[${rows
        .slice(at, at + rowsAtOnce)
        .map(rowText)
        .join(',')}]`;
      const source = sql`json_populate_recordset(null::${sql.table(table)}, ${text}::json)`;
      tx.write(sql`insert into ${sql.table(table)} (${names}) select ${names} from ${source}`.compile(tx.db));
    }
    return;
  }
  const compiled: CompiledQuery = tx.db
    .insertInto(table)
    .values(first as never)
    .compile();
  for (const row of rows) tx.write({ ...compiled, parameters: columns.map((name) => (row as Values)[name]) });
}

type Values = Record<string, unknown>;

function rowText(row: object): string {
  const parts = Object.entries(row).map(
    ([name, value]) => `"${name}":${jsonColumns.has(name) && value !== null ? String(value) : JSON.stringify(value)}`,
  );
  return `{${parts.join(',')}}`;
}
