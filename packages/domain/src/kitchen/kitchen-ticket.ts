/** Tickets of the kitchen screen: created from what a save changed, so that each item appears once. Source: docs/rules.md#kitchen-tickets, docs/rules.md#tickets. */
import type { Bill, BillItem } from '../bill/bill.ts';
import { courseOf, heldCourses, isHeld, lastFiredAt } from '../bill/course.ts';
import { sortItems } from '../bill/items.ts';
import { seatOf } from '../bill/seat.ts';
import { waiterOf } from '../bill/waiter.ts';
import type { ItemMarks } from '../menu/marks.ts';
import { sizeLabel } from '../menu/size.ts';
import { findStation, firstStations, type Station } from '../outlet/station.ts';
import { partsAt, stationCodes, stationOf } from '../ticket/item-parts.ts';
import { ticketKey } from '../ticket/ticket.ts';
import type { KitchenState } from './states.ts';

export const kitchenTypes = ['Kot', 'Bot', 'Grill'] as const;
export type KitchenType = (typeof kitchenTypes)[number];
export const kitchenKinds = ['New', 'Add', 'Fire', 'Cancel', 'Transfer', 'Reprint'] as const;
export type KitchenKind = (typeof kitchenKinds)[number];

/** A quantity of a line that a split or transfer put on another bill, or on its bill under another key. */
export interface LinePart {
  /** The key of its bill item. */
  readonly key: string;
  readonly qty: number;
  readonly billId: number;
  readonly billKey: string;
  readonly type: Bill['type'];
  readonly slot: string;
}

/** A line of a ticket; `size` is '' for an item with only one size. */
export interface KitchenLine {
  readonly key: string;
  readonly name: string;
  readonly size: string;
  readonly qty: number;
  /** 'kg' for a quantity by weight; absent for counted items. */
  readonly unit?: string | undefined;
  readonly notes: readonly string[];
  readonly modifiers: readonly string[];
  /** Allergens, spicy, vegetarian, halal, as the menu said them when it was ordered. Absent: none. */
  readonly marks?: ItemMarks | undefined;
  readonly isVoid: boolean;
  /** A cook marked it as done. Absent: not yet. */
  readonly isDone?: boolean | undefined;
  /** When it was marked as done. Absent before, and on tickets of earlier releases. */
  readonly doneAt?: string | undefined;
  /** Its course; absent: none. */
  readonly course?: number | undefined;
  /** The set menu that it is a part of. Absent: none. */
  readonly set?: string | undefined;
  /** Its seat when it was ordered; absent: shared. */
  readonly seat?: number | undefined;
  /** Absent: the whole line is on the bill of its ticket. */
  readonly parts?: readonly LinePart[] | undefined;
}

export interface KitchenTicket {
  /** The same UUIDv5 as the printed ticket of these lines. */
  readonly key: string;
  /** Per series and business day, from 1: stations of the outlet's own count with the kitchen, or with the bar if they have a BOT. */
  readonly number: number;
  /** The code of its station. */
  readonly station: string;
  readonly type: KitchenType;
  readonly kind: KitchenKind;
  readonly state: KitchenState;
  readonly billId: number;
  readonly billKey: string;
  readonly slotType: Bill['type'];
  readonly slot: string;
  readonly waiter: string;
  /** Who sent the round, when that was not the waiter. */
  readonly sentBy?: string | undefined;
  readonly covers: number;
  readonly note: string;
  readonly customer: string;
  /** What the guest must not eat. Absent: nothing is known. */
  readonly allergies?: string | undefined;
  readonly lines: readonly KitchenLine[];
  readonly createdAt: string;
  readonly changedAt: string;
  /** When somebody first touched the ticket: a step, a line, or that it was seen. Absent: nobody did, or it is of an earlier release. */
  readonly seenAt?: string | undefined;
  /** When the last of it was made. Absent before, and after a recall. */
  readonly readyAt?: string | undefined;
  /** When it was served. Absent before, after a recall, and where it closed with its bill. */
  readonly servedAt?: string | undefined;
  /** `Bill`: the ticket was closed with its bill (R35.90). Absent: a cook finished it, or it is open. */
  readonly closedBy?: 'Bill' | undefined;
}

