/** Fills a store with past bills; an empty one gets the demo outlets, people and menus first. */
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { seedDemo } from '../../apps/server/src/seed/demo.ts';
import { seedPast } from '../../apps/server/src/seed/past/past-bills.ts';
import type { DemoPlace } from '../../apps/server/src/seed/seed-sales.ts';

interface Wanted {
  readonly bills: number;
  readonly perDay: number;
  readonly now?: number;
  /** How many of the outlets get them, the first ones; all without it. */
  readonly outlets?: number;
}

/** Writes that many paid bills, spread evenly over the outlets, into the days before those that the store has. */
export async function fillStore(store: Store, { bills, perDay, now = Date.now(), outlets }: Wanted): Promise<void> {
  if ((await places(store)).length === 0) {
    await seedDemo(store, now, { days: 0, cafe: 0, store: 0 });
    // The next start of a server finds the demo data complete.
    await store.writeOrg((db) =>
      db
        .insertInto('secret')
        .values({ name: 'first-start', value: 'done', created_at: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: 'done' }))
        .execute(),
    );
  }
  const all = (await places(store)).slice(0, outlets);
  for (const [index, place] of all.entries()) {
    const share = Math.floor(bills / all.length) + (index < bills % all.length ? 1 : 0);
    if (share > 0) await seedPast(store, place, now, { bills: share, perDay });
  }
}

/** Returns the outlets with their staff. */
function places(store: Store): Promise<DemoPlace[]> {
  return store.readOrg(async (db) => {
    const outlets = await db.selectFrom('outlet').select(['id', 'business_type']).orderBy('id').execute();
    const staff = await db
      .selectFrom('user_outlet')
      .innerJoin('app_user', 'app_user.id', 'user_outlet.user_id')
      .select(['user_outlet.outlet_id', 'app_user.id', 'app_user.name'])
      .orderBy('app_user.id')
      .execute();
    return outlets.map(({ id, business_type }) => ({
      outletId: id,
      kind: business_type === 'Retail' ? 'store' : 'cafe',
      staff: staff.filter((person) => person.outlet_id === id),
    }));
  });
}
