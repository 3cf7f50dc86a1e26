/** Reads the tax invoice of a paid bill. Source: docs/rules.md#tax-invoice. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { TaxInvoice } from '@atoll/domain/bill/tax-invoice';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import { instant } from '../input/device-time.ts';

/** Returns the bill with its tax invoice, if it has one. */
export async function withTaxInvoice(db: Kysely<Database>, outletId: number, bill: Bill): Promise<Bill> {
  const row = await db
    .selectFrom('tax_invoice')
    .select(['buyer_name', 'buyer_address', 'buyer_tin', 'seller', 'issued_at', 'is_reissue'])
    .where('outlet_id', '=', outletId)
    .where('bill_id', '=', bill.id ?? 0)
    .executeTakeFirst();
  if (row === undefined) {
    const earlier = await earlierOne(db, outletId, bill);
    return earlier === null ? bill : { ...bill, taxInvoice: earlier };
  }
  const buyer = { name: row.buyer_name, address: row.buyer_address, tin: row.buyer_tin };
  const taxInvoice = { buyer, seller: row.seller, issuedAt: instant(row.issued_at), isReissue: row.is_reissue };
  return { ...bill, taxInvoice };
}

/** Returns the tax invoice of a bill that an earlier release headed so: it was asked for and the outlet has a TIN. */
async function earlierOne(db: Kysely<Database>, outletId: number, bill: Bill): Promise<TaxInvoice | null> {
  const { customer, completedAt } = bill;
  if (bill.invoiceType !== 'TaxInvoice' || bill.refundOfId !== null || completedAt === null) return null;
  const outlet = await db.selectFrom('outlet').select('tin').where('id', '=', outletId).executeTakeFirst();
  if (!outlet?.tin) return null;
  const buyer = { name: customer?.name ?? '', address: '', tin: customer?.tin ?? '' };
  return { buyer, seller: null, issuedAt: completedAt, isReissue: false };
}
