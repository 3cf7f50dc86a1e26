/** What a tax invoice prints: the parties as they were when it was issued. Source: docs/rules.md#tax-invoice. */
import type { Bill } from '../../bill/bill.ts';
import type { PrintBody } from './print.ts';

/** Returns the print job of a paid bill headed 'Tax Invoice' with its buyer and seller, or 'Receipt' when the bill has no tax invoice. */
export function headedPaid(body: PrintBody, { taxInvoice, completedAt }: Bill): PrintBody {
  if (!taxInvoice) return { ...body, title: 'Receipt' };
  const { buyer, seller, issuedAt, isReissue } = taxInvoice;
  const customer = { ...body.bill.customer, ...buyer };
  return {
    ...body,
    title: 'Tax Invoice',
    bill: { ...body.bill, invoiceType: 'TaxInvoice', customer },
    outlet: { ...body.outlet, ...seller },
    ...(isReissue && { reissue: { at: issuedAt, receiptAt: completedAt ?? issuedAt } }),
  };
}
