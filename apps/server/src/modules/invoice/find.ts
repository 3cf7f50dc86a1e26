/** Reads purchase invoices. Source: docs/rules.md#purchase-invoices. */
import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { invoiceStates, paymentOf, receivingStates } from '@atoll/domain/stock/purchase';
import { type Kysely, type Selectable, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { containsPattern, type ListRequest, type Page } from '../../platform/http/list.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { PurchasePaymentTable } from '../../platform/store/schema/schema-stock.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  choiceFilter,
  type DocumentRow,
  fromThousandths,
  idFilter,
  instant,
  loadDocument,
  pageOfRows,
  presentSteps,
  type RowSorts,
  sortNames,
  storageNames,
} from '../stock/service.ts';

export type InvoiceRow = DocumentRow<'purchase_invoice'>;
export type PaymentRow = Selectable<PurchasePaymentTable>;
const sorts: RowSorts<PurchaseInvoice> = {
  columns: {
    number: 'number',
    vendorInvoiceNo: 'vendor_invoice_no',
    vendorName: 'vendor_name',
    invoiceDate: 'invoice_date',
    dueDate: sql`coalesce(due_date, '')`,
    total: 'total',
    status: 'status',
    receiving: 'receiving',
    note: 'note',
  },
  values: { paymentState: (row) => row.paymentState, storageName: (row) => row.storageName },
};
export const invoiceSorts = sortNames(sorts);

function paymentsOf(db: Kysely<Database>, outletId: number, ids: readonly number[]): Promise<PaymentRow[]> {
  return db
    .selectFrom('purchase_payment')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('invoice_id', 'in', ids)
    .orderBy('date')
    .orderBy('at')
    .execute();
}

/** Returns the names of the items and expense accounts in the lines of invoices, by id. */
async function namesOf(db: Kysely<Database>, outletId: number, rows: readonly InvoiceRow[]) {
  const lines = rows.flatMap((row) => row.lines);
  const itemIds = [...new Set(lines.map(({ itemId }) => itemId))];
  const accountIds = [...new Set(lines.map(({ accountId }) => accountId))];
  const items = await db
    .selectFrom('inventory_item')
    .select(['id', 'name'])
    .where('outlet_id', '=', outletId)
    .where('id', 'in', [0, ...itemIds])
    .execute();
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('outlet_id', '=', outletId)
    .where('id', 'in', [0, ...accountIds])
    .execute();
  return {
    items: new Map(items.map(({ id, name }) => [id, name])),
    accounts: new Map(accounts.map(({ id, name }) => [id, name])),
  };
}

/** Returns invoices as the API sends them. An unpaid invoice is overdue when its due date is before `today` ('YYYY-MM-DD'). */
export async function presentInvoices(
  db: Kysely<Database>,
  outletId: number,
  rows: readonly InvoiceRow[],
  today: string,
): Promise<PurchaseInvoice[]> {
  if (rows.length === 0) return [];
  const payments = await paymentsOf(
    db,
    outletId,
    rows.map(({ id }) => id),
  );
  const names = await namesOf(db, outletId, rows);
  const storages = await storageNames(db, outletId);
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    version: row.version,
    number: row.number,
    vendorInvoiceNo: row.vendor_invoice_no,
    vendorId: row.vendor_id,
    vendorName: row.vendor_name,
    invoiceDate: row.invoice_date,
    dueDate: row.due_date,
    receivedDate: row.received_date,
    storageId: row.storage_id,
    storageName: storages.get(row.storage_id) ?? '',
    currency: row.currency,
    rate: row.rate / 10_000,
    gstMode: row.gst_mode,
    lines: row.lines.map((line) => ({
      id: line.id,
      kind: line.kind,
      itemId: line.itemId,
      financialAccountId: line.accountId,
      name: names.items.get(line.itemId) ?? names.accounts.get(line.accountId) ?? '',
      description: line.description,
      qty: fromThousandths(line.qty),
      unit: line.unit,
      unitPrice: line.unitPrice,
      discountPct: line.discountBp / 100,
      gstPct: line.gstBp / 100,
      lineTotal: line.lineTotal,
      qtyReceived: fromThousandths(line.qtyReceived),
      batch: line.batch,
      expiry: line.expiry,
    })),
    discount: row.discount,
    otherCharges: row.other_charges,
    subTotal: row.sub_total,
    gst: row.gst,
    total: row.total,
    vendorTotal: row.vendor_total,
    isTotalAcknowledged: row.is_total_acknowledged,
    attachments: row.attachments.map(({ name, url, mime = 'image/webp' as const }) => ({ name, url, mime })),
    note: row.note,
    status: row.status,
    receiving: row.receiving,
    paid: row.paid,
    paymentState: paymentOf(row.total, row.paid, row.due_date, today),
    payments: payments
      .filter(({ invoice_id }) => invoice_id === row.id)
      .map((one) => ({
        key: one.key,
        date: one.date,
        amount: one.amount,
        method: one.method,
        reference: one.reference,
        financialAccountId: one.account_id,
        paidFromShift: one.shift_id !== null,
        byName: one.made_by_name,
      })),
    reason: row.reason,
    steps: presentSteps(row.steps),
    createdAt: instant(row.created_at),
    createdByName: row.created_by_name,
  }));
}

/** Returns one invoice. */
export function findInvoice(
  store: Store,
  outletId: number,
  ref: number | string,
  today: string,
): Promise<PurchaseInvoice> {
  return store.readOutlet(outletId, async (db) => {
    const [invoice] = await presentInvoices(
      db,
      outletId,
      [await loadDocument(db, 'purchase_invoice', outletId, ref)],
      today,
    );
    if (!invoice) throw refused('notFound');
    return invoice;
  });
}

interface InvoiceFilters {
  readonly status?: string | undefined;
  readonly vendorId?: string | undefined;
  readonly receiving?: string | undefined;
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns a page (or the first 1000) of the invoices, filtered by the vendor's invoice date. */
export function listInvoices(
  store: Store,
  outletId: number,
  request: ListRequest<string>,
  filters: InvoiceFilters,
  today: string,
): Promise<Page<PurchaseInvoice> | PurchaseInvoice[]> {
  const status = choiceFilter('status', filters.status, invoiceStates);
  const receiving = choiceFilter('receiving', filters.receiving, receivingStates);
  const vendorId = idFilter('vendorId', filters.vendorId) ?? idFilter('id', request.parent);
  return store.readForLists(outletId, (db) => {
    let found = db.selectFrom('purchase_invoice').where('outlet_id', '=', outletId).where('is_active', '=', true);
    if (status) found = found.where('status', '=', status);
    if (receiving) found = found.where('receiving', '=', receiving);
    if (vendorId !== undefined) found = found.where('vendor_id', '=', vendorId);
    if (request.from !== undefined) found = found.where('invoice_date', '>=', day(request.from));
    if (request.to !== undefined) found = found.where('invoice_date', '<=', day(request.to));
    if (request.search) {
      const pattern = containsPattern(request.search.toLowerCase());
      const has = (column: string) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
      found = found.where((eb) => eb.or([has('number'), has('vendor_invoice_no'), has('vendor_name'), has('note')]));
    }
    return pageOfRows(found.selectAll(), request, sorts, (rows) => presentInvoices(db, outletId, rows, today));
  });
}
