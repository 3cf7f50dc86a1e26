/**
 * Inserts several rows by a statement that is compiled once. PostgreSQL gets arrays and unnests them, because a
 * statement for each number of rows would be a new one; SQLite is fastest with a statement for each row.
 */
import { type CompiledQuery, type InsertQueryBuilder, type InsertResult, type RawBuilder, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { type Prepared, prepared } from './prepared.ts';
import type { Database } from './schema/schema.ts';

const arrays = { int: sql.raw('bigint[]'), text: sql.raw('text[]'), bool: sql.raw('boolean[]') };

/** The type of a column, as its array needs it. */
export type ColumnKind = keyof typeof arrays;

type Insert<Table extends keyof Database> = InsertQueryBuilder<Database, Table, InsertResult>;

export class PreparedRows<Row extends object> {
  readonly columns: readonly (keyof Row & string)[];
  readonly #one: Prepared<Row, unknown>;
  readonly #many: Prepared<object, unknown>;

  constructor(columns: readonly (keyof Row & string)[], one: Prepared<Row, unknown>, many: Prepared<object, unknown>) {
    this.columns = columns;
    this.#one = one;
    this.#many = many;
  }

  /** Returns the statements that write the rows. */
  with(engine: Engine, rows: readonly Row[]): CompiledQuery[] {
    const [only] = rows;
    if (engine === 'sqlite') return rows.map((row) => this.#one.with(engine, row));
    if (rows.length === 1 && only !== undefined) return [this.#one.with(engine, only)];
    return [
      this.#many.with(engine, Object.fromEntries(this.columns.map((name) => [name, rows.map((row) => row[name])]))),
    ];
  }
}

/** The types of the columns of a row. */
type Kinds<Row extends object> = { readonly [K in keyof Row & string]: ColumnKind };

/**
 * Declares an insert of rows by the types of their columns; `rest` adds what happens on a conflict. On a conflict that
 * updates, no two rows of one write may match the same row.
 */
export function preparedRows<Table extends keyof Database, Row extends object>(
  table: Table,
  kinds: Kinds<Row>,
  rest: (query: Insert<Table>) => Insert<Table> = (query) => query,
): PreparedRows<Row> {
  return new PreparedRows<Row>(...rowStatements(table, kinds, rest));
}

function rowStatements<Table extends keyof Database, Row extends object>(
  table: Table,
  kinds: Kinds<Row>,
  rest: (query: Insert<Table>) => Insert<Table>,
) {
  const columns = Object.keys(kinds) as (keyof Row & string)[];
  const one = prepared<Row>()((db, p) =>
    rest(db.insertInto(table).values(Object.fromEntries(columns.map((name) => [name, p(name)])) as never)),
  );
  const many = prepared<Record<string, unknown>>()((db, p) => {
    const lists: RawBuilder<unknown>[] = columns.map((name) => sql`${p(name)}::${arrays[kinds[name]]}`);
    return rest(
      db
        .insertInto(table)
        .columns(columns as never)
        .expression(sql`select * from unnest(${sql.join(lists)})` as never),
    );
  });
  return [columns, one, many] as const;
}

/** An insert that adds to the sums of a row that exists. */
export class AddedSums<Row extends object> extends PreparedRows<Row> {
  readonly table: keyof Database;
  /** The columns that name the row. */
  readonly keys: readonly string[];
  /** The columns that are added to it. */
  readonly sums: readonly string[];

  constructor(
    place: { readonly table: keyof Database; readonly keys: readonly string[]; readonly sums: readonly string[] },
    ...statements: ConstructorParameters<typeof PreparedRows<Row>>
  ) {
    super(...statements);
    this.table = place.table;
    this.keys = place.keys;
    this.sums = place.sums;
  }
}

/**
 * Declares how rows are added to a table of sums: `keys` are the columns that name a row, with their types; `sums` are whole numbers that are added to the
 * row, or become a new one; `latest` are texts of which the row keeps the last. No two rows of one write may have the same keys.
 */
export function addSums<Row extends object>(
  table: keyof Database,
  keys: { readonly [K in keyof Row & string]?: ColumnKind },
  sums: readonly (keyof Row & string)[],
  latest: readonly (keyof Row & string)[] = [],
): AddedSums<Row> {
  const names = Object.keys(keys);
  const kinds = {
    ...keys,
    ...Object.fromEntries(latest.map((name) => [name, 'text'])),
    ...Object.fromEntries(sums.map((name) => [name, 'int'])),
  } as Kinds<Row>;
  const excluded = (name: string) => sql.ref(`excluded.${name}`);
  const changed = {
    ...Object.fromEntries(latest.map((name) => [name, excluded(name)])),
    ...Object.fromEntries(sums.map((name) => [name, sql`${sql.ref(`${table}.${name}`)} + ${excluded(name)}`])),
  };
  const statements = rowStatements<keyof Database, Row>(table, kinds, (query) =>
    query.onConflict((conflict) => conflict.columns(names as never).doUpdateSet(changed as never)),
  );
  return new AddedSums<Row>({ table, keys: names, sums }, ...statements);
}
