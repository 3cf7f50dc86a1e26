/** Tickets after a split, merge or transfer: the headline follows the items, and an item elsewhere states its place. Source: R35.43. */
import type { Bill } from '../bill/bill.ts';
import { isSplitAway } from '../bill/split/piece.ts';
import { pieceKeys } from '../bill/split/pieces.ts';
import type { KitchenLine, KitchenTicket, LinePart } from './kitchen-ticket.ts';

/** Returns where an item is now on the bills: its pieces if it was cut; nothing if none of the bills has it. */
function partsOn(bills: readonly Bill[], itemKey: string): LinePart[] {
  for (const bill of bills) {
    const item = bill.items.find(({ key }) => key === itemKey);
    if (!item) continue;
    if (isSplitAway(item)) return pieceKeys(itemKey).flatMap((key) => partsOn(bills, key));
    const { id, key, type, slot } = bill;
    return [{ key: itemKey, qty: item.qty, billId: id ?? 0, billKey: key, type, slot }];
  }
  return [];
}

type Home = Pick<KitchenTicket, 'billId' | 'billKey' | 'slotType' | 'slot'>;

/** Returns the parts of a line: where it was put by splits and transfers, otherwise the whole line on the ticket's bill. */
function partsOf({ billId, billKey, slotType, slot }: Home, line: KitchenLine): readonly LinePart[] {
  return line.parts ?? [{ key: line.key, qty: line.qty, billId, billKey, type: slotType, slot }];
}

const homeOf = ({ billId, billKey, type, slot }: LinePart): Home => ({ billId, billKey, slotType: type, slot });

/**
 * Returns the ticket after its items moved to `bills`, the bills that a command changed. It belongs to its bill while one of its items is
 * there, otherwise to the bill of its first item. Returns the same object if nothing changed.
 */
export function movedTicket(ticket: KitchenTicket, bills: readonly Bill[]): KitchenTicket {
  const located = ticket.lines.map((line) =>
    partsOf(ticket, line).flatMap((part) => {
      const found = partsOn(bills, part.key);
      return found.length > 0 ? found : [part];
    }),
  );
  const places = ticket.lines.flatMap((line, index) => (line.isVoid ? [] : (located[index] ?? [])));
  const own = places.find(({ billKey }) => billKey === ticket.billKey);
  const first = own ?? places[0];
  const home: Home = first ? homeOf(first) : ticket;
  const lines = ticket.lines.map((line, index) => withParts(line, located[index] ?? [], home));
  const moved = { ...ticket, ...home, lines };
  return JSON.stringify(moved) === JSON.stringify(ticket) ? ticket : moved;
}

/** Returns the line with its parts, or without them if it is whole and on the bill of its ticket. */
function withParts(line: KitchenLine, parts: readonly LinePart[], home: Home): KitchenLine {
  const { parts: _parts, ...plain } = line;
  const isPlain = parts.every(({ key, billKey }) => key === line.key && billKey === home.billKey);
  return isPlain ? plain : { ...plain, parts };
}

/** Returns the places of a line's quantities in another slot than the headline of its ticket; none if all of it is there. */
export function placesElsewhere(
  ticket: Pick<KitchenTicket, 'billKey' | 'slotType' | 'slot'>,
  line: Pick<KitchenLine, 'parts'>,
): readonly Pick<LinePart, 'qty' | 'type' | 'slot'>[] {
  const sums = new Map<string, Pick<LinePart, 'qty' | 'type' | 'slot'>>();
  for (const { qty, billKey, type, slot } of line.parts ?? []) {
    if (billKey === ticket.billKey || (type === ticket.slotType && slot === ticket.slot)) continue;
    const known = sums.get(`${type} ${slot}`)?.qty ?? 0;
    sums.set(`${type} ${slot}`, { qty: Math.round((known + qty) * 1000) / 1000, type, slot });
  }
  return [...sums.values()];
}
