/** Commands of stock counts: plan, count (several people at once), review and post. Source: docs/rules.md#stock-counts. */

import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type * as contract from '@atoll/domain/contract/stock/stock-count';
import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import { type CountState, stepCount } from '@atoll/domain/stock/count';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { CountLineRow } from '../../../platform/store/schema/schema-stock.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import type { StockActor } from '../actor.ts';
import { toThousandths } from '../api-value.ts';
import {
  countKind,
  createDocument,
  isCreated,
  loadDocument,
  removeDocument,
  requireStatus,
  requireVersion,
  writeDocument,
  writeStep,
} from '../document.ts';
import { postMovements } from '../movement/post.ts';
import { appendHistory, changedColumns } from '../record.ts';
import { type CountRow, findCount, linesWithVariance } from './count-find.ts';

type Content = Omit<BodyOf<typeof contract.createCount>, 'key'>;

const blank = (itemId: number, snapshot = 0): CountLineRow => ({
  itemId,
  snapshot,
  counted: null,
  countedAt: null,
  expected: null,
  variance: null,
  varianceValue: null,
  reason: '',
});

/** Returns the columns of a planned count. Lines name items only; snapshots are written when counting starts. Refused: 'notFound', 'invalid'. */
async function contentOf(tx: OutletTx, input: Content) {
  const storage = await tx.db
    .selectFrom('storage')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', '=', input.storageId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!storage) throw refused('notFound', { message: 'Storage not found' });
  const errors: FieldErrors = {};
  if (input.scope === 'Category' && !input.category) errors['category'] = 'Category is required';
  const itemIds = [...new Set(input.itemIds ?? [])];
  if (input.scope === 'Items' && itemIds.length === 0) errors['itemIds'] = 'Items are required';
  if (Object.keys(errors).length > 0) throw refused('invalid', { errors });
  return {
    storage_id: input.storageId,
    scope: input.scope,
    category: input.scope === 'Category' ? (input.category ?? '') : '',
    is_blind: input.isBlind ?? false,
    note: input.note?.trim() ?? '',
    lines: JSON.stringify(input.scope === 'Items' ? itemIds.map((id) => blank(id)) : []),
  };
}

/** Creates a planned count, or returns the one that already has this key. */
export async function createCount(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.createCount>,
): Promise<StockCount> {
  const key = input.key.toLowerCase();
  await store.writeOutlet(actor.outletId, async (tx) => {
    const isSame = (row: CountRow) => row.storage_id === input.storageId && row.scope === input.scope;
    if (await isCreated(tx, 'stock_count', key, isSame)) return;
    const content = await contentOf(tx, input);
    const planned = { ...content, started_at: null, posted_at: null };
    const { id, number } = await createDocument(tx, actor, countKind, key, planned, [content.note]);
    appendHistory(tx, actor, 'Count', { key, after: { id, number, storageId: input.storageId } }, 'Created');
  });
  return findCount(store, actor.outletId, key);
}

/** Changes a planned count. Refused: 'stateForbids', 'versionOld'. */
export async function updateCount(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.updateCount>,
): Promise<StockCount> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'stock_count', actor.outletId, input.id);
    requireStatus(row, 'Draft');
    requireVersion(row, input.version);
    const content = await contentOf(tx, input);
    writeDocument(tx, actor, 'stock_count', row, content);
    appendHistory(tx, actor, 'Count', { key: row.key, ...changedColumns(row, content) }, 'Updated');
  });
  return findCount(store, actor.outletId, input.id);
}

/** Removes a planned or cancelled count from the list. Refused: 'stateForbids'. */
export function deleteCount(store: Store, actor: StockActor, ref: string): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'stock_count', actor.outletId, ref);
    if (!row.is_active) return;
    requireStatus(row, 'Draft', 'Cancelled');
    await removeDocument(tx, actor, countKind, row);
  });
}

