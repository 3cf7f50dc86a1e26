/** Writes changes of a bill's delivery, also for a paid bill. */
import type { Bill } from '@atoll/domain/bill/bill';
import { prepared } from '../../../platform/store/prepared.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';
import type { LoweringNote } from '../input/lowering.ts';
import type { StoredBill } from '../read/load.ts';
import { billDigests } from './bill-digest.ts';
import { writeBill } from './record.ts';

interface DeliveryColumns {
  outlet_id: number;
  id: number;
  version: number;
  delivery_status: Bill['deliveryStatus'];
  modified_at: number;
  doc: string;
}

/** Updates the only columns of a paid bill that may change: those of its delivery. */
const updateDelivery = prepared<DeliveryColumns>()((db, p) =>
  db
    .updateTable('bill')
    .set({
      version: p('version'),
      delivery_status: p('delivery_status'),
      modified_at: p('modified_at'),
      doc: p('doc'),
    })
    .where('outlet_id', '=', p('outlet_id'))
    .where('id', '=', p('id')),
);

/** Writes the bill with its delivery and returns it with the next version. */
export function writeDelivery(
  tx: OutletTx,
  actor: BillActor,
  stored: StoredBill,
  changed: Bill,
  { approval = null, lowering = null }: { approval?: string | null; lowering?: LoweringNote | null } = {},
): Bill {
  const before = stored.bill;
  const now = instant(tx.now);
  const bill: Bill = {
    ...changed,
    version: before.version + 1,
    modifiedAt: now,
    modifiedBy: actor.userId,
    lastSavedAt: now,
  };
  const note = {
    before: { version: before.version, deliveryStatus: before.deliveryStatus, total: before.total },
    after: {
      version: bill.version,
      deliveryStatus: bill.deliveryStatus,
      total: bill.total,
      ...(lowering && { lowering }),
      ...(bill.delivery && { delivery: { ...bill.delivery, steps: bill.delivery.steps.slice(-1) } }),
    },
  };
  if (before.isOpen) {
    writeBill(tx, actor, bill, stored, { action: 'Delivery', ...note, approval, hubActions: ['Updated'] });
    return bill;
  }
  tx.write(updateDelivery, {
    outlet_id: tx.head.outletId,
    id: bill.id ?? 0,
    version: bill.version,
    delivery_status: bill.deliveryStatus,
    modified_at: tx.now,
    doc: JSON.stringify(bill),
  });
  tx.history({
    subject: 'Bill',
    subjectKey: bill.key,
    action: 'Delivery',
    userId: actor.userId,
    deviceId: actor.deviceId,
    ...note,
    written: { bill: billDigests(bill) },
  });
  tx.change({ entity: 'Bill', id: bill.id, version: bill.version, action: 'Updated' }, actor.connectionId);
  return bill;
}
