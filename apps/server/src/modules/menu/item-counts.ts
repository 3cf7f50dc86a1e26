/** How many of each item are left. Source: R21.29, docs/rules.md#items-left. */
import { businessDate } from '@atoll/domain/date/business-day';
import { afterSale, type ItemCount, leftOn } from '@atoll/domain/menu/item-count';
import { quantityText } from '@atoll/domain/money/quantity';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { type Actor, provenDevice } from '../../platform/http/actor.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { notify } from '../notification/service.ts';

interface Days {
  readonly timezone: string;
  readonly businessDayCutoff: string;
}

interface CountedItem extends ItemCount {
  readonly name: string;
  readonly key: string;
}

/** Returns the items that are counted, or were counted once; with `ids` these only. */
async function readItems(
  db: Kysely<Database>,
  outletId: number,
  ids?: readonly number[],
): Promise<readonly CountedItem[]> {
  const rows = await db
    .selectFrom('menu_item as item')
    .leftJoin('item_count as count', (join) =>
      join.onRef('count.outlet_id', '=', 'item.outlet_id').onRef('count.menu_item_id', '=', 'item.id'),
    )
    .select(['item.id', 'item.key', 'item.name', 'item.daily_qty', 'count.left_qty', 'count.day'])
    .where('item.outlet_id', '=', outletId)
    .where('item.is_active', '=', true)
    .where((eb) =>
      ids
        ? eb('item.id', 'in', ids)
        : eb.or([eb('item.daily_qty', 'is not', null), eb('count.left_qty', 'is not', null)]),
    )
    .orderBy('item.id')
    .execute();
  return rows.map(({ id, key, name, daily_qty, left_qty, day }) => ({
    menuItemId: id,
    key,
    name,
    left: left_qty === null ? null : left_qty / 1000,
    day: day ?? '',
    ...(daily_qty !== null && { dailyQty: daily_qty }),
  }));
}

/** Returns the counts of an outlet as tills read them. */
export async function readCounts(db: Kysely<Database>, outletId: number): Promise<ItemCount[]> {
  const items = await readItems(db, outletId);
  return items.map(({ name: _name, key: _key, ...count }) => count);
}

/** Returns the ids of the items of which none are left on a business day. */
export async function noneLeft(db: Kysely<Database>, outletId: number, day: string): Promise<ReadonlySet<number>> {
  const counts = await readCounts(db, outletId);
  return new Set(counts.filter((count) => (leftOn(count, day) ?? 1) <= 0).map(({ menuItemId }) => menuItemId));
}

const today = (tx: OutletTx, { timezone, businessDayCutoff }: Days): string =>
  businessDate(tx.now, timezone, businessDayCutoff);

async function daysOf(tx: OutletTx): Promise<Days> {
  const outlet = await tx.db
    .selectFrom('outlet')
    .select(['timezone', 'business_day_cutoff'])
    .where('id', '=', tx.head.outletId)
    .executeTakeFirstOrThrow();
  return { timezone: outlet.timezone, businessDayCutoff: outlet.business_day_cutoff };
}

function writeCount(tx: OutletTx, menu_item_id: number, left: number | null, day: string): void {
  const next = { left_qty: left === null ? null : Math.round(left * 1000), day };
  tx.write(
    tx.db
      .insertInto('item_count')
      .values({ outlet_id: tx.head.outletId, menu_item_id, ...next })
      .onConflict((on) => on.columns(['outlet_id', 'menu_item_id']).doUpdateSet(next)),
  );
  // The device that sold it counts by the answer too.
  tx.change({ entity: 'Countdown', id: menu_item_id, version: 1, action: 'Updated' });
}

/** Marks an outlet as one whose items are counted: its tills fetch the counts from then on. */
export function countItems(tx: OutletTx): void {
  tx.write(
    tx.db
      .updateTable('outlet')
      .set({ counts_items: true })
      .where('id', '=', tx.head.outletId)
      .where('counts_items', '=', false),
  );
  tx.change({ entity: 'Settings', id: null, version: 1, action: 'Updated' });
}

/** Sets how many of an item are left; null: nobody counts it any more. Refused: 'notFound'. */
export async function setLeft(store: Store, actor: Actor, id: number, left: number | null): Promise<void> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const [item] = await readItems(tx.db, tx.head.outletId, [id]);
    if (!item) throw refused('notFound');
    const day = today(tx, await daysOf(tx));
    const before = leftOn(item, day);
    if (before === left && item.day === day) return;
    writeCount(tx, id, left, day);
    // What is cached of the outlet's terms says which items are counted.
    if ((item.left === null) !== (left === null)) countItems(tx);
    tx.history({
      subject: 'Menu Item',
      subjectKey: item.key,
      action: 'Updated',
      userId: actor.userId,
      sentBy: actor.sentBy,
      isRevoked: actor.isRevoked,
      deviceId: provenDevice(actor),
      before: { availableQty: before },
      after: { id, availableQty: left },
    });
  });
}

interface Sold {
  /** By menu item; below 0 what was given back. */
  readonly sold: ReadonlyMap<number, number>;
  /** Returns the part of it that was ordered on a business day or after. */
  readonly soldOn: (day: string) => ReadonlyMap<number, number>;
}

/**
 * Counts what was sold, of an item with a quantity for each day only what was ordered on this one. A count that falls below 0 is told: tills sold more than there was, at the same time
 * or without the server, and the sales stand.
 */
export async function countSold(tx: OutletTx, days: Days, { sold, soldOn }: Sold): Promise<void> {
  if (sold.size === 0) return;
  const { outletId } = tx.head;
  const counted = await tx.remember(
    'counted items',
    async () => new Set((await readCounts(tx.db, outletId)).map(({ menuItemId }) => menuItemId)),
  );
  const ids = [...sold.keys()].filter((id) => counted.has(id));
  if (ids.length === 0) return;
  const day = today(tx, days);
  const ofDay = soldOn(day);
  for (const item of await readItems(tx.db, outletId, ids)) {
    const before = leftOn(item, day);
    const count = (item.dailyQty === undefined ? sold : ofDay).get(item.menuItemId) ?? 0;
    if (before === null || count === 0) continue;
    const left = afterSale(before, count);
    writeCount(tx, item.menuItemId, left, day);
    if (left < 0 && left < before)
      await notify(tx, {
        severity: 'Warning',
        title: `More of ${item.name} was sold than there was`,
        body: `${quantityText(-left)} too many. Tills sold them at the same time or without the server. The sales stand.`,
        entity: 'Menu Item',
        entityId: item.menuItemId,
        permission: 'menu.86',
      });
  }
}
