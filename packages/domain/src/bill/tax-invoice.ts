/** Tax invoices: who they are for, who issues them, and when a bill may be headed so. Source: docs/rules.md#tax-invoice. */

/** The buyer on a tax invoice, as at its issue. */
export interface TaxBuyer {
  readonly name: string;
  readonly address: string;
  readonly tin: string;
}

/** The seller on a tax invoice, as at its issue. */
export interface TaxSeller extends TaxBuyer {
  readonly legalName: string;
  readonly gstActivityNo: string;
}

export interface TaxInvoice {
  readonly buyer: TaxBuyer;
  /** Null on tax invoices of earlier releases: the outlet as it is now. */
  readonly seller: TaxSeller | null;
  readonly issuedAt: string;
  /** It was issued later, for the receipt of the payment, with the same number. */
  readonly isReissue: boolean;
}

interface CustomerAddress {
  readonly line?: string | undefined;
  readonly area?: string | undefined;
  readonly isDefault?: boolean | undefined;
}

/** The fields of a customer's record that a tax invoice shows. */
export interface TaxCustomer {
  readonly name: string;
  readonly company?: string | undefined;
  readonly tin: string;
  readonly address?: string | undefined;
  readonly addresses?: readonly CustomerAddress[] | undefined;
}

/** Returns the buyer of a customer's record: the company before the person, the address before the list of addresses; null without a TIN. */
export function taxBuyerOf({ name, company, tin, address, addresses = [] }: TaxCustomer): TaxBuyer | null {
  if (tin.trim() === '') return null;
  const other = addresses.find(({ isDefault }) => isDefault) ?? addresses[0];
  const listed = [other?.line, other?.area].filter(Boolean).join(', ');
  return { name: (company || name).trim(), address: (address || listed).trim(), tin: tin.trim() };
}

/** Returns whether a party has the particulars that the law asks for. */
export const isTaxParty = ({ name, address, tin }: TaxBuyer): boolean =>
  [name, address, tin].every((part) => part.trim() !== '');

interface PaidBill {
  readonly status: string | null;
  readonly isVoid: boolean;
  readonly invoiceNumber: string | null;
  readonly refundOfId: number | null;
  readonly taxInvoice?: TaxInvoice | undefined;
}

/** Returns whether a receipt can still become a tax invoice: paid, numbered, no refund, and not one already. */
export const canBecomeTaxInvoice = (bill: PaidBill): boolean =>
  bill.status === 'Complete' && !bill.isVoid && Boolean(bill.invoiceNumber) && !bill.refundOfId && !bill.taxInvoice;
