/**
 * Sums of sales that are not in their tables yet. Each table of sums is a page of the write-ahead log for every paid bill, so a bill writes one row here
 * instead, and the rows of many bills are added to the tables at once. They are in the database like everything else: a commit has them. Whoever reads the
 * tables through a reading connection sees both (`openReader`). See docs/decisions/045-pages-of-a-sale.md.
 */
import { CollectedSums, concernsSums, type SumRows } from '../outlet/collected-sums.ts';
import type { AddedSums } from '../prepared-rows.ts';
import type { SqliteDatabase } from './database.ts';

/** Rows of an outlet that wait at most. */
const maxRows = 32;

export class PendingSums {
  readonly #writer: SqliteDatabase;
  /** Those of the running group by outlet. */
  readonly #collected = new Map<number, CollectedSums>();
  /** Rows that wait, by outlet, as the running transaction has them. */
  #waiting = new Map<number, number>();

  constructor(writer: SqliteDatabase) {
    this.#writer = writer;
    this.reload();
  }

  add<Row extends object>(outletId: number, query: AddedSums<Row>, rows: readonly Row[]): void {
    const collected = this.#collected.get(outletId) ?? new CollectedSums();
    this.#collected.set(outletId, collected);
    collected.add(query, rows);
  }

  /** Writes what the group collected, at its end: one row for each outlet, or everything into the tables after many rows. */
  save(): void {
    for (const [outletId, collected] of this.#collected) {
      const count = (this.#waiting.get(outletId) ?? 0) + 1;
      if (count > maxRows) this.#post(outletId);
      else {
        const sums = JSON.stringify(collected.rows());
        this.#writer.run('insert into pending_sum (outlet_id, sums) values (?, ?)', [outletId, sums]);
        this.#waiting.set(outletId, count);
      }
    }
    this.#collected.clear();
  }

  /** Adds everything to the tables before a statement of a command that concerns them. */
  postBefore(sql: string): void {
    if (this.#waiting.size + this.#collected.size > 0 && concernsSums(sql)) this.postAll();
  }

  /** Adds everything to the tables; runs in a transaction. */
  postAll(): void {
    for (const outletId of new Set([...this.#waiting.keys(), ...this.#collected.keys()])) this.#post(outletId);
  }

  /** True when rows wait. */
  get hasRows(): boolean {
    return this.#waiting.size > 0;
  }

  #post(outletId: number): void {
    const all = new CollectedSums();
    const { rows } = this.#writer.run('select sums from pending_sum where outlet_id = ? order by id', [outletId]);
    for (const { sums } of rows) all.addRows(JSON.parse(sums as string) as SumRows);
    const collected = this.#collected.get(outletId);
    if (collected) all.addRows(collected.rows());
    for (const { sql, parameters } of all.take('sqlite')) this.#writer.run(sql, parameters);
    if (rows.length > 0) this.#writer.run('delete from pending_sum where outlet_id = ?', [outletId]);
    this.#collected.delete(outletId);
    this.#waiting.delete(outletId);
  }

  /** Forgets what was collected and counts the rows again: at the start, and after a transaction was rolled back. */
  reload(): void {
    this.#collected.clear();
    const { rows } = this.#writer.run('select outlet_id, count(*) as waiting from pending_sum group by outlet_id');
    this.#waiting = new Map(rows.map((row) => [Number(row['outlet_id']), Number(row['waiting'])]));
  }
}
