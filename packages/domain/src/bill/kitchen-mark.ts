/** What a line remembers of cancellations: its sent quantity never falls, so a mark among its tickets says that the kitchen was told. Source: decisions A6. */
import { v5 } from 'uuid';
import type { BillItem } from './bill.ts';

/** The namespace of every key that is derived from other keys. */
export const keyNamespace = 'b1f0b6a4-6f0e-5a3c-9d1e-0a7c5e2f4d61';

/** Answers the mark (a UUIDv5) that a line's cancellation leaves among its tickets. */
export function cancelMark(itemKey: string): string {
  return v5(`cancel ${itemKey}`, keyNamespace);
}

/** Answers whether the kitchen knows of a line that is void: it was told of it, and not yet of its cancellation. */
export function isCancelDue(item: Pick<BillItem, 'key' | 'isVoid' | 'sentQty' | 'ticketIds'>): boolean {
  return item.isVoid && item.sentQty > 0 && !item.ticketIds.includes(cancelMark(item.key));
}
