/** Reads completed bills page by page, with their payments, corrections, refund and history. */
import type { Kysely } from 'kysely';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';
import { notesOf } from './notes.ts';

const pageSize = 250;

export type StoredSale = Awaited<ReturnType<typeof readSales>>[number];

/** Returns the next completed bills after an id; an empty list after the last one. */
export async function readSales(db: Kysely<Database>, outletId: number, after: number) {
  const bills = await db
    .selectFrom('bill')
    .select(['id', 'key', 'number', 'invoice_number', 'total', 'business_date', 'shift_id', 'doc'])
    .where('outlet_id', '=', outletId)
    .where('status', '=', 'Complete')
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageSize)
    .execute();
  if (bills.length === 0) return [];
  const ids = bills.map(({ id }) => id);
  const actions = ['Paid', 'Refunded', 'PaymentCorrected'];
  const notes = await notesOf(db, outletId, { subject: 'Bill', keys: bills.map(({ key }) => key), actions });
  const payments = Map.groupBy(await paymentsOf(db, outletId, ids), (row) => row.bill_id);
  const exchanges = Map.groupBy(await exchangesOf(db, outletId, ids), (row) => row.bill_id);
  const refunds = new Map((await refundsOf(db, outletId, ids)).map((row) => [row.refund_id, row]));
  return bills.map((bill) => ({
    ...bill,
    notes: notes.get(bill.key) ?? [],
    payments: payments.get(bill.id) ?? [],
    exchanges: exchanges.get(bill.id) ?? [],
    refund: refunds.get(bill.id),
  }));
}

const paymentsOf = (db: Kysely<Database>, outletId: number, ids: readonly number[]) =>
  db.selectFrom('payment').selectAll().where('outlet_id', '=', outletId).where('bill_id', 'in', ids).execute();

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
    .select(['refund.refund_id', 'refund.bill_id', 'refund.amount', 'paid.key as of_key'])
    .where('refund.outlet_id', '=', outletId)
    .where('refund.refund_id', 'in', ids)
    .execute();