/** A ticket before the server numbers it. */
export type TicketDraft = Pick<KitchenTicket, 'key' | 'station' | 'type' | 'kind' | 'lines'>;

const typeOf = ({ code, ticketType }: Station): KitchenType => (code === 'GRILL' ? 'Grill' : ticketType);

export const numberSeries = ['KITCHEN', 'BAR', 'GRILL'] as const;

/** Returns the series that numbers a ticket. */
export const seriesOf = ({ type }: Pick<KitchenTicket, 'type'>): (typeof numberSeries)[number] =>
  type === 'Grill' ? 'GRILL' : type === 'Bot' ? 'BAR' : 'KITCHEN';

/** Returns an item as the kitchen screen shows it. */
export function lineOf(item: BillItem): KitchenLine {
  const { key, name, qty, notes } = item;
  return {
    key,
    name,
    size: sizeLabel(item),
    qty,
    ...(item.unit ? { unit: item.unit } : {}),
    notes,
    modifiers: item.modifiers.map((each) => each.name),
    isVoid: false,
    ...(item.ofSet ? { set: item.ofSet.name } : {}),
    ...(courseOf(item) > 0 ? { course: courseOf(item) } : {}),
    ...(seatOf(item) > 0 ? { seat: seatOf(item) } : {}),
  };
}

/** Returns the items that a station gets, at the station of a modifier with only its modifiers. */
const itemsAt = (items: readonly BillItem[], code: string): readonly BillItem[] =>
  partsAt(items, code).map(({ item }) => item);

/** `printed`: the items on the printed ticket, which names the held ones too. */
function draft(
  bill: Bill,
  station: Station,
  kind: 'New' | 'Add' | 'Fire' | 'Cancel',
  items: readonly BillItem[],
  printed = items,
): TicketDraft {
  const keyKind = kind === 'Cancel' || kind === 'Fire' ? kind : 'Order';
  return {
    key: ticketKey(bill.key, printed, `${station.code} ${keyKind}`),
    station: station.code,
    type: typeOf(station),
    kind,
    lines: items.map(lineOf),
  };
}

/**
 * Returns the tickets of the items that a save added, by station. Leaves out items that were already sent (printed while the server was
 * unreachable), held and void items, and items without a station. `before` is null for a bill that was just opened. `announces`: printed tickets name
 * what is held.
 */
export function addedTickets(
  before: Bill | null,
  after: Bill,
  announces = true,
  stations: readonly Station[] = firstStations,
): TicketDraft[] {
  const known = new Set(before?.items.map((item) => item.key));
  const added = sortItems(after.items).filter(
    (item) => !known.has(item.key) && !item.isVoid && item.sentQty < item.qty,
  );
  return stationCodes(added, stations).flatMap((station) => {
    const here = itemsAt(added, station);
    const due = here.filter((item) => !isHeld(item));
    if (due.length === 0) return [];
    const hasTickets = itemsAt(before?.items ?? [], station).some((item) => !isHeld(item));
    const kind = hasTickets ? 'Add' : 'New';
    return [draft(after, findStation(stations, station), kind, due, announces ? here : due)];
  });
}

/** Returns the items of a bill that were held before and are fired now. */
export function firedItems(before: Bill | null, after: Bill): BillItem[] {
  if (before === null || after.isVoid || !before.items.some(isHeld)) return [];
  const held = new Set(before.items.filter(isHeld).map((item) => item.key));
  return sortItems(after.items).filter((item) => held.has(item.key) && !item.isVoid && !isHeld(item));
}

/** Returns the tickets of the courses that a save fired, by station: new ones, so that the kitchen counts from the firing (R23.14). */
export function firedTickets(
  before: Bill | null,
  after: Bill,
  stations: readonly Station[] = firstStations,
): TicketDraft[] {
  return byStation(after, firedItems(before, after), 'Fire', stations);
}

/** Returns a ticket of a kind for each station of the items. */
const byStation = (
  bill: Bill,
  items: readonly BillItem[],
  kind: 'Fire' | 'Cancel',
  stations: readonly Station[],
): TicketDraft[] =>
  stationCodes(items, stations).map((code) => {
    return draft(bill, findStation(stations, code), kind, itemsAt(items, code));
  });

