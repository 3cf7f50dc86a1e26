/** Voids a bill or an item, approved in place where needed; the kitchen gets a cancellation. */

import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { withSetParts } from '@atoll/domain/bill/set-menu/set-menu';
import { pieceKey } from '@atoll/domain/bill/split/piece';
import { approved } from '../approval/approved.ts';
import { useBills } from '../bills/bills.ts';
import { sentenceText } from '../locale/sentence.ts';
import { printCancellations } from '../printing/tickets.ts';

export type Voided =
  | { readonly state: 'done' }
  | { readonly state: 'refused'; readonly message: string }
  /** Not approved: nothing was done. */
  | { readonly state: 'declined' };

/** Voids `qty` of an item: where that is a part of it, the item is cut in two first. */
export async function voidQuantity(bill: Bill, item: BillItem, reason: string, qty: number): Promise<Voided> {
  if (qty >= item.qty) return voidWithApproval(bill, reason, item.key);
  const cut = await useBills.getState().divide(bill.key, item.key, qty);
  if (!cut.ok) return { state: 'refused', message: sentenceText(cut.refusal.message) };
  return voidWithApproval(cut.value, reason, pieceKey(item.key, 1));
}

/** Voids the item with this key, or the whole bill. */
export async function voidWithApproval(bill: Bill, reason: string, itemKey?: string): Promise<Voided> {
  const permission = itemKey === undefined ? 'bill.void' : 'item.void.sent';
  const itemKeys = itemKey === undefined ? undefined : withSetParts(bill.items, [itemKey]);
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
