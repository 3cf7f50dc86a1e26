/** Writes a bill with everything that belongs to it: its row, the change log, the history. */

import type { Bill } from '@atoll/domain/bill/bill';
import { grownShare } from '@atoll/domain/bill/discount/discount-share';
import { loweringOf } from '@atoll/domain/bill/printed';
import type { HubAction } from '@atoll/domain/contract/platform/hub';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import { provenDevice } from '../../../platform/http/actor.ts';
import { markSentEntry } from '../../../platform/store/outlet/sent-entry.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';
import type { StoredBill } from '../read/load.ts';
import { type BillColumns, insertBill, updateBill, updateOpenBill } from '../read/queries.ts';
import { billDigests, openBillDigest } from './bill-digest.ts';
import { writeCouponUses } from './coupon-uses.ts';
import { writeUses } from './promotion-uses.ts';
import { writeSlotJoins } from './slot-joins.ts';

/** Data stored with the bill that is no part of its document. */
type Beside = Pick<StoredBill, 'printJobs' | 'movedKeys'>;

interface Written {
  readonly action: HistoryAction;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Rows of other tables that the command writes, as in `HistoryNote`. */
  readonly written?: Readonly<Record<string, object>>;
  /** Key of the approval that allowed the change. */
  readonly approval?: string | null;
  /** Hub messages, one per entry. */
  readonly hubActions: readonly HubAction[];
}

function columnsOf(outletId: number, bill: Bill, { printJobs, movedKeys }: Beside): BillColumns {
  if (bill.id === null || bill.number === null || bill.status === null)
    throw new Error('A bill is numbered before it is written');
  // No command may forget to ask (R36.8, R36.9).
  if (grownShare(bill) !== null) throw new Error('A discount grows only after checkLowering');
  if (loweringOf(bill) > 0) throw new Error('A printed bill is reduced only after checkLowering');
  return {
    outlet_id: outletId,
    id: bill.id,
    key: bill.key,
    version: bill.version,
    number: bill.number,
    invoice_number: bill.invoiceNumber,
    type: bill.type,
    slot: Number(bill.slot),
    check_no: bill.checkNo,
    status: bill.status,
    is_void: bill.isVoid,
    is_open: bill.isOpen,
    customer_id: bill.customerId,
    customer_name: bill.customer?.name ?? '',
    shift_id: bill.shiftId,
    business_date: bill.businessDate,
    created_at: Date.parse(bill.createdAt),
    created_by: bill.createdBy,
    waiter_id: bill.waiterId ?? null,
    completed_at: bill.completedAt === null ? null : Date.parse(bill.completedAt),
    modified_at: Date.parse(bill.modifiedAt),
    total: bill.total,
    delivery_status: bill.deliveryStatus,
    print_jobs: JSON.stringify(printJobs),
    moved_keys: JSON.stringify(movedKeys),
    doc: JSON.stringify(bill),
  };
}

/** Writes a new bill. `ownerId`: to whom it belongs when the customer on it was merged into another one. */
export function writeNewBill(
  tx: OutletTx,
  actor: BillActor,
  bill: Bill,
  { ownerId = bill.customerId, ...written }: Written & { readonly ownerId?: number },
): void {
  const columns = columnsOf(tx.head.outletId, bill, { printJobs: [], movedKeys: [] });
  tx.write(insertBill, { ...columns, customer_id: ownerId });
  writeUses(tx, bill, null);
  writeCouponUses(tx, bill, null);
  recordChange(tx, actor, bill, written);
}

/** Writes a bill that was open before. `stored` has it as it was. */
export function writeBill(tx: OutletTx, actor: BillActor, bill: Bill, stored: StoredBill, written: Written): void {
  const columns = columnsOf(tx.head.outletId, bill, stored);
  if (bill.isOpen && isInPlace(stored.bill, bill)) tx.write(updateOpenBill, columns);
  else tx.write(updateBill, columns);
  writeUses(tx, bill, stored.bill);
  writeSlotJoins(tx, bill, stored.bill);
  writeCouponUses(tx, bill, stored.bill);
  recordChange(tx, actor, bill, written);
}

/** Returns whether a bill stays in its slot and its shift. */
const isInPlace = (before: Bill, after: Bill): boolean =>
  (['type', 'slot', 'checkNo', 'shiftId'] as const).every((key) => before[key] === after[key]);

function recordChange(tx: OutletTx, actor: BillActor, bill: Bill, written: Written): void {
  tx.history({
    subject: 'Bill',
    subjectKey: bill.key,
    action: written.action,
    userId: actor.userId,
    sentBy: actor.sentBy,
    isRevoked: actor.isRevoked,
    deviceId: provenDevice(actor),
    approvalKey: written.approval ?? actor.sendApproval ?? null,
    before: written.before,
    after: written.after,
    written:
      bill.status === 'Complete'
        ? { bill: billDigests(bill), ...written.written }
        : { openBill: { doc: openBillDigest(bill) } },
  });
  markSentEntry(tx, actor);
  for (const action of written.hubActions)
    tx.change({ entity: 'Bill', id: bill.id, version: bill.version, action }, actor.connectionId);
}
