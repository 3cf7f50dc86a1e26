/** Records on an item that the kitchen knows of its cancellation. The sent quantity never falls, so a mark among its tickets records it. Source: docs/rules.md#sent-quantity. */
import type { BillItem } from './bill.ts';
import { derivedKey } from './derived-key.ts';

/** Returns the mark (a UUIDv5) that an item's cancellation adds to its tickets. */
export function cancelMark(itemKey: string): string {
  return derivedKey(`cancel ${itemKey}`);
}

/** Returns whether a cancellation ticket is due: the item is void, was sent to the kitchen, and has no cancellation mark. */
export function isCancelDue(item: Pick<BillItem, 'key' | 'isVoid' | 'sentQty' | 'ticketIds'>): boolean {
  return item.isVoid && item.sentQty > 0 && !item.ticketIds.includes(cancelMark(item.key));
}
