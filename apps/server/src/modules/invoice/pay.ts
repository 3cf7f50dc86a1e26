/** Payments of purchase invoices, from the bank or from the drawer of the open shift. Source: docs/rules.md#purchase-invoices, docs/rules.md#cash-events. */
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type * as contract from '@atoll/domain/contract/stock/purchase';
import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requirePermission } from '../../platform/http/require-permission.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { moveCash } from '../shift/service.ts';
import { appendHistory, loadDocument, requireStatus, writeDocument } from '../stock/service.ts';
import type { InvoiceRow } from './find.ts';
import { readInvoice } from './service.ts';

type PayInput = BodyOf<typeof contract.payInvoice>;

/** Records a payment and returns the invoice. Idempotent by key. Refused: see the contract. */
export async function payInvoice(store: Store, actor: Actor, input: PayInput): Promise<PurchaseInvoice> {
  requirePermission(actor, 'invoice.post');
  const key = input.key.toLowerCase();
  const now = await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadDocument(tx.db, 'purchase_invoice', actor.outletId, input.id);
    const known = await tx.db
      .selectFrom('purchase_payment')
      .select(['invoice_id', 'amount'])
      .where('outlet_id', '=', actor.outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) {
      if (known.invoice_id !== row.id || known.amount !== input.amount) throw refused('keyReused');
      return tx.now;
    }
    requireStatus(row, 'Posted');
    const due = row.total - row.paid;
    if (input.amount > due)
      throw refused('overpaid', {
        message: 'This is more than the amount owed',
        extra: { due },
        errors: { amount: 'This is more than the amount owed' },
      });
    const shiftId = input.paidFromShift ? await payFromDrawer(tx, actor, row, input, key) : null;
    tx.write(
      tx.db.insertInto('purchase_payment').values({
        outlet_id: actor.outletId,
        key,
        invoice_id: row.id,
        date: input.date,
        amount: input.amount,
        method: input.method,
        reference: input.reference?.trim() ?? '',
        account_id: input.financialAccountId ?? 0,
        shift_id: shiftId,
        made_by: actor.userId,
        made_by_name: actor.name,
        at: tx.now,
      }),
    );
    writeDocument(tx, actor, 'purchase_invoice', row, { paid: row.paid + input.amount });
    const note = { key: row.key, before: { paid: row.paid }, after: { paid: row.paid + input.amount, payment: key } };
    appendHistory(tx, actor, 'Invoice', note, 'Paid');
    return tx.now;
  });
  return readInvoice(store, actor.outletId, input.id, now);
}

/** Takes the money out of the open shift's drawer, which holds rufiyaa only, and returns the shift's id. */
async function payFromDrawer(
  tx: OutletTx,
  actor: Actor,
  row: InvoiceRow,
  input: PayInput,
  key: string,
): Promise<number> {
  requirePermission(actor, 'cash.out');
  if (row.currency !== 'MVR')
    throw refused('invalid', { errors: { paidFromShift: 'Only rufiyaa can be paid from the drawer' } });
  if (tx.head.shiftId === null) throw refused('noShiftActive');
  const reason = `${row.vendor_name}, ${row.vendor_invoice_no}`.slice(0, 200);
  const shift = await moveCash(tx, actor, {
    key,
    shiftId: tx.head.shiftId,
    kind: 'Out',
    amount: input.amount,
    reason,
    type: 'VendorPayment',
    payee: row.vendor_name.slice(0, 80),
  });
  return shift.id;
}
