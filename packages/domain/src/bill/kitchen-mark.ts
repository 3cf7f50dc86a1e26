/**
 * Marks a void item as cancelled in the kitchen, so that its cancellation ticket is sent once. The sent quantity of an item never decreases, so the
 * mark is a key in the item's `ticketIds`. Source: docs/rules.md#sent-quantity.
 */
import type { BillItem } from './bill.ts';
import { derivedKey } from './derived-key.ts';

/** Returns the cancellation mark of an item, a UUIDv5. */
export function cancelMark(itemKey: string): string {
  return derivedKey(`cancel ${itemKey}`);
}

/** Returns whether a cancellation ticket is due: the item is void, was sent to the kitchen and has no cancellation mark. */
export function isCancelDue(item: Pick<BillItem, 'key' | 'isVoid' | 'sentQty' | 'ticketIds'>): boolean {
  return item.isVoid && item.sentQty > 0 && !item.ticketIds.includes(cancelMark(item.key));
}
