/**
 * Receiving goods of a purchase invoice into stock at their cost: price less discounts, plus their share of other charges, without GST. Source:
 * docs/rules.md#stock-value.
 */

import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type * as contract from '@atoll/domain/contract/stock/purchase';
import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import { inLaari, invoiceTotals, receivedWorth, receivingOf } from '@atoll/domain/stock/purchase';
import { scaleQty, toStockUnit } from '@atoll/domain/stock/unit';
import { Refused, refused } from '../../platform/errors/refused.ts';
import { requirePermission } from '../../platform/http/require-permission.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { PurchaseLineRow } from '../../platform/store/schema/schema-stock.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import {
  appendHistory,
  fromThousandths,
  loadDocument,
  type NewMovement,
  postMovements,
  requireStatus,
  type StockActor,
  stockTerms,
  toThousandths,
  withStep,
  writeDocument,
} from '../stock/service.ts';
import type { InvoiceRow } from './find.ts';
import { readInvoice } from './service.ts';

type ReceiveInput = BodyOf<typeof contract.receiveInvoice>;

interface ReceivedLine {
  readonly line: PurchaseLineRow;
  readonly qty: number;
  readonly worth: number;
}

/** Receives goods into stock and returns the invoice. Idempotent by key. Refused: 'stateForbids', 'invalid', 'notFound'. */
export async function receiveInvoice(store: Store, actor: StockActor, input: ReceiveInput): Promise<PurchaseInvoice> {
  requirePermission(actor, 'invoice.post');
  const now = await store.writeOutlet(actor.outletId, async (tx) => {
    const key = input.key.toLowerCase();
    const row = await loadDocument(tx.db, 'purchase_invoice', actor.outletId, input.id);
    if (row.steps.some((step) => step.key === key)) return tx.now;
    requireStatus(row, 'Posted');
    const received = receivedLines(row, input);
    const storageId = await storageOf(tx, input.storageId || row.storage_id);
    const movements = await movementsOf(tx, row, received, storageId);
    await postMovements(tx, { by: actor }, movements);
    const came = new Map(received.map((one) => [one.line.id, one]));
    const lines = row.lines.map((line) => {
      const one = came.get(line.id);
      if (!one) return line;
      return { ...line, qtyReceived: line.qtyReceived + one.qty, receivedWorth: line.receivedWorth + one.worth };
    });
    writeDocument(tx, actor, 'purchase_invoice', row, {
      lines: JSON.stringify(lines),
      receiving: receivingOf(lines),
      storage_id: storageId,
      received_date: input.date ?? (await todayOf(tx.db, actor.outletId, tx.now)),
      steps: JSON.stringify(withStep(row.steps, tx, actor, 'Received', '', key)),
    });
    const after = received.map(({ line, qty }) => ({ line: line.id, qty: fromThousandths(qty) }));
    appendHistory(tx, actor, 'Invoice', { key: row.key, after: { received: after, storageId } }, 'Received');
    return tx.now;
  });
  return readInvoice(store, actor.outletId, input.id, now);
}

/** Returns the received quantity of each line (thousandths) and its value in laari. Refused: 'invalid' for more than is outstanding, or for nothing. */
function receivedLines(row: InvoiceRow, input: ReceiveInput): ReceivedLine[] {
  const requested = input.lines && new Map(input.lines.map(({ id, qty }) => [id, toThousandths(qty)]));
  const worths = invoiceTotals({
    gstMode: row.gst_mode,
    lines: row.lines,
    discount: row.discount,
    otherCharges: row.other_charges,
  }).worths.map((worth) => inLaari(worth, row.rate));
  const errors: FieldErrors = {};
  const received = row.lines.flatMap((line, index): ReceivedLine[] => {
    const rest = line.kind === 'Item' ? line.qty - line.qtyReceived : 0;
    const qty = requested ? (requested.get(line.id) ?? 0) : rest;
    if (qty > rest) errors[`lines[${index}].qty`] = `You can receive at most ${fromThousandths(rest)}`;
    if (qty === 0) return [];
    return [{ line, qty, worth: receivedWorth(worths[index] ?? 0, line.qty, line.qtyReceived, qty) }];
  });
  if (received.length === 0 && Object.keys(errors).length === 0)
    errors['lines'] = 'Enter the quantity of at least one item';
  if (Object.keys(errors).length > 0) throw refused('invalid', { errors });
  return received;
}

async function storageOf(tx: OutletTx, asked: number): Promise<number> {
  const id = asked || (await stockTerms(tx)).receivingStorageId;
  const storage = await tx.db
    .selectFrom('storage')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!storage) throw refused('invalid', { errors: { storageId: 'Storage is required' } });
  return storage.id;
}

/** Returns the movements of received goods, with purchase units such as a case converted to stock units. */
async function movementsOf(
  tx: OutletTx,
  row: InvoiceRow,
  received: readonly ReceivedLine[],
  storageId: number,
): Promise<NewMovement[]> {
  const items = await tx.db
    .selectFrom('inventory_item')
    .select(['id', 'stock_unit', 'purchase_unit', 'purchase_factor'])
    .where('outlet_id', '=', tx.head.outletId)
    .where(
      'id',
      'in',
      received.map(({ line }) => line.itemId),
    )
    .execute();
  const known = new Map(items.map((item) => [item.id, item]));
  return received.map(({ line, qty, worth }): NewMovement => {
    const item = known.get(line.itemId);
    if (!item) throw refused('notFound', { message: 'Item not found' });
    const units = { stockUnit: item.stock_unit, purchaseUnit: item.purchase_unit, factor: item.purchase_factor ?? 0 };
    const ratio = toStockUnit(units, line.unit);
    if (!ratio.ok) throw new Refused(ratio.refusal);
    return {
      itemId: item.id,
      storageId,
      type: 'Purchase',
      qty: scaleQty(qty, ratio.value),
      worth,
      refType: 'Invoice',
      refId: row.id,
      refLine: String(line.id),
      batch: line.batch,
      expiry: line.expiry,
      reason: row.vendor_name.slice(0, 200),
    };
  });
}
