import type { BillItem } from '@atoll/domain/bill/bill';
import { sizeLabel } from '@atoll/domain/menu/size';
import { quantityOf } from '@atoll/domain/money/quantity';
import { joinedList } from '../locale/joined-list.ts';

/** Returns what an item is besides its name: size, where it has several, and modifiers. */
export function itemParts(item: BillItem): string[] {
  return [sizeLabel(item), ...item.modifiers.map((each) => each.name)].filter(Boolean);
}

/** Returns an item in words: '2 × Lagoon Burger · Large · Extra cheese'. */
export function itemWords(item: BillItem): string {
  return joinedList([`${quantityOf(item)} ${item.name}`, ...itemParts(item)]);
}
