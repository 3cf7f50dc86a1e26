/** What a bill does to the order that it was opened from, or is an instalment of. Source: docs/rules.md#orders. */
import type { OrderStatus } from '@atoll/domain/bill/advance/order';
import type { Bill } from '@atoll/domain/bill/bill';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';

/** Opens the orders of a void bill again: what was paid ahead counts for the next one. */
export const reopenOrders = (tx: OutletTx, actor: BillActor, bill: Bill): Promise<void> =>
  changeOrders(tx, actor, bill, { status: 'Open', bill_id: null });

/** Gives the orders of a bill to the one with which it was merged: that one takes off what was paid ahead. */
export const moveOrders = (tx: OutletTx, actor: BillActor, from: Bill, to: Bill): Promise<void> =>
  changeOrders(tx, actor, from, { status: 'Collected', bill_id: to.id });

async function changeOrders(
  tx: OutletTx,
  { userId, sentBy, deviceId }: BillActor,
  { order, id }: Bill,
  change: { readonly status: OrderStatus; readonly bill_id: number | null },
): Promise<void> {
  if (!order) return;
  const { db, head, now } = tx;
  const rows = await db
    .selectFrom('advance_order')
    .select(['id', 'key', 'number', 'status'])
    .where('outlet_id', '=', head.outletId)
    .where('bill_id', '=', id)
    .orderBy('id')
    .execute();
  for (const { id: orderId, key, number, status } of rows) {
    tx.write(
      db
        .updateTable('advance_order')
        .set((eb) => ({ ...change, version: eb('version', '+', 1), modified_at: now, modified_by: userId }))
        .where('outlet_id', '=', head.outletId)
        .where('id', '=', orderId),
    );
    tx.history({
      subject: 'Advance order',
      subjectKey: key,
      action: 'Updated',
      userId,
      sentBy,
      deviceId,
      before: { status, billId: id },
      after: { number, status: change.status, billId: change.bill_id },
      written: { advance_order: change },
    });
  }
}

/** Throws 'orderClosed' for an instalment that an open bill takes off. */
export async function checkInstalment({ db, head }: OutletTx, { order, items }: Bill): Promise<void> {
  if (!order || !items.some(({ isAdvance }) => isAdvance)) return;
  const taken = await db
    .selectFrom('advance_order')
    .innerJoin('bill', (join) =>
      join.onRef('bill.outlet_id', '=', 'advance_order.outlet_id').onRef('bill.id', '=', 'advance_order.bill_id'),
    )
    .select('bill.id')
    .where('advance_order.outlet_id', '=', head.outletId)
    .where('advance_order.key', '=', order.key)
    .where('bill.is_open', '=', true)
    .executeTakeFirst();
  if (taken) throw refused('orderClosed');
}
