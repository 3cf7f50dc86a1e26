/** Which stations an item goes to: the one that makes it, and those of its modifiers. Source: R23.18, R23.19, docs/rules.md#stations. */
import type { BillItem } from '../bill/bill.ts';
import { markKey, modifierStations } from '../bill/kitchen-mark.ts';
import { inOrder, type Station, stationOfType } from '../outlet/station.ts';

type StationItem = Pick<BillItem, 'menuItem' | 'printable' | 'qty' | 'station'>;
type SentItem = StationItem & Pick<BillItem, 'modifiers'>;

/**
 * Returns the code of an item's station: the one that it got when it was made, otherwise that of its type. Null for an item without one: NA, not
 * printable, or negative (a refund).
 */
export function stationOf({ menuItem, printable, qty, station }: StationItem): string | null {
  if (!printable || qty <= 0) return null;
  return station ?? stationOfType(menuItem?.type);
}

/** Returns the codes of the stations of items, in the order of the stations. */
export function stationCodes(items: readonly SentItem[], stations: readonly Station[]): readonly string[] {
  const used = new Set(items.flatMap(codesOf));
  const codes = new Set([...inOrder(stations).map(({ code }) => code), ...[...used].sort()]);
  return [...codes].filter((code) => used.has(code));
}

/** An item at one of its stations. */
export interface ItemPart {
  /** At the station of a modifier it has only the modifiers of that station. */
  readonly item: BillItem;
  /** The code of that station; absent at the one that makes the item. */
  readonly also?: string;
}

/** Returns what identifies an item at one of its stations. */
export const partKey = ({ item, also }: Pick<ItemPart, 'item' | 'also'>): string => markKey(item.key, also);

/** Returns the codes of an item's stations, the maker first; none for an item that is made nowhere. */
function codesOf(item: SentItem): readonly string[] {
  const maker = stationOf(item);
  return maker === null ? [] : [...new Set([maker, ...modifierStations(item.modifiers)])];
}

/** Returns the parts of items that a station gets: what it makes, and modifiers of its own with the name of their item. */
export function partsAt(items: readonly BillItem[], code: string): ItemPart[] {
  return items.flatMap((item): ItemPart[] => {
    if (!codesOf(item).includes(code)) return [];
    if (stationOf(item) === code) return [{ item }];
    return [{ item: { ...item, modifiers: item.modifiers.filter(({ station }) => station === code) }, also: code }];
  });
}
