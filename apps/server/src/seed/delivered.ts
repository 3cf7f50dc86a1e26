/** Completes past deliveries of demo data in one step, because nobody changes their status one by one. */
import { sql } from 'kysely';
import type { Store } from '../platform/store/store.ts';

const ended = sql.raw("case type when 'Delivery' then 'Delivered' else 'PickedUp' end");

/** Marks the paid deliveries and takeaways of an outlet that are still Pending as delivered or picked up. */
export async function markDelivered(store: Store, outletId: number): Promise<void> {
  await store.writeOutlet(outletId, async (tx) => {
    const doc =
      tx.engine === 'sqlite'
        ? sql<string>`json_set(doc, '$.deliveryStatus', ${ended})`
        : sql<string>`jsonb_set(doc::jsonb, '{deliveryStatus}', to_jsonb(${ended}))::json`;
    tx.write(
      tx.db
        .updateTable('bill')
        .set({ delivery_status: sql<'Delivered'>`${ended}`, doc })
        .where('outlet_id', '=', outletId)
        .where('delivery_status', '=', 'Pending')
        .where('status', '=', 'Complete'),
    );
  });
}
