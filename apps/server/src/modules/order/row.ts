/** Orders as they are stored, and what was paid of them. Source: docs/rules.md#orders. */
import type { BillAdvance } from '@atoll/domain/bill/advance/advance';
import type { Bill } from '@atoll/domain/bill/bill';
import type { Order } from '@atoll/domain/contract/bill/order';
import { type WalletAmount, walletSplitOfRefund } from '@atoll/domain/payment/wallet-split';
import { type Kysely, type Selectable, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { withArchive } from '../../platform/store/outlet/recall.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { AdvanceOrderTable } from '../../platform/store/schema/schema-order.ts';
import type { OutletTx } from '../../platform/store/store.ts';

export type OrderRow = Selectable<AdvanceOrderTable>;

export const orderOf = ({ number, key }: OrderRow) => ({ number, key });

/** Returns an order by its key. Refused: 'notFound'. */
export async function loadOrder({ db, head }: OutletTx, key: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('advance_order')
    .selectAll()
    .where('outlet_id', '=', head.outletId)
    .where('key', '=', key.toLowerCase())
    .executeTakeFirst();
  if (!row) throw refused('notFound');
  return row;
}

/** Throws 'orderClosed' unless an order is open. */
export function checkOpen({ status }: OrderRow): void {
  if (status !== 'Open') throw refused('orderClosed');
}

/** Returns the bill of an order without its guest, who may be erased: the history has a digest of the rest. */
export const withoutGuest = (doc: Bill): Bill => ({ ...doc, customer: null, delivery: null });

export interface PaidAdvance extends BillAdvance {
  readonly at: number;
}

/** Returns what is left of the instalments of orders after their refunds, by order. */
export async function advancesOf(
  db: Kysely<Database>,
  outletId: number,
  orderIds: readonly number[],
): Promise<Map<number, readonly PaidAdvance[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_advance')
    .select((eb) => [
      'key',
      'order_id',
      'bill_id',
      'invoice_number',
      'amount',
      'at',
      eb
        .selectFrom('refund')
        // What came back without its cash rounding: the amount is without that of the payment.
        .innerJoin('bill as back', (join) =>
          join.onRef('back.outlet_id', '=', 'refund.outlet_id').onRef('back.id', '=', 'refund.refund_id'),
        )
        .select(sql<number | null>`sum(back.total)`.as('sum'))
        .whereRef('refund.outlet_id', '=', 'order_advance.outlet_id')
        .whereRef('refund.bill_id', '=', 'order_advance.bill_id')
        .as('refunded'),
    ])
    .where('outlet_id', '=', outletId)
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute();
  const left = rows.map((row) => ({
    orderId: row.order_id,
    key: row.key,
    billId: row.bill_id,
    invoiceNumber: row.invoice_number,
    amount: row.amount - Math.abs(Number(row.refunded ?? 0)),
    at: row.at,
  }));
  const byOrder = Map.groupBy(
    left.filter(({ amount }) => amount > 0),
    ({ orderId }) => orderId,
  );
  return new Map([...byOrder].map(([id, list]) => [id, list.map(({ orderId: _, ...one }) => one)]));
}

const sumPaid = (advances: readonly BillAdvance[] = []): number =>
  advances.reduce((sum, { amount }) => sum + amount, 0);

const instant = (at: number): string => new Date(at).toISOString();

/** What of the deposits of orders was taken and not given back, by key of the order. What a bill took of it is still paid. */
export async function depositsOf(
  db: Kysely<Database>,
  outletId: number,
  orders: readonly Pick<OrderRow, 'key' | 'tax'>[],
): Promise<ReadonlyMap<string, number>> {
  const keys = orders.flatMap(({ key, tax }) => (tax === 'Refundable' ? [key] : []));
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('wallet')
    .innerJoin('wallet_entry as entry', (join) =>
      join.onRef('entry.outlet_id', '=', 'wallet.outlet_id').onRef('entry.wallet_id', '=', 'wallet.id'),
    )
    .select(['wallet.order_key', (eb) => eb.fn.sum<number>('entry.amount').as('sum')])
    .where('wallet.outlet_id', '=', outletId)
    .where('wallet.order_key', 'in', keys)
    .where('entry.type', 'not in', ['Redeem', 'Refund', 'Forfeit'])
    .groupBy('wallet.order_key')
    .execute();
  return new Map(rows.map(({ order_key, sum }) => [order_key, Number(sum)]));
}

/** Returns what of a deposit of `amount` goes back to each wallet that paid it, laari (R22.7). */
export async function sharesOfWallets(
  db: Kysely<Database>,
  outletId: number,
  { id, tax }: Pick<OrderRow, 'id' | 'tax'>,
  amount: number,
): Promise<readonly WalletAmount[]> {
  if (tax !== 'Refundable') return [];
  const bills = await db
    .selectFrom('order_advance')
    .innerJoin('bill', (join) =>
      join.onRef('bill.outlet_id', '=', 'order_advance.outlet_id').onRef('bill.id', '=', 'order_advance.bill_id'),
    )
    .select('bill.doc')
    .where('order_advance.outlet_id', '=', outletId)
    .where('order_advance.order_id', '=', id)
    .orderBy('order_advance.id')
    .execute();
  return walletSplitOfRefund(
    bills.flatMap(({ doc }) => doc.payments),
    [],
    amount,
  );
}

/** Returns what is left of the instalments of an order; they and their refunds may be in the archive. */
export const advancesIn = (tx: OutletTx, { id }: Pick<OrderRow, 'id'>): Promise<readonly PaidAdvance[]> =>
  withArchive(tx, async () => (await advancesOf(tx.db, tx.head.outletId, [id])).get(id) ?? []);

/** Returns what was paid of an order ahead. */
export async function paidOf(tx: OutletTx, row: OrderRow): Promise<number> {
  if (row.tax === 'Refundable') return (await depositsOf(tx.db, tx.head.outletId, [row])).get(row.key) ?? 0;
  return sumPaid(await advancesIn(tx, row));
}

/** Returns an order as calls return it. `deposit`: what its deposit is, where it has one. */
export const presentOrder = (row: OrderRow, advances: readonly PaidAdvance[] = [], deposit = 0): Order => ({
  id: row.id,
  key: row.key,
  version: row.version,
  number: row.number,
  kind: row.kind,
  status: row.status,
  name: row.name,
  phone: row.phone,
  total: row.total,
  tax: row.tax,
  paid: row.tax === 'Refundable' ? deposit : sumPaid(advances),
  dueAt: instant(row.due_at),
  plan: row.plan.map((one) => ({ ...one })),
  billId: row.bill_id,
  createdAt: instant(row.created_at),
});
