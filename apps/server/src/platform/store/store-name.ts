/** What tells a till which store it speaks to, and whether that was put back to an older state since. Source: docs/rules.md#store-name, docs/rules.md#restored-store. */
import { randomUUID } from 'node:crypto';
import type { Store } from './store.ts';

const nameMark = 'store-name';
/** When the store was put back to a backup, epoch ms; written by whoever restores it. */
export const restoredMark = 'store-restored';

/** The header that says it on every answer. */
export const storeHeader = 'x-store';

/** Answers 'name.restored': the name is made once and goes with every copy; the second part changes with each restore. */
export function storeName(store: Store, now: number): Promise<string> {
  return store.writeOrg(async (db) => {
    await db
      .insertInto('secret')
      .values({ name: nameMark, value: randomUUID(), created_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const rows = await db
      .selectFrom('secret')
      .select(['name', 'value'])
      .where('name', 'in', [nameMark, restoredMark])
      .execute();
    const valueOf = (name: string): string | undefined => rows.find((row) => row.name === name)?.value;
    return `${valueOf(nameMark)}.${valueOf(restoredMark) ?? '0'}`;
  });
}
