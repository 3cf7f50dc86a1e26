/** Completes past deliveries of demo data in one step, because nobody changes their status one by one. */
import type { Bill } from '@atoll/domain/bill/bill';
import { billDigests } from '../modules/bill/service.ts';
import type { OutletTx, Store } from '../platform/store/store.ts';

/** Bills that are written in one transaction. */
const atOnce = 500;

/** Marks the paid deliveries and takeaways of an outlet that are still Pending as delivered or picked up. */
export async function markDelivered(store: Store, outletId: number): Promise<void> {
  for (;;) {
    const count = await store.writeOutlet(outletId, async (tx) => {
      const rows = await tx.db
        .selectFrom('bill')
        .select(['id', 'doc'])
        .where('outlet_id', '=', outletId)
        .where('delivery_status', '=', 'Pending')
        .where('status', '=', 'Complete')
        .orderBy('id')
        .limit(atOnce)
        .execute();
      for (const { id, doc } of rows) writeDelivered(tx, id, doc);
      return rows.length;
    });
    if (count < atOnce) return;
  }
}

function writeDelivered(tx: OutletTx, id: number, before: Bill): void {
  const deliveryStatus = before.type === 'Delivery' ? 'Delivered' : 'PickedUp';
  const bill: Bill = { ...before, deliveryStatus };
  tx.write(
    tx.db
      .updateTable('bill')
      .set({ delivery_status: deliveryStatus, doc: JSON.stringify(bill) })
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', id),
  );
  tx.history({
    subject: 'Bill',
    subjectKey: bill.key,
    action: 'Delivery',
    userId: null,
    deviceId: null,
    before: { deliveryStatus: before.deliveryStatus },
    after: { deliveryStatus },
    written: { bill: billDigests(bill) },
  });
}
