/**
 * Commands of stock requests: create, approve, issue and receive. Issuing takes goods out of one storage, receiving puts them into the other. Source:
 * docs/rules.md#stock-requests.
 */

import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type * as contract from '@atoll/domain/contract/stock/stock-request';
import type { StockRequest } from '@atoll/domain/contract/stock/stock-request';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import { receivedWorth } from '@atoll/domain/stock/purchase';
import { expectedOf, isMoved, type RequestOutcome, stepRequest } from '@atoll/domain/stock/request';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import { requirePermission } from '../../../platform/http/require-permission.ts';
import type { RequestLineRow } from '../../../platform/store/schema/schema-stock.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import { indexRecord, removeRecord } from '../../../search/search-index.ts';
import type { StockActor } from '../actor.ts';
import { toThousandths } from '../api-value.ts';
import { type NewMovement, postMovements } from '../movement/post.ts';
import { appendHistory, appendRemoval, changedColumns, nextNumber, withStep } from '../record.ts';
import { findRequest, loadRequest, type RequestRow } from './request-find.ts';

type Content = Omit<BodyOf<typeof contract.createRequest>, 'key'>;

/** Returns the columns of a request's content. Refused: 'invalid' when storages or items do not fit together, 'notFound'. */
async function contentOf(tx: OutletTx, input: Content) {
  const isPurchase = !isMoved(input.purpose);
  const errors: FieldErrors = {};
  if (!isPurchase && input.fromStorageId === 0) errors['fromStorageId'] = 'From is required';
  if (!isPurchase && input.fromStorageId === input.toStorageId) errors['toStorageId'] = 'Choose another storage for To';
  const storageIds = new Set([input.toStorageId, ...(isPurchase ? [] : [input.fromStorageId])].filter((id) => id > 0));
  const storages = await tx.db
    .selectFrom('storage')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('is_active', '=', true)
    .where('id', 'in', [...storageIds])
    .execute();
  if (storages.length < storageIds.size) throw refused('notFound', { message: 'Storage not found' });
  const itemIds = [...new Set(input.lines.map(({ itemId }) => itemId))];
  if (itemIds.length < input.lines.length) errors['lines'] = 'List each item only once';
  const items = await tx.db
    .selectFrom('inventory_item')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', 'in', itemIds)
    .execute();
  if (items.length < itemIds.length) throw refused('notFound', { message: 'Item not found' });
  if (Object.keys(errors).length > 0) throw refused('invalid', { errors });
  const lines = input.lines.map(
    (line, index): RequestLineRow => ({
      id: index + 1,
      itemId: line.itemId,
      qtyRequested: toThousandths(line.qtyRequested),
      qtyApproved: null,
      qtyIssued: null,
      qtyReceived: null,
      issuedWorth: 0,
      note: line.note?.trim() ?? '',
    }),
  );
  return {
    purpose: input.purpose,
    from_storage_id: isPurchase ? 0 : input.fromStorageId,
    to_storage_id: input.toStorageId,
    needed_by: input.neededBy ?? null,
    priority: input.priority ?? ('Normal' as const),
    note: input.note?.trim() ?? '',
    lines: JSON.stringify(lines),
  };
}

/** Creates a draft, or returns the request that already has this key. */
export async function createRequest(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.createRequest>,
): Promise<StockRequest> {
  const key = input.key.toLowerCase();
  await store.writeOutlet(actor.outletId, async (tx) => {
    const known = await tx.db
      .selectFrom('stock_request')
      .select(['purpose', 'to_storage_id'])
      .where('outlet_id', '=', actor.outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) {
      if (known.purpose !== input.purpose || known.to_storage_id !== input.toStorageId) throw refused('keyReused');
      return;
    }
    const content = await contentOf(tx, input);
    const number = await nextNumber(tx, 'stock_request', 'REQ');
    const id = await tx.nextId('stock_request');
    tx.write(
      tx.db.insertInto('stock_request').values({
        outlet_id: actor.outletId,
        id,
        key,
        number,
        ...content,
        status: 'Draft',
        reason: '',
        steps: JSON.stringify(withStep([], tx, actor, 'Draft')),
        created_at: tx.now,
        created_by: actor.userId,
        created_by_name: actor.name,
        modified_at: tx.now,
        modified_by: actor.userId,
      }),
    );
    await indexRecord(tx, { entity: 'Request', id, name: number, words: [content.note], permission: 'Inventory' });
    appendHistory(tx, actor, 'Request', { key, after: { id, number, purpose: content.purpose } }, 'Created');
  });
  return findRequest(store, actor.outletId, key);
}

/** Changes a draft. */
export async function updateRequest(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.updateRequest>,
): Promise<StockRequest> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadRequest(tx.db, actor.outletId, input.id);
    if (row.status !== 'Draft') throw refused('stateForbids', { extra: { status: row.status } });
    if (row.version !== input.version) throw refused('versionOld');
    const content = await contentOf(tx, input);
    writeRequest(tx, actor, row, content);
    appendHistory(tx, actor, 'Request', { key: row.key, ...changedColumns(row, content) }, 'Updated');
  });
  return findRequest(store, actor.outletId, input.id);
}

