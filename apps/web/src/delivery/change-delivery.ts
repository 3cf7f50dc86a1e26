/** Changes a delivery from any screen: approved in place where needed; a refusal is shown. */
import type { Bill } from '@atoll/domain/bill/bill';
import { voidsBill } from '@atoll/domain/delivery/states';
import { approved } from '../approval/approved.ts';
import { showRefusal } from '../approval/show-refusal.ts';
import { useBills } from '../bills/bills.ts';
import type { DeliveryChange } from '../bills/deliver.ts';
import { printCancellations } from '../printing/tickets.ts';

/** Changes the delivery and returns the bill, or null when nothing was done; the reason is shown. */
export async function deliver(bill: Bill, change: DeliveryChange): Promise<Bill | null> {
  const isVoiding = change.deliveryStatus !== undefined && voidsBill(change.deliveryStatus);
  const permission = isVoiding ? 'bill.void' : 'price.override';
  const reason = change.reason;
  const done = await approved({ permission, subjectType: 'Bill', subjectKey: bill.key, reason }, (options) =>
    useBills.getState().changeDelivery(bill, change, options),
  );
  if (done === null) return null;
  if (!done.ok) {
    showRefusal(done.refusal);
    return null;
  }
  if (done.value.isVoid) void printCancellations(done.value);
  return done.value;
}
