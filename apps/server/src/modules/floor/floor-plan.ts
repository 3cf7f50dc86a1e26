/** Reading and writing the floor plan of an outlet. Source: R23.1, R23.2, docs/rules.md#floor-plan. */
import { type FloorPlan, floorProblems, noFloorPlan, slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';

async function readPlan(db: Kysely<Database>, outletId: number): Promise<FloorPlan> {
  const row = await db
    .selectFrom('floor_plan')
    .select(['version', 'doc'])
    .where('outlet_id', '=', outletId)
    .executeTakeFirst();
  return row ? { version: row.version, ...row.doc } : noFloorPlan;
}

/** Returns the plan of an outlet; version 0 while nobody drew one. */
export const findFloor = (store: Store, outletId: number): Promise<FloorPlan> =>
  store.readOutlet(outletId, (db) => readPlan(db, outletId));

/** Returns what the history keeps of a plan: its sections and places by name, and only those that differ from the other plan. */
function differing(plan: FloorPlan, other: FloorPlan): Record<string, unknown> {
  const named = ({ sections, places }: FloorPlan): [string, unknown][] => [
    ...sections.map((section): [string, unknown] => [section.name, section]),
    ...places.map((place): [string, unknown] => [slotIdentity(place), place]),
  ];
  const texts = new Set(named(other).map(([, value]) => JSON.stringify(value)));
  return Object.fromEntries(named(plan).filter(([, value]) => !texts.has(JSON.stringify(value))));
}

function writePlan(tx: OutletTx, plan: FloorPlan): void {
  const { outletId } = tx.head;
  const row = { version: plan.version, doc: JSON.stringify({ sections: plan.sections, places: plan.places }) };
  tx.write(
    tx.db
      .insertInto('floor_plan')
      .values({ outlet_id: outletId, ...row })
      .onConflict((conflict) => conflict.column('outlet_id').doUpdateSet(row)),
  );
  tx.write(tx.db.updateTable('outlet').set({ floor_version: plan.version }).where('id', '=', outletId));
}

/**
 * Writes a plan in place of the version that the caller saw, with one history entry, and tells the tills. The same plan again changes nothing.
 * Refused: 'invalid', 'floorChanged'.
 */
export async function saveFloor(store: Store, actor: Actor, wanted: FloorPlan): Promise<FloorPlan> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const { outletId } = actor;
    const { slot_types } = await tx.db
      .selectFrom('outlet')
      .select('slot_types')
      .where('id', '=', outletId)
      .executeTakeFirstOrThrow();
    const errors = floorProblems(wanted, { slotTypes: slot_types });
    const [first] = Object.values(errors);
    if (first) throw refused('invalid', { details: first, errors });
    const known = await readPlan(tx.db, outletId);
    if (JSON.stringify({ ...known, version: 0 }) === JSON.stringify({ ...wanted, version: 0 })) return;
    if (known.version !== wanted.version) throw refused('floorChanged');
    const plan = { ...wanted, version: known.version + 1 };
    writePlan(tx, plan);
    tx.history({
      subject: 'Outlet',
      subjectKey: String(outletId),
      action: 'Updated',
      userId: actor.userId,
      deviceId: actor.deviceId,
      before: { floorPlan: differing(known, plan) },
      after: { floorPlan: differing(plan, known) },
    });
    tx.change({ entity: 'Settings', id: null, version: plan.version, action: 'Updated' }, actor.connectionId);
  });
  return findFloor(store, actor.outletId);
}
