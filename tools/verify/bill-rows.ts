/** Reads completed bills page by page, with their payments, corrections, refund and history. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';
import { notesOf } from './notes.ts';

const pageSize = 250;

export type StoredSale = Awaited<ReturnType<typeof readSales>>[number];

/** Returns the next completed bills after an id; an empty list after the last one. */
export async function readSales(db: Kysely<Database>, outletId: number, after: number) {
  const bills = await db
    .selectFrom('bill')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('status', '=', 'Complete')
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageSize)
    .execute();
  if (bills.length === 0) return [];
  const ids = bills.map(({ id }) => id);
  const actions = ['Paid', 'Refunded', 'PaymentCorrected', 'Delivery', 'TaxInvoice', 'Printed'];
  const notes = await notesOf(db, outletId, { subject: 'Bill', keys: bills.map(({ key }) => key), actions });
  const payments = Map.groupBy(await beside(db, 'payment', outletId, ids), (row) => row.bill_id);
  const exchanges = Map.groupBy(await exchangesOf(db, outletId, ids), (row) => row.bill_id);
  const sold = Map.groupBy(await beside(db, 'sold_item', outletId, ids), (row) => row.bill_id);
  const refunded = Map.groupBy(await beside(db, 'refund_item', outletId, ids), (row) => row.bill_id);
  const paidLess = new Map((await beside(db, 'paid_less', outletId, ids)).map((row) => [row.bill_id, row]));
  const taxInvoices = new Map((await beside(db, 'tax_invoice', outletId, ids)).map((row) => [row.bill_id, row]));
  const refunds = new Map((await refundsOf(db, outletId, ids)).map((row) => [row.refund_id, row]));
  return bills.map((bill) => ({
    ...bill,
    notes: notes.get(bill.key) ?? [],
    payments: payments.get(bill.id) ?? [],
    exchanges: exchanges.get(bill.id) ?? [],
    refund: refunds.get(bill.id),
    soldItems: sold.get(bill.id) ?? [],
    refundItems: refunded.get(bill.id) ?? [],
    paidLess: paidLess.get(bill.id),
    taxInvoice: taxInvoices.get(bill.id),
  }));
}

type Beside = 'payment' | 'sold_item' | 'refund_item' | 'paid_less' | 'tax_invoice';

/** Reads the rows of a table that belong to bills. */
async function beside<T extends Beside>(db: Kysely<Database>, table: T, outletId: number, ids: readonly number[]) {
  const { rows } = await sql<Selectable<Database[T]>>`select * from ${sql.table(table)}
    where outlet_id = ${outletId} and bill_id in (${sql.join(ids)})`.execute(db);
  return rows;
}

const exchangesOf = (db: Kysely<Database>, outletId: number, ids: readonly number[]) =>
  db
    .selectFrom('payment_exchange')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('bill_id', 'in', ids)
    .orderBy('at')
    .execute();

const refundsOf = (db: Kysely<Database>, outletId: number, ids: readonly number[]) =>
  db
    .selectFrom('refund')
    .leftJoin('bill as paid', (join) =>
      join.onRef('paid.outlet_id', '=', 'refund.outlet_id').onRef('paid.id', '=', 'refund.bill_id'),
    )
    .select(['refund.refund_id', 'refund.bill_id', 'refund.amount', 'refund.is_full', 'refund.reason'])
    .select(['paid.key as of_key', 'paid.created_by as of_created_by'])
    .where('refund.outlet_id', '=', outletId)
    .where('refund.refund_id', 'in', ids)
    .execute();