/** Removes a draft, or a request that came to nothing, from the list. */
export function deleteRequest(store: Store, actor: StockActor, ref: string): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadRequest(tx.db, actor.outletId, ref);
    if (!row.is_active) return;
    if (!['Draft', 'Rejected', 'Cancelled'].includes(row.status))
      throw refused('stateForbids', { extra: { status: row.status } });
    writeRequest(tx, actor, row, { is_active: false });
    await removeRecord(tx, { entity: 'Request', id: row.id });
    appendRemoval(tx, actor, 'Request', row.key);
  });
}

type StepInput = BodyOf<typeof contract.stepRequest>;

/** Moves a request to its next state; returns it unchanged when it is already there. */
export async function moveRequest(store: Store, actor: StockActor, input: StepInput): Promise<StockRequest> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadRequest(tx.db, actor.outletId, input.id);
    if (row.status === input.status && input.status !== 'PartiallyReceived') return;
    if (input.version !== undefined && input.version !== row.version) throw refused('versionOld');
    const quantities = new Map((input.lines ?? []).map(({ id, qty }) => [id, toThousandths(qty)]));
    const result = stepRequest(row, {
      to: input.status,
      quantities,
      ...(input.reason !== undefined && { reason: input.reason }),
    });
    if (!result.ok) throw new Refused(result.refusal);
    const outcome = result.value;
    requireStepPermission(actor, row, outcome);
    const lines = await moveGoods(tx, actor, row, outcome, input.shortage ?? 'Lost');
    const reason = input.reason?.trim() ?? '';
    writeRequest(tx, actor, row, {
      status: outcome.step.to,
      reason: reason || row.reason,
      lines: JSON.stringify(lines),
      steps: JSON.stringify(withStep(row.steps, tx, actor, outcome.step.to, reason)),
    });
    const after = { status: outcome.step.to, moved: Object.fromEntries(outcome.moved), reason };
    appendHistory(tx, actor, 'Request', { key: row.key, before: { status: row.status }, after }, outcome.step.to);
  });
  return findRequest(store, actor.outletId, input.id);
}

/** Throws 'forbidden' or 'ownRequest': only an Admin approves an own request, and issuing needs `stock.adjust`. */
function requireStepPermission(actor: StockActor, row: RequestRow, { step }: RequestOutcome): void {
  if (step.byApprover) {
    requirePermission(actor, 'stock.request.approve');
    const isAdmin = actor.permissions.has('user.manage');
    if (row.created_by === actor.userId && !isAdmin) throw refused('ownRequest');
  }
  if (step.effect === 'issue') requirePermission(actor, 'stock.adjust');
}

/** Posts the movements of a step and returns the lines after it. Goods of a purchase are posted by the vendor's invoice instead. */
async function moveGoods(
  tx: OutletTx,
  actor: StockActor,
  row: RequestRow,
  outcome: RequestOutcome,
  shortage: 'Lost' | 'Returned',
): Promise<readonly RequestLineRow[]> {
  const was = new Map(row.lines.map((line) => [line.id, line]));
  const lines = outcome.lines.map((line): RequestLineRow => ({ ...(was.get(line.id) as RequestLineRow), ...line }));
  if (!isMoved(row.purpose)) return lines;
  const { effect } = outcome.step;
  const movements = lines.flatMap((line): NewMovement[] => {
    const qty = outcome.moved.get(line.id) ?? 0;
    if (qty === 0) return [];
    const shared = { itemId: line.itemId, refType: 'Request' as const, refId: row.id, refLine: String(line.id) };
    const from = was.get(line.id)?.qtyReceived ?? 0;
    const worth = receivedWorth(line.issuedWorth, expectedOf(line), from, qty);
    if (effect === 'issue') return [{ ...shared, storageId: row.from_storage_id, type: 'TransferOut', qty: -qty }];
    if (effect === 'receive') return [{ ...shared, storageId: row.to_storage_id, type: 'TransferIn', qty, worth }];
    return effect === 'close' && shortage === 'Returned'
      ? [{ ...shared, storageId: row.from_storage_id, type: 'TransferRejected', qty, worth }]
      : [];
  });
  const posted = await postMovements(tx, { by: actor, isDone: effect !== 'issue' }, movements);
  if (effect !== 'issue') return lines;
  const worths = new Map(posted.map((one) => [Number(one.ref_line), Math.abs(one.value)]));
  return lines.map((line) => ({ ...line, issuedWorth: worths.get(line.id) ?? 0 }));
}

function writeRequest(tx: OutletTx, actor: StockActor, row: RequestRow, changed: object): void {
  tx.write(
    tx.db
      .updateTable('stock_request')
      .set({ ...changed, version: row.version + 1, modified_at: tx.now, modified_by: actor.userId })
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', row.id),
  );
}
