/** Creating, changing and deactivating outlets. A change of rates or slots never changes a bill: each keeps the rates of its check-in (docs/rules.md#terms). */

import type { OutletChange, OwnOutlet } from '@atoll/domain/contract/outlet/outlet';
import { outletProblems } from '@atoll/domain/outlet/check';
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import { type BusinessType, defaultFeatures, type SlotType } from '@atoll/domain/outlet/outlet';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { isOpenRow } from '../../platform/store/open-bills.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { columnsOf } from './columns.ts';
import { presentOwnOutlet } from './present.ts';

export { fileUrl, privateFile } from './files.ts';
export { presentOutlet } from './present.ts';

export interface NewOutlet extends OutletChange {
  readonly key: string;
  readonly name: string;
  readonly address: string;
  readonly businessType: BusinessType;
}

function refuseWrong(change: OutletChange): void {
  const errors = outletProblems(change as Parameters<typeof outletProblems>[0]);
  const [first] = Object.values(errors);
  if (first) throw refused('invalid', { details: first, errors });
}

async function refuseSameName(db: Kysely<Database>, name: string, ownId: number | null): Promise<void> {
  const same = await db
    .selectFrom('outlet')
    .select('id')
    .where('name', '=', name.trim())
    .where('practice_of', '=', 0)
    .where('id', '!=', ownId ?? 0)
    .executeTakeFirst();
  if (same)
    throw refused('duplicate', {
      details: 'Another outlet has this name',
      errors: { name: 'Another outlet has this name' },
    });
}

const selectOutlet = (db: Kysely<Database>, id: number) =>
  db.selectFrom('outlet').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns whether the outlet is one of the user's, active or not. A session knows only the outlets that were active when its token was first seen. */
