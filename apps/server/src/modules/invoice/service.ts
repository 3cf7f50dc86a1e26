/** Commands of purchase invoices: create, change, post and cancel. Source: docs/rules.md#purchase-invoices. */

import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type * as contract from '@atoll/domain/contract/stock/purchase';
import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { stepInvoice } from '@atoll/domain/stock/purchase';
import { Refused, refused } from '../../platform/errors/refused.ts';
import { requirePermission } from '../../platform/http/require-permission.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { indexRecord } from '../../search/search-index.ts';
import {
  appendHistory,
  createDocument,
  invoiceKind,
  isCreated,
  loadDocument,
  postMovements,
  removeDocument,
  requireStatus,
  requireVersion,
  type StockActor,
  writeDocument,
  writeStep,
} from '../stock/service.ts';
import { contentOf } from './content.ts';
import { findInvoice, type InvoiceRow } from './find.ts';

/** Returns an invoice as the API sends it. `now` (epoch ms) decides whether it is overdue. */
export async function readInvoice(
  store: Store,
  outletId: number,
  ref: number | string,
  now: number,
): Promise<PurchaseInvoice> {
  const today = await store.readOutlet(outletId, (db) => todayOf(db, outletId, now));
  return findInvoice(store, outletId, ref, today);
}

/** Creates a draft, or returns the one that already has this key. */
export async function createInvoice(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.createInvoice>,
): Promise<PurchaseInvoice> {
  const key = input.key.toLowerCase();
  const now = await store.writeOutlet(actor.outletId, async (tx) => {
    const isSame = (row: InvoiceRow) => row.vendor_id === input.vendorId;
    if (await isCreated(tx, 'purchase_invoice', key, isSame)) return tx.now;
    const content = await contentOf(tx, input, await todayOf(tx.db, actor.outletId, tx.now), 0);
    const draft = { ...content, received_date: null, paid: 0 };
    const { id, number } = await createDocument(tx, actor, invoiceKind, key, draft, wordsOf(content));
    appendHistory(tx, actor, 'Invoice', { key, after: { id, number, total: content.total } }, 'Created');
    return tx.now;
  });
  return readInvoice(store, actor.outletId, key, now);
}

/** Changes a draft. */
export async function updateInvoice(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.updateInvoice>,
): Promise<PurchaseInvoice> {
  const now = await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'purchase_invoice', actor.outletId, input.id);
    requireDraft(row);
    requireVersion(row, input.version);
    const content = await contentOf(tx, input, await todayOf(tx.db, actor.outletId, tx.now), row.id);
    writeDocument(tx, actor, 'purchase_invoice', row, content);
    const { subject: entity, permission } = invoiceKind;
    await indexRecord(tx, { entity, id: row.id, name: row.number, words: wordsOf(content), permission });
    const note = { key: row.key, before: { total: row.total }, after: { total: content.total } };
    appendHistory(tx, actor, 'Invoice', note, 'Updated');
    return tx.now;
  });
  return readInvoice(store, actor.outletId, input.id, now);
}

/** Removes a draft from the list. */
export function deleteInvoice(store: Store, actor: StockActor, ref: string): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'purchase_invoice', actor.outletId, ref);
    if (!row.is_active) return;
    requireDraft(row);
    await removeDocument(tx, actor, invoiceKind, row);
  });
}

function requireDraft(row: InvoiceRow): void {
  requireStatus(row, ...(row.is_active ? ['Draft'] : []));
}

/** Returns the words by which an invoice is found, in addition to its number. */
function wordsOf(content: { readonly vendor_invoice_no: string; readonly vendor_name: string }): readonly string[] {
  return [content.vendor_invoice_no, content.vendor_name];
}

/** Posts a draft or cancels a posted invoice; returns it unchanged when it already has that status. */
export async function moveInvoice(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.stepInvoice>,
): Promise<PurchaseInvoice> {
  requirePermission(actor, 'invoice.post');
  const now = await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'purchase_invoice', actor.outletId, input.id);
    if (row.status === input.status) return tx.now;
    if (!row.is_active) throw refused('notFound');
    const isTotalAcknowledged = input.isTotalAcknowledged ?? row.is_total_acknowledged;
    const facts = { status: row.status, total: row.total, vendorTotal: row.vendor_total, isTotalAcknowledged };
    const to = stepInvoice(facts, input.status, input.reason);
    if (!to.ok) throw new Refused(to.refusal);
    if (to.value === 'Cancelled' && row.paid > 0) throw refused('inUse', { details: 'Part of it is already paid' });
    const reason = input.reason?.trim() ?? '';
    const back = to.value === 'Cancelled' ? await returnGoods(tx, actor, row, reason) : {};
    writeStep(tx, actor, invoiceKind, row, {
      to: to.value,
      reason,
      changed: { is_total_acknowledged: isTotalAcknowledged, ...back },
      noted: { reason },
    });
    return tx.now;
  });
  return readInvoice(store, actor.outletId, input.id, now);
}

/** Posts the received goods of a cancelled invoice out of stock, at their current cost, and returns the changed columns. */
async function returnGoods(tx: OutletTx, actor: StockActor, row: InvoiceRow, reason: string): Promise<object> {
  const came = await tx.db
    .selectFrom('stock_movement')
    .select(['item_id', 'storage_id', 'qty', 'ref_line'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('ref_type', '=', 'Invoice')
    .where('ref_id', '=', row.id)
    .where('type', '=', 'Purchase')
    .orderBy('id')
    .execute();
  await postMovements(
    tx,
    { by: actor, isDone: true },
    came.map((one) => ({
      itemId: one.item_id,
      storageId: one.storage_id,
      type: 'PurchaseReturn' as const,
      qty: -one.qty,
      refType: 'Invoice' as const,
      refId: row.id,
      refLine: one.ref_line,
      reason,
    })),
  );
  const lines = row.lines.map((line) => ({ ...line, qtyReceived: 0, receivedWorth: 0 }));
  return { lines: JSON.stringify(lines), receiving: 'NotReceived' };
}
