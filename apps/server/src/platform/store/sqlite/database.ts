/** The only file that uses Node's SQLite: opens a database, binds values exactly and restores booleans and JSON. */
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { currentCall, noteStatement, slowStatementMs } from '../../trace/call.ts';
import { isBooleanColumn, jsonColumns } from '../schema/schema.ts';

export type Row = Record<string, unknown>;

interface CachedStatement {
  readonly statement: StatementSync;
  readonly booleans: readonly string[];
  readonly json: readonly string[];
  readonly answers: boolean;
}

const keptStatements = 400;

export class SqliteDatabase {
  /** The file. */
  readonly path: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, CachedStatement>();
  /** Statements that commands ran and that may have changed something. */
  writes = 0;

  constructor(path: string, options: { readOnly?: boolean } = {}) {
    this.path = path;
    this.#db = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: 5000 });
    // Triggers see the rows that 'insert or replace' removes.
    this.#db.exec('pragma recursive_triggers = on');
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction;
  }

  /** Runs statements without values and results. */
  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** Runs one statement; returns its rows and how many rows it changed. */
  run(sql: string, parameters: readonly unknown[] = []): { rows: Row[]; changed: number } {
    const started = performance.now();
    try {
      return this.#run(sql, parameters);
    } finally {
      const ms = performance.now() - started;
      if (ms >= slowStatementMs) noteStatement(currentCall(), sql, ms);
    }
  }

  #run(sql: string, parameters: readonly unknown[]): { rows: Row[]; changed: number } {
    const cached = this.#prepare(sql);
    const values = parameters.map(bindable);
    if (!cached.answers) return { rows: [], changed: Number(cached.statement.run(...values).changes) };
    const rows = cached.statement.all(...values) as Row[];
    if (cached.booleans.length > 0 || cached.json.length > 0) for (const row of rows) restoreKinds(row, cached);
    return { rows, changed: rows.length };
  }

  /** Copies the database page by page, as it is at this moment, into a new file. */
  async copyTo(path: string): Promise<void> {
    // All pages in one step: a write between two steps would begin the copy again.
    await backup(this.#db, path, { rate: 0x7fffffff });
  }

  #prepare(sql: string): CachedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    const names = statement.columns().map((column) => column.name);
    const cached: CachedStatement = {
      statement,
      booleans: names.filter(isBooleanColumn),
      json: names.filter((name) => jsonColumns.has(name)),
      answers: names.length > 0,
    };
    if (this.#statements.size >= keptStatements) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, cached);
    return cached;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}

function restoreKinds(row: Row, cached: CachedStatement): void {
  for (const name of cached.booleans) if (row[name] !== null) row[name] = row[name] === 1;
  for (const name of cached.json) {
    const text = row[name];
    if (typeof text === 'string') row[name] = JSON.parse(text);
  }
}

/** SQLite would silently bind a JS number as REAL, and undefined, NaN or a Date as NULL. */
function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return BigInt(value);
    throw new TypeError(`A number in a statement must be a whole number, not ${value}`);
  }
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string' || typeof value === 'bigint') return value;
  if (value === null || value instanceof Uint8Array) return value;
  throw new TypeError(`A value of a statement must be a number, text, boolean, bytes or null, not ${typeof value}`);
}
