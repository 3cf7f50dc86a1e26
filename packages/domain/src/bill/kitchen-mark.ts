/**
 * Marks of what the kitchen was told about an item: that it is cancelled, held, or fired, each once. The sent quantity of an item never decreases,
 * so a mark is a key in the item's `ticketIds`. Source: docs/rules.md#sent-quantity, docs/rules.md#courses.
 */
import type { BillItem, ItemModifier } from './bill.ts';
import { derivedKey } from './derived-key.ts';

/**
 * Returns the key under which an item has its marks at a station: its own at the one that makes it, one with the code (`also`) at the station of a
 * modifier.
 */
export const markKey = (itemKey: string, also?: string): string => (also ? `${itemKey} ${also}` : itemKey);

/** Returns the mark of an item that was sent to the station of a modifier, a UUIDv5. */
export const alsoMark = (itemKey: string, also: string): string => derivedKey(`also ${markKey(itemKey, also)}`);

type Sent = Pick<BillItem, 'key' | 'sentQty' | 'ticketIds'>;

/** Returns whether a station has the item; `also` is that of a modifier. */
export const isSentTo = ({ key, sentQty, ticketIds }: Sent, also?: string): boolean =>
  also ? ticketIds.includes(alsoMark(key, also)) : sentQty > 0;

/** Returns the codes of the stations that modifiers name. */
export const modifierStations = (modifiers: readonly ItemModifier[]): readonly string[] => [
  ...new Set(modifiers.flatMap(({ station }) => station ?? [])),
];

/** Returns the cancellation mark of an item, a UUIDv5. */
export function cancelMark(itemKey: string): string {
  return derivedKey(`cancel ${itemKey}`);
}

/** Returns whether a cancellation ticket is due: the item is void, was sent to the kitchen and has no cancellation mark. */
export function isCancelDue(item: Sent & Pick<BillItem, 'isVoid'>, also?: string): boolean {
  return item.isVoid && isSentTo(item, also) && !item.ticketIds.includes(cancelMark(markKey(item.key, also)));
}

/** Returns the mark of an item that a ticket announced as held, a UUIDv5. */
export const holdMark = (itemKey: string): string => derivedKey(`hold ${itemKey}`);

/** Returns the mark of an item that a fire ticket ordered, a UUIDv5. */
export const fireMark = (itemKey: string): string => derivedKey(`fire ${itemKey}`);

/** Returns whether a fire ticket is due: the item was announced as held, is fired by now, and is on no fire ticket yet. */
export function isFireDue({ key, isVoid, firedAt, ticketIds }: BillItem, also?: string): boolean {
  const own = markKey(key, also);
  return !isVoid && !!firedAt && ticketIds.includes(holdMark(own)) && !ticketIds.includes(fireMark(own));
}

/** Returns the tickets and marks of an item as those of a piece of it: what the kitchen knows of the item, it knows of the piece. */
export function ticketIdsOfPiece(
  { key, ticketIds, modifiers = [] }: Pick<BillItem, 'key' | 'ticketIds'> & Partial<Pick<BillItem, 'modifiers'>>,
  pieceKey: string,
): readonly string[] {
  const marks = [undefined, ...modifierStations(modifiers)].flatMap((also) => [
    ...[holdMark, fireMark]
      .filter((mark) => ticketIds.includes(mark(markKey(key, also))))
      .map((mark) => mark(markKey(pieceKey, also))),
    ...(also && ticketIds.includes(alsoMark(key, also)) ? [alsoMark(pieceKey, also)] : []),
  ]);
  return marks.every((mark) => ticketIds.includes(mark)) ? ticketIds : [...new Set([...ticketIds, ...marks])];
}
