/** Commands of purchase invoices: create, change, post and cancel. Source: docs/rules.md#purchase-invoices. */

import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type * as contract from '@atoll/domain/contract/stock/purchase';
import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { stepInvoice } from '@atoll/domain/stock/purchase';
import { Refused, refused } from '../../platform/errors/refused.ts';
import { requirePermission } from '../../platform/http/require-permission.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { indexRecord, removeRecord } from '../../search/search-index.ts';
import {
  appendHistory,
  appendRemoval,
  nextNumber,
  postMovements,
  type StockActor,
  withStep,
} from '../stock/service.ts';
import { contentOf } from './content.ts';
import { findInvoice, type InvoiceRow, loadInvoice } from './find.ts';

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
    const known = await tx.db
      .selectFrom('purchase_invoice')
      .select(['vendor_id', 'vendor_invoice_no'])
      .where('outlet_id', '=', actor.outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) {
      if (known.vendor_id !== input.vendorId) throw refused('keyReused');
      return tx.now;
    }
    const content = await contentOf(tx, input, await todayOf(tx.db, actor.outletId, tx.now), 0);
    const number = await nextNumber(tx, 'purchase_invoice', 'PINV');
    const id = await tx.nextId('purchase_invoice');
    tx.write(
      tx.db.insertInto('purchase_invoice').values({
        outlet_id: actor.outletId,
        id,
        key,
        number,
        ...content,
        received_date: null,
        status: 'Draft',
        paid: 0,
        reason: '',
        steps: JSON.stringify(withStep([], tx, actor, 'Draft')),
        created_at: tx.now,
        created_by: actor.userId,
        created_by_name: actor.name,
        modified_at: tx.now,
        modified_by: actor.userId,
      }),
    );
    const words = [content.vendor_invoice_no, content.vendor_name];
    await indexRecord(tx, { entity: 'Invoice', id, name: number, words, permission: 'Invoices' });
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
    const row = await loadInvoice(tx.db, actor.outletId, input.id);
    requireDraft(row);
    if (row.version !== input.version) throw refused('versionOld');
    const content = await contentOf(tx, input, await todayOf(tx.db, actor.outletId, tx.now), row.id);
    writeInvoice(tx, actor, row, content);
    const words = [content.vendor_invoice_no, content.vendor_name];
    await indexRecord(tx, { entity: 'Invoice', id: row.id, name: row.number, words, permission: 'Invoices' });
    const note = { key: row.key, before: { total: row.total }, after: { total: content.total } };
    appendHistory(tx, actor, 'Invoice', note, 'Updated');
    return tx.now;
  });
  return readInvoice(store, actor.outletId, input.id, now);
}

/** Removes a draft from the list. */
export function deleteInvoice(store: Store, actor: StockActor, ref: string): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadInvoice(tx.db, actor.outletId, ref);
    if (!row.is_active) return;
    requireDraft(row);
    writeInvoice(tx, actor, row, { is_active: false });
    await removeRecord(tx, { entity: 'Invoice', id: row.id });
    appendRemoval(tx, actor, 'Invoice', row.key);
  });
}

function requireDraft(row: InvoiceRow): void {
  if (row.status !== 'Draft' || !row.is_active) throw refused('stateForbids', { extra: { status: row.status } });
}

/** Posts a draft or cancels a posted invoice; returns it unchanged when it already has that status. */
export async function moveInvoice(
  store: Store,
  actor: StockActor,
  input: BodyOf<typeof contract.stepInvoice>,
): Promise<PurchaseInvoice> {
  requirePermission(actor, 'invoice.post');
  const now = await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadInvoice(tx.db, actor.outletId, input.id);
    if (row.status === input.status) return tx.now;
    if (!row.is_active) throw refused('notFound');
    const isTotalAcknowledged = input.isTotalAcknowledged ?? row.is_total_acknowledged;
    const facts = { status: row.status, total: row.total, vendorTotal: row.vendor_total, isTotalAcknowledged };
    const to = stepInvoice(facts, input.status, input.reason);
    if (!to.ok) throw new Refused(to.refusal);
    if (to.value === 'Cancelled' && row.paid > 0) throw refused('inUse', { details: 'Part of it is already paid' });
    const reason = input.reason?.trim() ?? '';
    const back = to.value === 'Cancelled' ? await returnGoods(tx, actor, row, reason) : {};
    writeInvoice(tx, actor, row, {
      status: to.value,
      reason: reason || row.reason,
      is_total_acknowledged: isTotalAcknowledged,
      ...back,
      steps: JSON.stringify(withStep(row.steps, tx, actor, to.value, reason)),
    });
    const note = { key: row.key, before: { status: row.status }, after: { status: to.value, reason } };
    appendHistory(tx, actor, 'Invoice', note, to.value);
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

/** Writes changed columns of an invoice and raises its version. */
export function writeInvoice(tx: OutletTx, actor: StockActor, row: InvoiceRow, changed: object): void {
  tx.write(
    tx.db
      .updateTable('purchase_invoice')
      .set({ ...changed, version: row.version + 1, modified_at: tx.now, modified_by: actor.userId })
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', row.id),
  );
}
