import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { courseOf, isHeld } from '@atoll/domain/bill/course';
import { seatOf } from '@atoll/domain/bill/seat';
import { isSetHead, partsOfSet } from '@atoll/domain/bill/set-menu/set-menu';
import { useState } from 'react';
import { useBills } from '../../../bills/bills.ts';
import type { ItemEdit } from '../../../bills/state.ts';
import { tillNowText } from '../../../clock/till-clock.ts';

/** The course and the seat that are chosen in the dialog of an item. */
export interface Place {
  readonly courseNo: number;
  readonly seat: number;
}

interface PlacedItem {
  readonly bill: Bill;
  readonly item: BillItem;
  readonly isUnsaved: boolean;
}

/** Returns the parts of a set menu that are not void; none of another item. */
const liveParts = ({ items }: Bill, item: BillItem): readonly BillItem[] =>
  isSetHead(item) ? partsOfSet(items, item.key).filter(({ isVoid }) => !isVoid) : [];

/** Returns the item whose course the dialog of an item shows: of a set menu a part that waits, otherwise its first one. */
export function coursedItem(bill: Bill, item: BillItem): BillItem {
  const parts = liveParts(bill, item);
  return parts.find(isHeld) ?? parts[0] ?? item;
}

/** Returns the changes of the items to which a choice applies. The parts of a set menu go with it; the course changes of those that are not fired. */
function editsOf({ bill, item, isUnsaved }: PlacedItem, { courseNo, seat }: Partial<Place>): Record<string, ItemEdit> {
  const placed = { ...(seat !== undefined && { seat }), placedAt: tillNowText() };
  const coursed = courseNo === undefined ? placed : { ...placed, courseNo };
  if (!isSetHead(item)) return { [item.key]: coursed };
  const parts = liveParts(bill, item).map((part) => [part.key, isUnsaved || isHeld(part) ? coursed : placed]);
  return { [item.key]: placed, ...(Object.fromEntries(parts) as Record<string, ItemEdit>) };
}

/** Returns what is chosen for an item, and the function that applies it: until then nothing changes. */
export function usePlaceChange(changed: PlacedItem) {
  const { bill, item } = changed;
  const [chosen, setChosen] = useState<Partial<Place>>({});
  const before: Place = { courseNo: courseOf(coursedItem(bill, item)), seat: seatOf(item) };
  const place = { ...before, ...chosen };
  const isChanged = place.courseNo !== before.courseNo || place.seat !== before.seat;
  return {
    place,
    isChanged,
    choose: (more: Partial<Place>) => setChosen((was) => ({ ...was, ...more })),
    apply() {
      if (isChanged) useBills.getState().editItems(bill.key, editsOf(changed, chosen));
    },
  };
}
