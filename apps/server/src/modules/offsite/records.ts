/** What became of copies and of tests of a restore. Source: R31.36, R31.40. */
import { type Insertable, sql } from 'kysely';
import type { DrillTable, OffsiteCopyTable } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';

/** So many copies are shown. */
const maxShown = 60;
/** Copies that were removed from the target are remembered for so long. */
const prunedMs = 90 * 86_400_000;

/** Of the copies of changes, so many. */
const maxDiffs = 5;

/** Returns the newest copies, newest first. */
export async function readCopies(store: Store) {
  const newest = (kind: 'Full' | 'Diff', count: number) =>
    store.readOrg((db) =>
      db
        .selectFrom('offsite_copy')
        .selectAll()
        .where('state', '<>', 'Pruned')
        .where('kind', '=', kind)
        .orderBy('at', 'desc')
        .limit(count)
        .execute(),
    );
  const found = [...(await newest('Full', maxShown)), ...(await newest('Diff', maxDiffs))];
  return found.toSorted((one, other) => Number(other.at) - Number(one.at));
}

/** Returns when the first, the newest and the newest full copy arrived; null before the first one. */
export async function sentSpan(
  store: Store,
): Promise<{ readonly first: number | null; readonly newest: number | null; readonly newestFull: number | null }> {
  const row = await store.readOrg((db) =>
    db
      .selectFrom('offsite_copy')
      .select(({ fn }) => [
        fn.min('at').as('first'),
        fn.max('at').as('newest'),
        fn.max(sql<number>`case when kind = 'Full' then at end`).as('newestFull'),
      ])
      .where('state', 'in', ['Sent', 'Pruned'])
      .executeTakeFirst(),
  );
  const numberOf = (value: unknown) => (value === null || value === undefined ? null : Number(value));
  return { first: numberOf(row?.first), newest: numberOf(row?.newest), newestFull: numberOf(row?.newestFull) };
}

export const lastDrill = (store: Store) =>
  store.readOrg((db) => db.selectFrom('drill').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst());

export const lastGoodDrill = (store: Store) =>
  store.readOrg((db) =>
    db.selectFrom('drill').select('at').where('is_ok', '=', true).orderBy('at', 'desc').limit(1).executeTakeFirst(),
  );

/** Records a copy that arrived, and the ones that were removed after it. */
export async function keepCopy(
  store: Store,
  copy: Insertable<OffsiteCopyTable>,
  removed: readonly string[],
): Promise<void> {
  await store.writeOrg(async (db) => {
    await db.deleteFrom('offsite_copy').where('state', '=', 'Failed').execute();
    await db
      .insertInto('offsite_copy')
      .values(copy)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    await db
      .deleteFrom('offsite_copy')
      .where('state', '=', 'Pruned')
      .where('at', '<', copy.at - prunedMs)
      .execute();
    if (removed.length > 0)
      await db.updateTable('offsite_copy').set({ state: 'Pruned' }).where('name', 'in', removed).execute();
  });
}

/** Records a copy that failed, in the place of the failures since the last one that arrived. */
export async function keepFailure(store: Store, copy: Insertable<OffsiteCopyTable>): Promise<void> {
  await store.writeOrg(async (db) => {
    await db.deleteFrom('offsite_copy').where('state', '=', 'Failed').execute();
    await db
      .insertInto('offsite_copy')
      .values(copy)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  });
}

export async function keepDrill(store: Store, drill: Insertable<DrillTable>): Promise<void> {
  await store.writeOrg((db) =>
    db
      .insertInto('drill')
      .values(drill)
      .onConflict((conflict) => conflict.column('at').doUpdateSet(drill))
      .execute(),
  );
}
