/**
 * Writes the prices of a price change into the menu when its business day begins. Tills have sold at them since then: they have the plan. In one of
 * the server processes. Source: R21.5, docs/rules.md#price-lists.
 */
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { DatedPrice } from '@atoll/domain/price/rules';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { priceChange } from '@atoll/domain/resources/price-change';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { createLease } from '../../platform/store/lease.ts';
import type { StoreLog } from '../../platform/store/open-store.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { updateIn } from '../../resource/write.ts';
import { menuItemHooks } from '../menu/service.ts';
import { appliedHooks, dayNow } from './change-hooks.ts';

const intervalMs = 60_000;
/** No place on earth is further ahead of UTC. */
const aheadMs = 14 * 3_600_000;

/** Returns the outlets that have a price change whose day may have started, by one query. */
async function outletsWithDue(store: Store, now: number): Promise<readonly number[]> {
  const latest = new Date(now + aheadMs).toISOString().slice(0, 10);
  const rows = await store.readAllOutlets((db) =>
    db
      .selectFrom('price_change')
      .select('outlet_id')
      .distinct()
      // As the index of planned changes says it: SQLite would not use it for parameters.
      .where(sql<boolean>`status = 'Planned' and is_active`)
      .where('from_date', '<=', latest)
      .execute(),
  );
  return rows.map((row) => row.outlet_id);
}

/** Returns who applies a change: the person who wrote it last, with what it needs. */
function actorOf(tx: OutletTx, userId: number | null): Actor {
  const { outletId } = tx.head;
  return {
    userId: userId ?? 0,
    sessionId: '',
    name: '',
    role: '',
    outletId,
    outlets: [outletId],
    permissions: new Set(['Menu Items', 'menu.edit', 'Prices', 'price.manage']),
    approvable: new Set(),
    limits: {},
    deviceId: '',
    connectionId: undefined,
  };
}

/** Writes new prices into the sizes of an item. What the item no longer has is left out. */
async function writePrices(tx: OutletTx, actor: Actor, id: number, prices: readonly DatedPrice[]): Promise<void> {
  const row = await tx.db
    .selectFrom('menu_item')
    .select(['version', 'sizes'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!row) return;
  const priceOf = new Map(prices.map(({ size, price }) => [size, price]));
  const sizes = row.sizes.map(
    (size): MenuSize => ({ ...size, sellingPrice: priceOf.get(size.value) ?? size.sellingPrice }),
  );
  const resource = { definition: menuItem, hooks: menuItemHooks };
  await updateIn(tx, actor, resource, { id, version: row.version, sizes });
}

/** Applies the changes of an outlet whose day has started, the earliest first. */
async function applyIn(tx: OutletTx): Promise<void> {
  const due = await tx.db
    .selectFrom('price_change')
    .select(['id', 'version', 'prices', 'modified_by'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('status', '=', 'Planned')
    .where('is_active', '=', true)
    .where('from_date', '<=', await dayNow(tx))
    .orderBy('from_date')
    .orderBy('id')
    .execute();
  for (const { id, version, prices, modified_by } of due) {
    const actor = actorOf(tx, modified_by);
    for (const [itemId, rows] of Map.groupBy(prices as readonly DatedPrice[], ({ menuItemId }) => menuItemId))
      await writePrices(tx, actor, itemId, rows);
    const resource = { definition: priceChange, hooks: appliedHooks };
    await updateIn(tx, actor, resource, { id, version, status: 'Applied' });
  }
}

/** Applies the price changes of all outlets whose day has started at `now` (epoch ms). */
export async function applyDueChanges(store: Store, now: number): Promise<void> {
  for (const outletId of await outletsWithDue(store, now)) await store.writeOutlet(outletId, applyIn);
}

/** Does so each minute, in one of the server processes; returns the function that stops it. */
export function applyChangesOnTime(store: Store, clock: () => number, log: StoreLog): () => void {
  const lease = createLease(store, 'price changes', clock);
  const applyAlone = async (): Promise<void> => {
    if (await lease.take()) await applyDueChanges(store, clock());
  };
  const timer = setInterval(() => {
    applyAlone().catch((error: unknown) => log.warn({ err: error }, 'price changes could not be applied'));
  }, intervalMs).unref();
  return () => clearInterval(timer);
}