export async function isOutletOf(db: Kysely<Database>, userId: number, outletId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_outlet')
    .select('outlet_id')
    .where('user_id', '=', userId)
    .where('outlet_id', '=', outletId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a new outlet and returns its id. Refused: 'invalid', 'duplicate'. */
export async function insertOutlet(db: Kysely<Database>, { key, businessType, ...details }: NewOutlet, now: number) {
  const slotTypes = details.slotTypes ?? defaultSlotTypes(businessType, details.taxSector ?? 'General');
  const features = details.features ?? defaultFeatures(businessType);
  const whole: OutletChange = { ...details, slotTypes: [...slotTypes] as SlotTypes, features };
  refuseWrong(whole);
  await refuseSameName(db, details.name, null);
  const { id } = await db
    .insertInto('outlet')
    .values({
      ...(columnsOf(whole) as { name: string; slot_types: string; features: string }),
      key,
      logo: details.logo ?? null,
      business_type: businessType,
      created_at: now,
      modified_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
type SlotTypes = NonNullable<OutletChange['slotTypes']>;

/** Creates an outlet with its creator as a member. A known key returns the existing outlet. Refused: 'invalid', 'duplicate'. */
export async function createOutlet(store: Store, actor: Actor, outlet: NewOutlet, now: number): Promise<OwnOutlet> {
  const { id, isNew } = await store.writeOrg(async (db) => {
    const known = await db.selectFrom('outlet').select('id').where('key', '=', outlet.key).executeTakeFirst();
    if (known) {
      if (!(await isOutletOf(db, actor.userId, known.id))) throw refused('duplicate');
      return { id: known.id, isNew: false };
    }
    const made = await insertOutlet(db, outlet, now);
    const { sort } = await db
      .selectFrom('user_outlet')
      .select((eb) => eb.fn.countAll<number>().as('sort'))
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('user_outlet')
      .values({ user_id: actor.userId, outlet_id: made, sort: Number(sort) })
      .execute();
    return { id: made, isNew: true };
  });
  if (isNew) await store.writeOutlet(id, async (tx) => appendOutletHistory(tx, actor, 'Created', null, outlet));
  return findOwn(store, id);
}

function appendOutletHistory(tx: OutletTx, actor: Actor, action: HistoryAction, before: unknown, after: unknown): void {
  const outlet = tx.head.outletId;
  tx.history({
    subject: 'Outlet',
    subjectKey: String(outlet),
    action,
    userId: actor.userId,
    deviceId: actor.deviceId,
    before,
    after,
  });
}

async function findOwn(store: Store, id: number): Promise<OwnOutlet> {
  const row = await store.readOrg((db) => selectOutlet(db, id));
  if (!row) throw refused('notFound');
  return presentOwnOutlet(row);
}

/** Throws 'inUse', at the slot count or the missing type, when a removed slot has an open bill. */
async function refuseSlotsInUse(tx: OutletTx, before: readonly SlotType[], after: readonly SlotType[]): Promise<void> {
  for (const { type, slotCount } of before) {
    const index = after.findIndex((one) => one.type === type);
    const count = after[index]?.slotCount ?? 0;
    if (count >= slotCount) continue;
    const held = await tx.db
      .selectFrom('bill')
      .select('slot')
      .where('outlet_id', '=', tx.head.outletId)
      .where('type', '=', type)
      .where(isOpenRow)
      .where('slot', '>=', count)
      .orderBy('slot', 'desc')
      .executeTakeFirst();
    if (!held) continue;
    const details: Sentence = `${type} ${held.slot} has an open bill`;
    throw refused('inUse', {
      details,
      errors: { [index < 0 ? 'slotTypes' : `slotTypes.${index}.slotCount`]: details },
    });
  }
}

/** Returns the fields of a change that differ from the outlet, and their previous values. */
function differences(known: OwnOutlet, change: OutletChange & { isActive?: true | undefined }) {
  const entries = Object.entries(change).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(known[field as keyof OwnOutlet]),
  );
  const before = Object.fromEntries(entries.map(([field]) => [field, known[field as keyof OwnOutlet]]));
  return {
    changed: Object.fromEntries(entries) as OutletChange & { isActive?: true },
    before,
    isNone: entries.length === 0,
  };
}

/** Writes the details that differ. Refused: 'notFound', 'invalid', 'versionOld', 'duplicate', 'inUse'. */
export async function updateOutlet(
  store: Store,
  actor: Actor,
  { outletId, version, ...change }: OutletChange & { outletId: number; version: number; isActive?: true | undefined },
): Promise<OwnOutlet> {
  refuseWrong(change);
  if (!(await store.readOrg((db) => isOutletOf(db, actor.userId, outletId)))) throw refused('notFound');
  await store.writeOutlet(outletId, async (tx) => {
    const row = await selectOutlet(tx.db, outletId);
    if (!row) throw refused('notFound');
    const known = presentOwnOutlet(row);
    const { changed, before, isNone } = differences(known, change);
    if (isNone) return;
    if (row.version !== version) throw refused('versionOld', { extra: { record: known } });
    if (changed.name !== undefined) await refuseSameName(tx.db, changed.name, outletId);
    if (changed.slotTypes) await refuseSlotsInUse(tx, row.slot_types, changed.slotTypes);
    const isBack = changed.isActive === true && { is_active: true };
    const stamp = { version: row.version + 1, modified_at: tx.now };
    tx.write(
      tx.db
        .updateTable('outlet')
        .set({ ...columnsOf(changed), ...isBack, ...stamp })
        .where('id', '=', outletId),
    );
    appendOutletHistory(tx, actor, 'Updated', before, changed);
    tx.change({ entity: 'Settings', id: null, version: row.version + 1, action: 'Updated' }, actor.connectionId);
  });
  return findOwn(store, outletId);
}

/** Deactivates an outlet. Refused: 'notFound'; 'shiftOpen' or 'openBills' while a shift or bill is open; 'inUse' for the last outlet. */
export async function deleteOutlet(store: Store, actor: Actor, outletId: number): Promise<void> {
  if (!(await store.readOrg((db) => isOutletOf(db, actor.userId, outletId)))) throw refused('notFound');
  await store.writeOutlet(outletId, async (tx) => {
    const row = await selectOutlet(tx.db, outletId);
    if (!row) throw refused('notFound');
    if (!row.is_active) return;
    const others = await tx.db
      .selectFrom('outlet')
      .select('id')
      .where('is_active', '=', true)
      .where('practice_of', '=', 0)
      .where('id', '!=', outletId)
      .executeTakeFirst();
    if (!others) throw refused('inUse', { message: 'You cannot deactivate the last outlet' });
    if (tx.head.shiftId !== null) throw refused('shiftOpen', { message: 'Close the shift of this outlet first' });
    const bill = await tx.db
      .selectFrom('bill')
      .select('id')
      .where('outlet_id', '=', outletId)
      .where(isOpenRow)
      .executeTakeFirst();
    if (bill) throw refused('openBills');
    const stamp = { version: row.version + 1, modified_at: tx.now };
    tx.write(
      tx.db
        .updateTable('outlet')
        .set({ is_active: false, ...stamp })
        .where('id', '=', outletId),
    );
    appendOutletHistory(tx, actor, 'Deactivated', { isActive: true }, { isActive: false });
    tx.change({ entity: 'Settings', id: null, version: row.version + 1, action: 'Updated' }, actor.connectionId);
  });
}
