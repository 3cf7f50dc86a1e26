/** Voids a bill or an item, approved in place where needed; the kitchen gets a cancellation. */

import type { Bill } from '@atoll/domain/bill/bill';
import { approved } from '../approval/approved.ts';
import { useBills } from '../bills/bills.ts';
import { sentenceText } from '../locale/sentence.ts';
import { printCancellations } from '../printing/tickets.ts';

export type Voided =
  | { readonly state: 'done' }
  | { readonly state: 'refused'; readonly message: string }
  /** Not approved: nothing was done. */
  | { readonly state: 'declined' };

/** Voids the item with this key, or the whole bill. */
export async function voidWithApproval(bill: Bill, reason: string, itemKey?: string): Promise<Voided> {
  const permission = itemKey === undefined ? 'bill.void' : 'item.void.sent';
  const itemKeys = itemKey === undefined ? undefined : [itemKey];
  const done = await approved(
    { permission, subjectType: 'Bill', subjectKey: bill.key, itemKeys, reason, worksOffline: itemKey !== undefined },
    (options) =>
      itemKey === undefined
        ? useBills.getState().voidBill(bill.key, reason, options)
        : useBills.getState().voidItem(bill.key, itemKey, reason, options),
  );
  if (done === null) return { state: 'declined' };
  if (!done.ok) return { state: 'refused', message: sentenceText(done.refusal.message) };
  void printCancellations(done.value);
  return { state: 'done' };
}
