/**
 * Writes a long past of an outlet in a short time: the days of the demo data, in bulk. For tests of a store that has
 * been used for years.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import { createBill } from '../../modules/bill/command/create.ts';
import { closeShift } from '../../modules/shift/close.ts';
import { createShift } from '../../modules/shift/create.ts';
import { storeAt } from '../../platform/store/outlet/group.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { markDelivered } from '../delivered.ts';
import { type DemoGoods, demoGoods } from '../demo-goods.ts';
import { seedActor } from '../seed-actor.ts';
import { seedKey } from '../seed-key.ts';
import { type DemoPlace, localDay, type PlannedBill, planWave, settle, waves } from '../seed-sales.ts';
import { BulkTx } from './bulk-tx.ts';

const hour = 3_600_000;
const day = 24 * hour;
const openingBalance = 50_000;
/** The number of slots that every kind of outlet has of each type. */
const slots = 20;

export interface Past {
  readonly bills: number;
  readonly perDay: number;
}

/**
 * Writes that many paid bills into the days before the outlet's first shift, or before `now`, oldest first. No shift
 * may be open.
 */
export async function seedPast(store: Store, place: DemoPlace, now: number, past: Past): Promise<void> {
  const goods = await demoGoods(store, place.outletId, place.kind);
  const days = Math.ceil(past.bills / past.perDay);
  const end = localDay(await firstShiftAt(store, place.outletId, now));
  for (let back = days; back >= 1; back -= 1) {
    const done = (days - back) * past.perDay;
    await seedDay(store, place, goods, end - back * day, Math.min(past.perDay, past.bills - done));
  }
  await markDelivered(store, place.outletId);
}

async function firstShiftAt(store: Store, outletId: number, now: number): Promise<number> {
  const row = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('shift')
      .select('created_at')
      .where('outlet_id', '=', outletId)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst(),
  );
  return row?.created_at ?? now;
}

async function seedDay(
  store: Store,
  place: DemoPlace,
  goods: readonly DemoGoods[],
  midnight: number,
  bills: number,
): Promise<void> {
  const name = `past ${place.outletId} ${midnight}`;
  const keeper = place.staff[0];
  if (!keeper) throw new Error('Nobody works in the outlet');
  const actor = seedActor(keeper, place.outletId);
  const opensAt = midnight + 7.5 * hour;
  const shift = await createShift(store.at(opensAt), actor, {
    key: seedKey(`shift ${name}`),
    openingBalance,
    createdAt: new Date(opensAt).toISOString(),
  });
  const planned = planDay(place, goods, midnight, bills, name);
  const taken = await store.at(opensAt).writeOutlet(place.outletId, (tx) => writeDay(store, tx, planned));
  taken.set('Cash', (taken.get('Cash') ?? 0) + openingBalance);
  await closeShift(store.at(midnight + 23.5 * hour), actor, {
    id: shift.id,
    counted: [...taken].map(([method, amount]) => ({ method, amount })),
  });
}

function planDay(
  place: DemoPlace,
  goods: readonly DemoGoods[],
  midnight: number,
  bills: number,
  name: string,
): PlannedBill[] {
  const planned: PlannedBill[] = [];
  const all = waves[place.kind];
  all.forEach((wave, index) => {
    const count = index === all.length - 1 ? bills - planned.length : Math.round(bills * wave.share);
    planned.push(...planWave(place, goods, wave, midnight, count, `${name} ${index}`));
  });
  return planned.map((one) => ({
    ...one,
    input: { ...one.input, slot: String(1 + ((Number(one.input.slot) - 1) % slots)) },
  }));
}

/** Writes a day's bills; returns the amounts paid by method. */
async function writeDay(store: Store, tx: OutletTx, planned: readonly PlannedBill[]): Promise<Map<string, number>> {
  const bulk = new BulkTx(tx, await takeIds(tx, planned.length));
  const at = (instant: number): Store =>
    storeAt(store, (_, command) => {
      bulk.now = instant;
      return command(bulk);
    });
  const timed: Store = { ...storeAt(store, (id, command) => store.writeOutlet(id, command)), at };
  const opened: { one: PlannedBill; bill: Bill }[] = [];
  for (const one of planned) opened.push({ one, bill: await createBill(at(one.openedAt), one.actor, one.input) });
  opened.sort((a, b) => a.one.paidAt - b.one.paidAt);
  const taken = new Map<string, number>();
  for (const { one, bill } of opened) {
    await settle(timed, one, bill);
    if (!one.isVoid) taken.set(one.method, (taken.get(one.method) ?? 0) + bill.total);
  }
  bulk.flush();
  return taken;
}

async function takeIds(tx: OutletTx, count: number): Promise<number[]> {
  if (tx.engine === 'postgres') {
    const ids = sql<{ id: number }>`select nextval('bill_id_seq') as id from generate_series(1, ${count}::bigint)`;
    return (await tx.db.executeQuery(ids.compile(tx.db))).rows.map(({ id }) => id);
  }
  const { value } = await tx.db
    .updateTable('id_sequence')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('name', '=', 'bill')
    .returning('value')
    .executeTakeFirstOrThrow();
  return Array.from({ length: count }, (_, i) => value - count + 1 + i);
}
