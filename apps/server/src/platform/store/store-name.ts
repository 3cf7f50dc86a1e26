/**
 * Names the store for tills, and marks whether it was restored to an older state. Source: docs/rules.md#store-name,
 * docs/rules.md#restored-store.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema/schema.ts';
import type { Store } from './store.ts';

const nameMark = 'store-name';
/** When the store was restored from a backup, epoch ms; written by the restore. */
export const restoredMark = 'store-restored';
/** Who restored it from the screen, until the first start has written that into the history. */
export const restoreNote = 'restore-note';

/** The header with the store's name, on every answer. */
export const storeHeader = 'x-store';

/** Returns 'name.restored': the name is created once and kept by every copy; the second part changes with each restore. */
export function storeName(store: Store, now: number): Promise<string> {
  return store.writeOrg(async (db) => {
    await db
      .insertInto('secret')
      .values({ name: nameMark, value: randomUUID(), created_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return readStoreName(db);
  });
}

/** Returns whether a name is of this store before it was restored the last time. */
export function isBeforeRestore(known: string, store: string): boolean {
  const nameOf = (text: string): string => text.slice(0, text.lastIndexOf('.'));
  return known !== store && nameOf(known) === nameOf(store);
}

/** Returns the name of a store that a server has started. */
export async function readStoreName(db: Kysely<Database>): Promise<string> {
  const rows = await db
    .selectFrom('secret')
    .select(['name', 'value'])
    .where('name', 'in', [nameMark, restoredMark])
    .execute();
  const valueOf = (name: string): string | undefined => rows.find((row) => row.name === name)?.value;
  // A mark that was written by hand may have a fraction; the name ends at the last point.
  return `${valueOf(nameMark)}.${(valueOf(restoredMark) ?? '0').replace(/\D/g, '')}`;
}

/** Returns when a store was restored, in epoch ms as text, of its name; '0' when it never was. */
export const restoredPart = (store: string): string => store.slice(store.lastIndexOf('.') + 1);
