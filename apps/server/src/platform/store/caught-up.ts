/**
 * Finds the outlets whose derived rows (search words, daily sums) were not brought up to date yet, by one query: outlets of earlier releases, of demo
 * data and new ones. Source: R34.12.
 */
import type { Store } from './store.ts';

/** A kind of derived rows. A release that derives more raises its version, and every outlet is brought up to date once. */
export interface CatchUp {
  readonly name: 'search' | 'sums' | 'archive';
  readonly version: number;
}

export const searchCatchUp: CatchUp = { name: 'search', version: 1 };
export const sumsCatchUp: CatchUp = { name: 'sums', version: 3 };

/** Returns the outlets that wait for it, in order. */
export async function outletsBehind(store: Store, { name, version }: CatchUp): Promise<number[]> {
  const rows = await store.readOrg((db) =>
    db
      .selectFrom('outlet')
      .select('id')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('caught_up')
              .select('outlet_id')
              .whereRef('caught_up.outlet_id', '=', 'outlet.id')
              .where('name', '=', name)
              .where('version', '>=', version),
          ),
        ),
      )
      // Practice has no figures.
      .$if(name === 'sums', (outlets) => outlets.where('practice_of', '=', 0))
      .orderBy('id')
      .execute(),
  );
  return rows.map(({ id }) => id);
}

/** Marks an outlet as up to date. */
export function markCaughtUp(store: Store, outletId: number, { name, version }: CatchUp): Promise<void> {
  return store.writeOrg(async (db) => {
    await db
      .insertInto('caught_up')
      .values({ outlet_id: outletId, name, version })
      .onConflict((conflict) => conflict.columns(['outlet_id', 'name']).doUpdateSet({ version }))
      .execute();
  });
}

/** Makes an outlet wait for it again: rows were written without it. */
export function askCatchUp(store: Store, outletId: number, { name }: CatchUp): Promise<void> {
  return store.writeOrg(async (db) => {
    await db.deleteFrom('caught_up').where('outlet_id', '=', outletId).where('name', '=', name).execute();
  });
}
