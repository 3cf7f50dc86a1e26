/** Validation and totals of a purchase invoice's content. Source: docs/rules.md#purchase-invoices. */

import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { createInvoice } from '@atoll/domain/contract/stock/purchase';
import { addDays, daysBetween } from '@atoll/domain/date/business-day';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import { named } from '@atoll/domain/refusal/sentence';
import { invoiceTotals, receivingOf } from '@atoll/domain/stock/purchase';
import { toStockUnit } from '@atoll/domain/stock/unit';
import { refused } from '../../platform/errors/refused.ts';
import type { PurchaseLineRow } from '../../platform/store/schema/schema-stock.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { toThousandths } from '../stock/service.ts';
import { findAttachments } from './attachment.ts';

export type InvoiceContent = Omit<BodyOf<typeof createInvoice>, 'key'>;

const defaultTermsDays = 30;

/** Returns the columns of an invoice's content, with totals computed. Refused: 'invalid' at the fields, 'notFound', 'duplicate', 'unitUnknown'. */
export async function contentOf(tx: OutletTx, input: InvoiceContent, today: string, id: number) {
  const { outletId } = tx.head;
  const vendor = await tx.db
    .selectFrom('vendor')
    .select(['name', 'terms_days'])
    .where('outlet_id', '=', outletId)
    .where('id', '=', input.vendorId)
    .executeTakeFirst();
  if (!vendor) throw refused('notFound', { message: 'Vendor not found' });
  await requireNew(tx, input, id);
  const dueDate = input.dueDate ?? addDays(input.invoiceDate, vendor.terms_days ?? defaultTermsDays);
  const lines = await linesOf(tx, input);
  const errors: FieldErrors = {};
  if (daysBetween(today, input.invoiceDate) > 1) errors['invoiceDate'] = 'Invoice date is in the future';
  if (dueDate < input.invoiceDate) errors['dueDate'] = 'Due date is before the invoice date';
  const isForeign = (input.currency ?? 'MVR') !== 'MVR';
  if (isForeign && input.rate === undefined) errors['rate'] = 'Rate is required';
  if (Object.keys(errors).length > 0) throw refused('invalid', { errors });
  const terms = {
    gstMode: input.gstMode,
    lines,
    discount: input.discount ?? 0,
    otherCharges: input.otherCharges ?? 0,
  };
  const totals = invoiceTotals(terms);
  const written = lines.map((line, i) => ({ ...line, lineTotal: totals.lineTotals[i] ?? 0 }));
  return {
    vendor_invoice_no: input.vendorInvoiceNo,
    vendor_id: input.vendorId,
    vendor_name: vendor.name,
    invoice_date: input.invoiceDate,
    due_date: dueDate,
    storage_id: await storageOf(tx, input.storageId ?? 0),
    currency: input.currency ?? 'MVR',
    rate: isForeign ? Math.round((input.rate ?? 1) * 10_000) : 10_000,
    gst_mode: input.gstMode,
    lines: JSON.stringify(written),
    discount: totals.discount,
    other_charges: terms.otherCharges,
    sub_total: totals.subTotal,
    gst: totals.gst,
    total: totals.total,
    vendor_total: input.vendorTotal ?? null,
    is_total_acknowledged: input.isTotalAcknowledged ?? false,
    attachments: JSON.stringify(await findAttachments(tx, input.attachments ?? [])),
    note: input.note?.trim() ?? '',
    receiving: receivingOf(written),
  };
}

/** Throws 'duplicate' when another invoice has the same number of the same vendor. */
async function requireNew(tx: OutletTx, input: InvoiceContent, id: number): Promise<void> {
  const others = await tx.db
    .selectFrom('purchase_invoice')
    .select(['id', 'number', 'vendor_invoice_no'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('vendor_id', '=', input.vendorId)
    .where('is_active', '=', true)
    .where('status', '<>', 'Cancelled')
    .where('id', '<>', id)
    .execute();
  const number = input.vendorInvoiceNo.toLowerCase();
  const other = others.find(({ vendor_invoice_no }) => vendor_invoice_no.toLowerCase() === number);
  if (other)
    throw refused('duplicate', {
      details: named(other.number),
      errors: { vendorInvoiceNo: `Invoice ${other.number} already has this number` },
    });
}

async function storageOf(tx: OutletTx, id: number): Promise<number> {
  if (id === 0) return 0;
  const storage = await tx.db
    .selectFrom('storage')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!storage) throw refused('notFound', { message: 'Storage not found' });
  return id;
}

/** Returns lines as they are stored: an item's line with a unit that converts to its stock unit, an expense's line with its account. Refused: 'invalid'. */
async function linesOf(tx: OutletTx, input: InvoiceContent): Promise<PurchaseLineRow[]> {
  const { outletId } = tx.head;
  const ids = (of: 'itemId' | 'financialAccountId') => [0, ...input.lines.map((line) => line[of] ?? 0)];
  const items = await tx.db
    .selectFrom('inventory_item')
    .select(['id', 'stock_unit', 'purchase_unit', 'purchase_factor'])
    .where('outlet_id', '=', outletId)
    .where('id', 'in', ids('itemId'))
    .execute();
  const accounts = await tx.db
    .selectFrom('account')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('kind', '=', 'Financial')
    .where('id', 'in', ids('financialAccountId'))
    .execute();
  const errors: FieldErrors = {};
  const lines = input.lines.map((line, index): PurchaseLineRow => {
    const item = items.find(({ id }) => id === line.itemId);
    const account = accounts.find(({ id }) => id === line.financialAccountId);
    const isItem = line.kind === 'Item';
    if (isItem && !item) errors[`lines[${index}].itemId`] = 'Item is required';
    if (!isItem && !account) errors[`lines[${index}].financialAccountId`] = 'Account is required';
    const unit = isItem ? line.unit?.trim() || item?.purchase_unit || item?.stock_unit || '' : '';
    if (item && isItem) {
      const units = { stockUnit: item.stock_unit, purchaseUnit: item.purchase_unit, factor: item.purchase_factor ?? 0 };
      if (!toStockUnit(units, unit).ok)
        errors[`lines[${index}].unit`] = `${unit} cannot be converted to ${item.stock_unit}`;
    }
    return {
      id: index + 1,
      kind: line.kind,
      itemId: isItem ? (item?.id ?? 0) : 0,
      accountId: isItem ? 0 : (account?.id ?? 0),
      description: line.description?.trim() ?? '',
      qty: toThousandths(line.qty),
      unit,
      unitPrice: line.unitPrice,
      discountBp: Math.round((line.discountPct ?? 0) * 100),
      gstBp: Math.round((line.gstPct ?? 0) * 100),
      lineTotal: 0,
      qtyReceived: 0,
      receivedWorth: 0,
      batch: line.batch?.trim() ?? '',
      expiry: line.expiry ?? null,
    };
  });
  if (Object.keys(errors).length > 0) throw refused('invalid', { errors });
  return lines;
}
