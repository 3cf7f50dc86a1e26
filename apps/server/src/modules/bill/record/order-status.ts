/** What a bill does to the order that it was opened from, or is an instalment of. Source: docs/rules.md#orders. */
import type { Bill } from '@atoll/domain/bill/bill';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';

/** Opens the order of a void bill again: what was paid ahead counts for the next one. */
export function reopenOrder(tx: OutletTx, bill: Bill): void {
  tx.write(
    tx.db
      .updateTable('advance_order')
      .set((eb) => ({ status: 'Open', bill_id: null, version: eb('version', '+', 1), modified_at: tx.now }))
      .where('outlet_id', '=', tx.head.outletId)
      .where('bill_id', '=', bill.id),
  );
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