/** Writes counted quantities and adds lines for items that the count did not have. */
export async function saveCountLines(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.saveCountLines>,
): Promise<StockCount> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'stock_count', actor.outletId, input.id);
    requireStatus(row, 'Counting');
    const lines = new Map(row.lines.map((line) => [line.itemId, line]));
    await requireItems(
      tx,
      input.lines.map(({ itemId }) => itemId).filter((id) => !lines.has(id)),
    );
    for (const { itemId, counted, countedAt, reason } of input.lines) {
      const was = lines.get(itemId) ?? blank(itemId);
      const isGone = counted === null;
      lines.set(itemId, {
        ...was,
        counted: isGone ? null : toThousandths(counted),
        countedAt: isGone ? null : countTime(tx, row, countedAt),
        reason: reason?.trim() ?? was.reason,
      });
    }
    writeDocument(tx, actor, 'stock_count', row, { lines: JSON.stringify([...lines.values()]) });
    appendHistory(tx, actor, 'Count', { key: row.key, after: { lines: input.lines } }, 'Counted');
  });
  return findCount(store, actor.outletId, input.id);
}

/** Returns the time when a line was counted: the time that the device sent, limited to the duration of the count. */
function countTime(tx: OutletTx, row: CountRow, text: string | undefined): number {
  const sent = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(sent) ? tx.now : Math.min(Math.max(sent, row.started_at ?? tx.now), tx.now);
}

async function requireItems(tx: OutletTx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx.db
    .selectFrom('inventory_item')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  if (found.length < new Set(ids).size) throw refused('notFound', { message: 'Item not found' });
}

/** Moves a count to its next state; returns it unchanged when it is already there. */
export async function moveCount(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.stepCount>,
): Promise<StockCount> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'stock_count', actor.outletId, input.id);
    if (row.status === input.status) return;
    const to = stepCount(row, input.status);
    if (!to.ok) throw new Refused(to.refusal);
    const changed = await effectOf(tx, actor, row, to.value);
    writeStep(tx, actor, countKind, row, { to: to.value, reason: input.reason, changed });
  });
  return findCount(store, actor.outletId, input.id);
}

async function effectOf(tx: OutletTx, actor: StockActor, row: CountRow, to: CountState): Promise<object> {
  if (to === 'Counting' && row.status === 'Draft') {
    return { started_at: tx.now, lines: JSON.stringify(await firstLines(tx, row)) };
  }
  if (to !== 'Posted') return {};
  const lines = await linesWithVariance(tx.db, row);
  const found = lines.filter(({ variance }) => variance !== null && variance !== 0);
  const posted = await postMovements(
    tx,
    { by: actor, isDone: true },
    found.map((line) => ({
      itemId: line.itemId,
      storageId: row.storage_id,
      type: 'CountAdjust' as const,
      qty: line.variance ?? 0,
      refType: 'Count' as const,
      refId: row.id,
      reason: line.reason,
    })),
  );
  const values = new Map(posted.map((one) => [one.item_id, one.value]));
  const written = lines.map((line) =>
    line.variance === null ? line : { ...line, varianceValue: values.get(line.itemId) ?? 0 },
  );
  return { posted_at: tx.now, lines: JSON.stringify(written) };
}

/** Returns the lines to count, by scope. An exception count covers items below zero or at their reorder level. */
async function firstLines(tx: OutletTx, row: CountRow): Promise<CountLineRow[]> {
  const items = await tx.db
    .selectFrom('inventory_item as item')
    .leftJoin('stock_level as level', (join) =>
      join
        .onRef('level.outlet_id', '=', 'item.outlet_id')
        .onRef('level.item_id', '=', 'item.id')
        .on('level.storage_id', '=', row.storage_id),
    )
    .select([
      'item.id',
      'item.category',
      'item.is_active',
      'item.reorder_level',
      'item.default_storage_id',
      'level.on_hand',
    ])
    .where('item.outlet_id', '=', tx.head.outletId)
    .orderBy('item.name')
    .execute();
  const named = new Set(row.lines.map(({ itemId }) => itemId));
  const isIn = (item: (typeof items)[number]): boolean => {
    const onHand = item.on_hand ?? 0;
    if (row.scope === 'Items') return named.has(item.id);
    if (!item.is_active && onHand === 0) return false;
    // Skip items that never were in this storage and do not have it as their default.
    if (item.on_hand === null && item.default_storage_id !== row.storage_id) return false;
    if (row.scope === 'Category') return item.category === row.category;
    return row.scope === 'Full' || onHand < 0 || onHand <= (item.reorder_level ?? 0);
  };
  return items.filter(isIn).map((item) => blank(item.id, item.on_hand ?? 0));
}
