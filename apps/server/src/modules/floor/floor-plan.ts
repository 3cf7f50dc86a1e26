/** Reading and writing the floor plan of an outlet. Source: R23.1, R23.2, R23.5, docs/rules.md#floor-plan. */
import {
  type FloorPlan,
  floorProblems,
  type Place,
  type Section,
  slotIdentity,
} from '@atoll/domain/outlet/floor/floor-plan';
import { noFloorPlan, sectionOf } from '@atoll/domain/outlet/floor/section-of';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { colleagueNames } from '../auth/service.ts';

/** Returns the plan of an outlet as stored; version 0 while nobody drew one. */
export async function readPlan(db: Kysely<Database>, outletId: number): Promise<FloorPlan> {
  const row = await db
    .selectFrom('floor_plan')
    .select(['version', 'doc'])
    .where('outlet_id', '=', outletId)
    .executeTakeFirst();
  return row ? { version: row.version, ...row.doc } : noFloorPlan;
}

const waitersOf = ({ sections }: Pick<FloorPlan, 'sections'>): number[] =>
  sections.flatMap(({ waiterId }) => (waiterId === undefined ? [] : [waiterId]));

/** Returns the plan of an outlet with the waiters who still work there; version 0 while nobody drew one. */
export const findFloor = (store: Store, outletId: number): Promise<FloorPlan> =>
  store.readOutlet(outletId, async (db) => {
    const plan = await readPlan(db, outletId);
    const names = await colleagueNames(db, outletId, waitersOf(plan));
    return { ...plan, sections: plan.sections.map((section) => namedSection(section, names)) };
  });

function namedSection({ waiterId = 0, ...section }: Section, names: ReadonlyMap<number, string>): Section {
  const waiterName = names.get(waiterId);
  return waiterName === undefined ? section : { ...section, waiterId, waiterName };
}

/** Returns the plan as of the command's lock. */
const planNow = (tx: OutletTx): Promise<FloorPlan> =>
  tx.remember('floor plan', () => readPlan(tx.db, tx.head.outletId));

/** Returns the person who serves the section of a slot; empty without a section, without its waiter, or when that person no longer works here. */
export async function waiterOfSlot(
  tx: OutletTx,
  slot: Pick<Place, 'type' | 'slot'>,
): Promise<Pick<Section, 'waiterId' | 'waiterName'>> {
  const section = sectionOf(await planNow(tx), slot);
  if (section?.waiterId === undefined) return {};
  const { waiterId, waiterName } = namedSection(
    section,
    await colleagueNames(tx.db, tx.head.outletId, [section.waiterId]),
  );
  return { waiterId, waiterName };
}

/** Returns the id of the section of a slot; 0 without one. */
export const sectionIdOf = async (tx: OutletTx, slot: Pick<Place, 'type' | 'slot'>): Promise<number> =>
  sectionOf(await planNow(tx), slot)?.id ?? 0;

/** Returns a section and its slots. Refused: 'notFound'. */
export async function findSection(
  tx: OutletTx,
  id: number,
): Promise<{ readonly section: Section; readonly slots: ReadonlySet<string> }> {
  const plan = await planNow(tx);
  const section = plan.sections.find((one) => one.id === id);
  if (section === undefined) throw refused('notFound');
  return { section, slots: new Set(plan.places.filter(({ sectionId }) => sectionId === id).map(slotIdentity)) };
}

/** Writes who serves a section, as a version of the plan of its own. */
export async function setSectionWaiter(
  tx: OutletTx,
  actor: PlanActor,
  change: { readonly sectionId: number; readonly waiterId: number; readonly approval: string | null },
): Promise<void> {
  const known = await readPlan(tx.db, tx.head.outletId);
  const sections = known.sections.map((section) =>
    section.id === change.sectionId ? { ...section, waiterId: change.waiterId } : section,
  );
  putPlan(tx, actor, { known, plan: { ...known, sections, version: known.version + 1 }, approval: change.approval });
}

/** Returns what is wrong with the waiters of a plan, by field: people who do not work at the outlet. */
async function waiterProblems(tx: OutletTx, plan: FloorPlan): Promise<FieldErrors> {
  const names = await colleagueNames(tx.db, tx.head.outletId, waitersOf(plan));
  const errors: Record<string, Sentence> = {};
  for (const [index, { waiterId }] of plan.sections.entries())
    if (waiterId !== undefined && !names.has(waiterId))
      errors[`sections.${index}.waiterId`] = 'This person does not work here. Choose somebody else';
  return errors;
}

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

type PlanActor = Pick<Actor, 'userId' | 'deviceId' | 'connectionId'>;

interface PlanChange {
  readonly known: FloorPlan;
  readonly plan: FloorPlan;
  readonly approval?: string | null;
}

/** Writes a plan with one history entry, and tells the tills. */
function putPlan(tx: OutletTx, actor: PlanActor, { known, plan, approval = null }: PlanChange): void {
  writePlan(tx, plan);
  tx.history({
    subject: 'Outlet',
    subjectKey: String(tx.head.outletId),
    action: 'Updated',
    userId: actor.userId,
    deviceId: actor.deviceId,
    approvalKey: approval,
    before: { floorPlan: differing(known, plan) },
    after: { floorPlan: differing(plan, known) },
  });
  tx.change({ entity: 'Settings', id: null, version: plan.version, action: 'Updated' }, actor.connectionId);
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
    const errors = { ...floorProblems(wanted, { slotTypes: slot_types }), ...(await waiterProblems(tx, wanted)) };
    const [first] = Object.values(errors);
    if (first) throw refused('invalid', { details: first, errors });
    const known = await readPlan(tx.db, outletId);
    if (JSON.stringify({ ...known, version: 0 }) === JSON.stringify({ ...wanted, version: 0 })) return;
    if (known.version !== wanted.version) throw refused('floorChanged');
    putPlan(tx, actor, { known, plan: { ...wanted, version: known.version + 1 } });
  });
  return findFloor(store, actor.outletId);
}
