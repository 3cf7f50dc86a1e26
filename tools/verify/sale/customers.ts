/** Reads which customers were merged and erased: both change completed bills. Source: docs/rules.md#customers. */
import type { Kysely } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/store/schema/schema.ts';
import { noteColumns, noteOf, numberIn } from '../notes.ts';

export class Customers {
  readonly #mergedInto = new Map<number, number>();
  readonly #erased = new Set<number>();

  /** Adds what the history says of an outlet. */
  async read(db: Kysely<Database>, outletId: number): Promise<void> {
    const rows = await db
      .selectFrom('history')
      .select(noteColumns)
      .where('outlet_id', '=', outletId)
      .where('subject', '=', 'Customer')
      .where('action', 'in', ['Merged', 'Erased'])
      .orderBy('seq')
      .execute();
    for (const { action, after } of rows.map(noteOf)) {
      const id = numberIn(after, 'id');
      const from = numberIn(after, 'fromId');
      if (id === undefined) continue;
      if (action === 'Erased') this.#erased.add(id);
      else if (from !== undefined) this.#mergedInto.set(from, id);
    }
  }

  /** Returns the customer that the bills of another one belong to now. */
  now(id: number): number {
    const seen = new Set<number>();
    let at = id;
    for (let next = this.#mergedInto.get(at); next !== undefined && !seen.has(at); next = this.#mergedInto.get(at)) {
      seen.add(at);
      at = next;
    }
    return at;
  }

  /** Returns whether the personal data of a customer was erased. */
  isErased(id: number): boolean {
    return this.#erased.has(id);
  }
}
