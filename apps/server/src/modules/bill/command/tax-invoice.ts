/** Makes tax invoices of receipts, which needs the permission of a reprint and is recorded. Source: docs/rules.md#tax-invoice, docs/rules.md#permissions. */
import type { Bill } from '@atoll/domain/bill/bill';
import { canBecomeTaxInvoice, isTaxParty } from '@atoll/domain/bill/tax-invoice';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../../platform/errors/refused.ts';
import type { Store } from '../../../platform/store/store.ts';
import { allow, type BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';
import { outletTerms } from '../input/outlet-terms.ts';
import { loadBill } from '../read/load.ts';
import { withRowsBeside } from '../read/rows-beside.ts';
import { taxInvoiceRow, writeTaxInvoice } from '../record/tax-invoice.ts';

/**
 * Returns the bill with its tax invoice, which has the number of the receipt; the bill itself is unchanged. Idempotent by key. Refused: 'notFound',
 * 'stateForbids' (not paid, a refund, or a tax invoice already), 'sellerIncomplete', 'keyReused', 'forbidden', 'approvalNeeded'.
 */
export function issueTaxInvoice(
  store: Store,
  actor: BillActor,
  input: BodyOf<typeof contract.issueTaxInvoice>,
): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const { outletId } = tx.head;
    const key = input.key.toLowerCase();
    const stored = await loadBill(tx, actor, input.billId);
    const bill = await withRowsBeside(tx.db, outletId, stored.bill);
    const known = await tx.db
      .selectFrom('tax_invoice')
      .select('bill_id')
      .where('outlet_id', '=', outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known?.bill_id === bill.id) return bill;
    if (known !== undefined) throw refused('keyReused');
    if (!canBecomeTaxInvoice(bill)) throw refused('stateForbids', { extra: { bill } });
    const { seller } = (await outletTerms(tx)).outlet;
    if (!isTaxParty(seller)) throw refused('sellerIncomplete');
    const approval = await allow(tx, actor, [{ permission: 'bill.reprint', subjectKey: bill.key }]);
    const taxInvoice = { buyer: input.buyer, seller, issuedAt: instant(tx.now), isReissue: true };
    writeTaxInvoice(tx, actor, bill, { taxInvoice, key });
    tx.history({
      subject: 'Bill',
      subjectKey: bill.key,
      action: 'TaxInvoice',
      userId: actor.userId,
      deviceId: actor.deviceId,
      ...(approval === null ? {} : { approvalKey: approval }),
      after: { invoiceNumber: bill.invoiceNumber, ...input.buyer },
      written: { tax_invoice: taxInvoiceRow(actor, bill, { taxInvoice, key }) },
    });
    tx.change({ entity: 'Bill', id: bill.id, version: bill.version, action: 'Updated' }, actor.connectionId);
    return { ...bill, taxInvoice };
  });
}
