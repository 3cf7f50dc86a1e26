/**
 * Marks of what the kitchen was told about an item: that it is cancelled, held, or fired, each once. The sent quantity of an item never decreases,
 * so a mark is a key in the item's `ticketIds`. Source: docs/rules.md#sent-quantity, docs/rules.md#courses.
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

/** Returns the mark of an item that a ticket announced as held, a UUIDv5. */
export const holdMark = (itemKey: string): string => derivedKey(`hold ${itemKey}`);

/** Returns the mark of an item that a fire ticket ordered, a UUIDv5. */
export const fireMark = (itemKey: string): string => derivedKey(`fire ${itemKey}`);

/** Returns whether a fire ticket is due: the item was announced as held, is fired by now, and is on no fire ticket yet. */
export function isFireDue({ key, isVoid, firedAt, ticketIds }: BillItem): boolean {
  return !isVoid && !!firedAt && ticketIds.includes(holdMark(key)) && !ticketIds.includes(fireMark(key));
}

/** Returns the tickets and marks of an item as those of a piece of it: what the kitchen knows of the item, it knows of the piece. */
export function ticketIdsOfPiece(
  { key, ticketIds }: Pick<BillItem, 'key' | 'ticketIds'>,
  pieceKey: string,
): readonly string[] {
  const marks = [holdMark, fireMark].filter((mark) => ticketIds.includes(mark(key))).map((mark) => mark(pieceKey));
  return marks.every((mark) => ticketIds.includes(mark)) ? ticketIds : [...new Set([...ticketIds, ...marks])];
}
