/**
 * Ids that are counted over all outlets. Those of bills are taken from the database several at a time: their counter is a page of the write-ahead log that
 * not every bill writes. Ids that a server had taken when it ended are never used.
 */
import type { SequenceName } from '../schema/schema.ts';
import type { SqliteDatabase } from './database.ts';

const taken = 32;

export class IdBlocks {
  readonly #writer: SqliteDatabase;
  #bill = { next: 1, last: 0 };

  constructor(writer: SqliteDatabase) {
    this.#writer = writer;
  }

  /** Returns the next id; runs in a transaction. */
  next(table: SequenceName): number {
    if (table !== 'bill') return this.#take(table, 1);
    if (this.#bill.next > this.#bill.last) {
      const last = this.#take(table, taken);
      this.#bill = { next: last - taken + 1, last };
    }
    const id = this.#bill.next;
    this.#bill.next += 1;
    return id;
  }

  /** Forgets the ids that it had taken: the transaction that took them may have been rolled back. */
  forget(): void {
    this.#bill = { next: 1, last: 0 };
  }

  #take(table: SequenceName, count: number): number {
    const { rows } = this.#writer.run('update id_sequence set value = value + ? where name = ? returning value', [
      count,
      table,
    ]);
    return rows[0]?.['value'] as number;
  }
}