/** What the kitchen waits for: the held items of one course of a bill. */
export interface WaitingCourse {
  readonly billKey: string;
  readonly slotType: Bill['type'];
  readonly slot: string;
  readonly waiter: string;
  readonly course: number;
  /** When the bill's last course was fired; null when none was. */
  readonly lastFiredAt: string | null;
  readonly lines: readonly (KitchenLine & { readonly station: string })[];
}

/** Returns what a bill holds back from the kitchen, by course. */
export function waitingCourses(bill: Bill): WaitingCourse[] {
  if (bill.isVoid || !bill.isOpen) return [];
  const { key: billKey, type: slotType, slot } = bill;
  return heldCourses(bill).flatMap((course) => {
    const lines = sortItems(bill.items).flatMap((item) => {
      const station = isHeld(item) && courseOf(item) === course ? stationOf(item) : null;
      return station === null ? [] : [{ ...lineOf(item), station }];
    });
    if (lines.length === 0) return [];
    return [{ billKey, slotType, slot, waiter: waiterOf(bill).name, course, lastFiredAt: lastFiredAt(bill), lines }];
  });
}

/** Returns the items that a save voided; all live items when the bill itself became void. */
export function cancelledItems(before: Bill, after: Bill): BillItem[] {
  const live = new Set(before.items.filter((item) => !item.isVoid && !before.isVoid).map((item) => item.key));
  return sortItems(after.items).filter((item) => live.has(item.key) && (item.isVoid || after.isVoid));
}

/** Returns the cancellation tickets of items, by station. */
export const cancelTickets = (
  bill: Bill,
  items: readonly BillItem[],
  stations: readonly Station[] = firstStations,
): TicketDraft[] => byStation(bill, items, 'Cancel', stations);

/** Returns the keys of a line's bill items: those of its parts after a split, otherwise its own. */
export const itemKeys = ({ key, parts }: Pick<KitchenLine, 'key' | 'parts'>): readonly string[] =>
  parts?.map((part) => part.key) ?? [key];

/** Returns the line without the items of `keys`: void if none is left, with the remaining quantity if some of its parts are. */
function strikeLine(line: KitchenLine, keys: ReadonlySet<string>): KitchenLine {
  if (line.isVoid || !itemKeys(line).some((key) => keys.has(key))) return line;
  const parts = line.parts?.filter(({ key }) => !keys.has(key)) ?? [];
  if (parts.length === 0) return { ...line, isVoid: true };
  return { ...line, parts, qty: Math.round(parts.reduce((sum, { qty }) => sum + qty, 0) * 1000) / 1000 };
}

/** Returns a ticket's lines with the items of `keys` struck, whether none is left, and whether anything changed. */
export function strikeLines(
  lines: readonly KitchenLine[],
  keys: ReadonlySet<string>,
): { readonly lines: KitchenLine[]; readonly isEmpty: boolean; readonly isChanged: boolean } {
  const struck = lines.map((line) => strikeLine(line, keys));
  return {
    lines: struck,
    isEmpty: struck.every((line) => line.isVoid),
    isChanged: struck.some((line, index) => line !== lines[index]),
  };
}

/** Returns the all-day counts: what is still to be made over all tickets, largest quantity first. */
export function allDay(
  tickets: readonly Pick<KitchenTicket, 'state' | 'kind' | 'lines'>[],
): { readonly name: string; readonly size: string; readonly qty: number; readonly unit: string }[] {
  const counts = new Map<string, { name: string; size: string; qty: number; unit: string }>();
  for (const ticket of tickets) {
    const isDue = ticket.kind !== 'Cancel' && ['New', 'Preparing', 'Recalled'].includes(ticket.state);
    for (const { name, size, qty, unit = '', isVoid, isDone } of isDue ? ticket.lines : []) {
      if (isVoid || isDone) continue;
      const key = `${name} ${size} ${unit}`;
      const sum = (counts.get(key)?.qty ?? 0) + qty;
      counts.set(key, { name, size, qty: Math.round(sum * 1000) / 1000, unit });
    }
  }
  return [...counts.values()].sort((a, b) => b.qty - a.qty || (a.name < b.name ? -1 : 1));
}
