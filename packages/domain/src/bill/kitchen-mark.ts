/** What a line remembers of cancellations: its sent quantity never falls, so a mark among its tickets says that the kitchen was told. Source: docs/rules.md#sent-quantity. */
import type { BillItem } from './bill.ts';
import { derivedKey } from './derived-key.ts';

/** Answers the mark (a UUIDv5) that a line's cancellation leaves among its tickets. */
export function cancelMark(itemKey: string): string {
  return derivedKey(`cancel ${itemKey}`);
}

/** Answers whether the kitchen knows of a line that is void: it was told of it, and not yet of its cancellation. */
export function isCancelDue(item: Pick<BillItem, 'key' | 'isVoid' | 'sentQty' | 'ticketIds'>): boolean {
  return item.isVoid && item.sentQty > 0 && !item.ticketIds.includes(cancelMark(item.key));
}
