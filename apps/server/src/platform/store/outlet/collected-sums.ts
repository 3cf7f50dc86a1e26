/**
 * Sums that the commands of a group add to, collected so that each row is written once for the whole group. The statements that read or replace a
 * table of sums in the same transaction come after what was collected before them.
 */
import type { CompiledQuery } from 'kysely';
import type { Engine } from '../engine.ts';
import type { AddedSums } from '../prepared-rows.ts';
import { type Sums, saleSums } from './sale-sums.ts';

type Values = Record<string, unknown>;

/** The rows of each table, as lists of values in the order of its columns. */
export type SumRows = Readonly<Record<string, readonly (readonly unknown[])[]>>;

export class CollectedSums {
  readonly #tables = new Map<Sums, Map<string, Values>>();

  get isEmpty(): boolean {
    return this.#tables.size === 0;
  }

  add<Row extends object>(query: AddedSums<Row>, rows: readonly Row[]): void {
    const sums = query as unknown as Sums;
    const known = this.#tables.get(sums) ?? new Map<string, Values>();
    this.#tables.set(sums, known);
    for (const row of rows as readonly Values[]) {
      const place = JSON.stringify(sums.keys.map((name) => row[name]));
      const before = known.get(place);
      known.set(place, before === undefined ? row : merged(sums, before, row));
    }
  }

  /** Adds rows that `rows` returned. Throws for a table that this release does not know. */
  addRows(more: SumRows): void {
    for (const [table, lists] of Object.entries(more)) {
      const sums = saleSums.get(table);
      if (sums === undefined) throw new Error(`There are no sums ${table}`);
      this.add(
        sums,
        lists.map((values) => Object.fromEntries(sums.columns.map((name, at) => [name, values[at]]))),
      );
    }
  }

  /** Returns the rows as they are kept until they are written into their tables. */
  rows(): SumRows {
    const lists = [...this.#tables].map(([{ table, columns }, rows]) => [
      table,
      [...rows.values()].map((row) => columns.map((name) => row[name])),
    ]);
    return Object.fromEntries(lists) as SumRows;
  }

  /** Returns the rows of a table, those of the same keys added up. */
  valuesOf(table: string): readonly Values[] {
    const sums = saleSums.get(table);
    return sums === undefined ? [] : [...(this.#tables.get(sums)?.values() ?? [])];
  }

  /** Returns the statements that write them, and forgets them. */
  take(engine: Engine): CompiledQuery[] {
    const statements = [...this.#tables].flatMap(([sums, rows]) => sums.with(engine, [...rows.values()]));
    this.#tables.clear();
    return statements;
  }
}

function merged({ sums }: Sums, before: Values, row: Values): Values {
  const both: Values = { ...row };
  for (const name of sums) both[name] = Number(before[name]) + Number(row[name]);
  return both;
}

const names = new RegExp(`\\b(?:${[...saleSums.keys()].join('|')})\\b`);

/** Returns whether a statement reads or writes a table of sums. */
export const concernsSums = (sql: string): boolean => sql.includes('sale_') && names.test(sql);

/** Returns the rows of a table of sums with those of the same keys added up: on SQLite a reader sees the rows that wait beside those of the table. */
export function addedUp<Row extends object>(table: string, rows: readonly Row[]): readonly Row[] {
  const sums = saleSums.get(table);
  if (sums === undefined) throw new Error(`There are no sums ${table}`);
  const collected = new CollectedSums();
  collected.add(sums, rows as readonly Values[]);
  return collected.valuesOf(table) as readonly Row[];
}
