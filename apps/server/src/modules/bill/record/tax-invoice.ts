/** Issues tax invoices: at the payment, or later for a receipt. Source: docs/rules.md#tax-invoice. */
import type { Bill } from '@atoll/domain/bill/bill';
import { isTaxParty, type TaxInvoice } from '@atoll/domain/bill/tax-invoice';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';
import { billCustomer } from '../input/bill-customer.ts';
import type { OutletTerms } from '../input/outlet-terms.ts';
import { customerById, insertTaxInvoice } from '../read/queries.ts';

/**
 * Returns the tax invoice that a bill gets with its payment, with the customer's record as it is now. Returns null when none is asked for, or when
 * the outlet or the customer lacks a particular: the guest gets a receipt, which can become a tax invoice later.
 */
export async function taxInvoiceAt(
  tx: OutletTx,
  { invoiceType, customerId }: Bill,
  { outlet: { seller } }: OutletTerms,
  issuedAt: string,
): Promise<TaxInvoice | null> {
  if (invoiceType !== 'TaxInvoice' || customerId <= 0 || !isTaxParty(seller)) return null;
  const [row] = await tx.load(customerById, { outletId: tx.head.outletId, id: customerId });
  const buyer = row && billCustomer(row, false).buyer;
  return buyer && isTaxParty(buyer) ? { buyer, seller, issuedAt, isReissue: false } : null;
}

/** A tax invoice; `key` is that of the command, or of the bill when it was issued with the payment. */
interface Issued {
  readonly taxInvoice: TaxInvoice;
  readonly key: string;
}

/** Returns the row of a tax invoice without its outlet and bill. */
export function taxInvoiceRow({ userId }: BillActor, { businessDate }: Bill, { taxInvoice, key }: Issued) {
  if (businessDate === null) throw new Error('A tax invoice has a day');
  const { buyer, seller, issuedAt, isReissue } = taxInvoice;
  return {
    key,
    business_date: businessDate,
    issued_at: Date.parse(issuedAt),
    issued_by: userId,
    is_reissue: isReissue,
    buyer_name: buyer.name,
    buyer_address: buyer.address,
    buyer_tin: buyer.tin,
    seller,
  };
}

/** Writes a tax invoice. */
export function writeTaxInvoice(tx: OutletTx, actor: BillActor, bill: Bill, issued: Issued): void {
  if (bill.id === null) throw new Error('A tax invoice has a bill');
  const row = taxInvoiceRow(actor, bill, issued);
  const seller = JSON.stringify(row.seller);
  tx.write(insertTaxInvoice, { ...row, outlet_id: tx.head.outletId, bill_id: bill.id, seller });
}
