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
import type { StockActor } from '../actor.ts';
import { toThousandths } from '../api-value.ts';
import {
  createDocument,
  isCreated,
  loadDocument,
  removeDocument,
  requestKind,
  requireStatus,
  requireVersion,
  writeDocument,
  writeStep,
} from '../document.ts';
import { type NewMovement, postMovements } from '../movement/post.ts';
import { appendHistory, changedColumns } from '../record.ts';
import { findRequest, type RequestRow } from './request-find.ts';

type Content = Omit<BodyOf<typeof contract.createRequest>, 'key'>;

/** Returns the columns of a request's content. Refused: 'invalid' when storages or items do not fit together, 'notFound'. */
async function contentOf(tx: OutletTx, input: Content) {
  const isPurchase = !isMoved(input.purpose);
  const errors: FieldErrors = {};
  if (!isPurchase && input.fromStorageId === 0) errors['fromStorageId'] = 'From is required';
  if (!isPurchase && input.fromStorageId === input.toStorageId)
    errors['toStorageId'] = 'Choose another storage for “To storage”';
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
    const isSame = (row: RequestRow) => row.purpose === input.purpose && row.to_storage_id === input.toStorageId;
    if (await isCreated(tx, 'stock_request', key, isSame)) return;
    const content = await contentOf(tx, input);
    const { id, number } = await createDocument(tx, actor, requestKind, key, content, [content.note]);
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
    const row = await loadDocument(tx.db, 'stock_request', actor.outletId, input.id);
    requireStatus(row, 'Draft');
    requireVersion(row, input.version);
    const content = await contentOf(tx, input);
    writeDocument(tx, actor, 'stock_request', row, content);
    appendHistory(tx, actor, 'Request', { key: row.key, ...changedColumns(row, content) }, 'Updated');
  });
  return findRequest(store, actor.outletId, input.id);
}

/** Removes a draft, or a request that came to nothing, from the list. */
export function deleteRequest(store: Store, actor: StockActor, ref: string): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'stock_request', actor.outletId, ref);
    if (!row.is_active) return;
    requireStatus(row, 'Draft', 'Rejected', 'Cancelled');
    await removeDocument(tx, actor, requestKind, row);
  });
}

type StepInput = BodyOf<typeof contract.stepRequest>;

/** Moves a request to its next state; returns it unchanged when it is already there. */
export async function moveRequest(store: Store, actor: StockActor, input: StepInput): Promise<StockRequest> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'stock_request', actor.outletId, input.id);
    if (row.status === input.status && input.status !== 'PartiallyReceived') return;
    if (input.version !== undefined) requireVersion(row, input.version);
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
    writeStep(tx, actor, requestKind, row, {
      to: outcome.step.to,
      reason,
      changed: { lines: JSON.stringify(lines) },
      noted: { moved: Object.fromEntries(outcome.moved), reason },
    });
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
