/** Kitchen tickets: a ticket is the difference between what was sent to the kitchen and the bill now. Source: R16.2–R16.4, docs/rules.md#tickets. */
import type { Bill, BillItem } from '../bill/bill.ts';
import { courseOf, isHeld } from '../bill/course.ts';
import { derivedKey } from '../bill/derived-key.ts';
import { liveItems, sortItems } from '../bill/items.ts';
import {
  alsoMark,
  cancelMark,
  fireMark,
  holdMark,
  isCancelDue,
  isFireDue,
  isSentTo,
  markKey,
} from '../bill/kitchen-mark.ts';
import { type SettingEntry, settingOf } from '../outlet/settings.ts';
import { findStation, firstStations, inOrder, type Station } from '../outlet/station.ts';
import { type ItemPart, partKey, partsAt, stationCodes } from './item-parts.ts';
import { stationPrinters } from './printers.ts';

export type TicketKind = 'Kot' | 'Bot';

/** One line of a ticket: `qty` is the total quantity to make, or for Void the quantity to cancel. Changed: the quantity grew from `qtyBefore`. */
export interface TicketLine {
  readonly item: BillItem;
  readonly qty: number;
  readonly change: 'New' | 'Void' | 'Changed';
  readonly qtyBefore?: number;
  /** What the kitchen does with it: cook it now, wait for its course, or cook what was held. Absent on tickets without courses. */
  readonly mark?: CourseMark;
  /** The code of the station, where that is the one of a modifier: the item has only its modifiers of that station. */
  readonly also?: string;
  /** On the copy for an expediter: the code of the station that has the line. */
  readonly at?: string;
}

export const courseMarks = ['Make', 'Hold', 'Fire'] as const;
export type CourseMark = (typeof courseMarks)[number];

export interface Ticket {
  /** UUIDv5 of bill, lines and kind. The print server prints a key once. */
  readonly key: string;
  readonly kind: TicketKind;
  /** The code of its station. */
  readonly station: string;
  /** '' when no printer is set. */
  readonly printer: string;
  /** The key of the ticket of which it is a copy for another printer: nothing is noted of it on the bill. */
  readonly copyOf?: string | undefined;
  /** New: the station's first ticket of this bill. Fire: a course that was held. Reprint: a copy. */
  readonly change: 'New' | 'Add' | 'Fire' | 'Cancel' | 'Reprint';
  readonly lines: readonly TicketLine[];
}

/** Limits the tickets to the items of `only` and to those of `deviceKeys`, the items that this device created. `fired`: items just fired. */
export interface TicketChoice {
  readonly only?: Iterable<string>;
  readonly deviceKeys?: Iterable<string>;
  readonly fired?: Iterable<string>;
  /** Parts of items (`partKey`) that other tickets order, and those that other tickets cancel. */
  readonly ordered?: ReadonlySet<string>;
  readonly cancelled?: ReadonlySet<string>;
  /** The stations of the outlet; absent: those of an outlet that has changed none. */
  readonly stations?: readonly Station[];
}

/** Returns the UUIDv5 of a ticket: the same bill, lines with quantities, and kind give the same key in any order of the lines. */
export function ticketKey(
  billKey: string,
  lines: readonly { readonly key: string; readonly qty: number }[],
  kind: string,
): string {
  const texts = lines.map(({ key, qty }) => `${key}:${qty}`).sort();
  return derivedKey(`ticket ${billKey} ${kind} ${texts.join(' ')}`);
}

/**
 * Returns the tickets that are due by station, new items separate from cancellations: live items that were sent for less than their quantity, and
 * void items that were sent (none when PrintCancelTickets is 'false'). An item that was voided before it was sent is never sent.
 * With courses, fired items that were announced as held are on a ticket of their own, and held ones are announced unless HeldCourses is 'WhenFired'.
 * To retry a ticket that may have been printed, reuse that ticket: called again after items were added, this function returns another key.
 */
export function dueTickets(bill: Bill, settings: readonly SettingEntry[], choice: TicketChoice = {}): Ticket[] {
  const only = choice.only ? new Set(choice.only) : null;
  const own = choice.deviceKeys ? new Set(choice.deviceKeys) : null;
  const asked = sortItems(bill.items).filter((item) => (only?.has(item.key) ?? true) && (own?.has(item.key) ?? true));
  const printsCancel = settingOf(settings, 'PrintCancelTickets');
  const fired = new Set(choice.fired ?? []);
  const announces = settingOf(settings, 'HeldCourses') === 'Announce';
  const { stations = firstStations } = choice;
  const making = { bill, settings, stations };
  const { ordered = none, cancelled = none } = choice;
  return stationCodes(asked, stations).flatMap((station) => {
    const here = partsAt(asked, station);
    const hasTickets = partsAt(bill.items, station).some(({ item, also }) => isSentTo(item, also));
    const live = here.filter((part) => !part.item.isVoid && !ordered.has(partKey(part)));
    const unsent = live.filter((part) => isUnsentPart(part) && (announces || !isHeld(part.item)));
    const added = unsent.filter(({ item }) => !fired.has(item.key)).map(addedLine);
    const due = live
      .filter((part) => isFireDue(part.item, part.also) || (fired.has(part.item.key) && unsent.includes(part)))
      .map(firedLine);
    const voided = here.filter((part) => isCancelDue(part.item, part.also) && !cancelled.has(partKey(part)));
    return [
      ...makeTickets(making, station, hasTickets ? 'Add' : 'New', added),
      ...makeTickets(making, station, 'Fire', due),
      ...makeTickets(making, station, 'Cancel', printsCancel ? voided.map(cancelledLine) : []),
    ];
  });
}

const none: ReadonlySet<string> = new Set();

/** Returns whether a station lacks some of an item. */
const isUnsentPart = ({ item, also }: ItemPart): boolean => (also ? !isSentTo(item, also) : item.sentQty < item.qty);

/** Returns copies, by station, of all live items that were sent to the kitchen; they are marked COPY. `copyNo` makes the key of each copy unique. */
export function ticketCopies(
  bill: Bill,
  settings: readonly SettingEntry[],
  copyNo: number,
  stations: readonly Station[] = firstStations,
): Ticket[] {
  const sent = liveItems(bill).filter((item) => item.sentQty > 0);
  return stationCodes(sent, stations).flatMap((station) => {
    const lines = partsAt(sent, station);
    const kind = `Reprint ${copyNo}`;
    return makeTickets(
      { bill, settings, stations },
      station,
      'Reprint',
      lines.map((part) => ({ ...part, qty: part.item.qty, change: 'New' })),
      kind,
    );
  });
}

/** Returns the marks that a line of a sent ticket leaves on its item. */
function marksOf({ item, change, mark, also }: TicketLine): readonly string[] {
  const key = markKey(item.key, also);
  if (change === 'Void') return [cancelMark(key)];
  const course = mark === 'Hold' ? [holdMark(key)] : mark === 'Fire' ? [fireMark(key)] : [];
  return also ? [...course, alsoMark(item.key, also)] : course;
}

/** Returns the bill after a ticket was sent: writes sent quantity and ticket key of its items, and marks what was cancelled, held and fired. Idempotent. */
export function markSent(bill: Bill, ticket: Pick<Ticket, 'key' | 'lines'>): Bill {
  const lines = new Map(ticket.lines.map((line) => [line.item.key, line]));
  const items = bill.items.map((item) => {
    const line = lines.get(item.key);
    if (!line) return item;
    const marks = [ticket.key, ...marksOf({ ...line, item })].filter((mark) => !item.ticketIds.includes(mark));
    const isSame = line.change === 'Void' || line.also !== undefined;
    const sentQty = isSame ? item.sentQty : Math.max(item.sentQty, line.qty);
    if (marks.length === 0 && sentQty === item.sentQty) return item;
    return { ...item, sentQty, ticketIds: [...item.ticketIds, ...marks] };
  });
  return { ...bill, items };
}

function addedLine({ item, also }: ItemPart): TicketLine {
  if (also || item.sentQty === 0) return { item, qty: item.qty, change: 'New', ...(also && { also }) };
  return { item, qty: item.qty, change: 'Changed', qtyBefore: item.sentQty };
}

const firedLine = (part: ItemPart): TicketLine => ({ ...part, qty: part.item.qty, change: 'New', mark: 'Fire' });

/** Returns what the kitchen does with a line of a ticket. */
export const markNow = ({ item, mark }: TicketLine, isFire = mark === 'Fire'): CourseMark =>
  isFire ? 'Fire' : isHeld(item) ? 'Hold' : 'Make';

/** Returns the lines of a ticket with their marks; unchanged when none of them has a course. */
function withMarks(lines: readonly TicketLine[]): readonly TicketLine[] {
  return lines.some(({ item, change }) => change !== 'Void' && courseOf(item) > 0)
    ? lines.map((line) => ({ ...line, mark: markNow(line) }))
    : lines;
}

const cancelledLine = (part: ItemPart): TicketLine => ({
  ...part,
  qty: part.also ? part.item.qty : part.item.sentQty,
  change: 'Void',
});

interface Making {
  readonly bill: Bill;
  readonly settings: readonly SettingEntry[];
  readonly stations: readonly Station[];
}

/** Returns the ticket of a station, and a copy of it for each further printer of the station; none without lines. */
function makeTickets(
  { bill, settings, stations }: Making,
  code: string,
  change: Ticket['change'],
  lines: readonly TicketLine[],
  keyKind = change === 'Cancel' || change === 'Fire' ? change : 'Order',
): Ticket[] {
  if (lines.length === 0) return [];
  const station = findStation(stations, code);
  const items = lines.map((line) => ({ key: line.item.key, qty: line.qty }));
  const [printer, ...others] = stationPrinters(settings, station);
  const key = ticketKey(bill.key, items, `${code} ${keyKind}`);
  const ticket: Ticket = { key, kind: station.ticketType, station: code, printer, change, lines: withMarks(lines) };
  const copies = others.map((other) => ({
    ...ticket,
    key: ticketKey(bill.key, items, `${code} ${keyKind} ${other}`),
    printer: other,
    copyOf: key,
  }));
  return [ticket, ...copies];
}

/** Returns the change that a copy of several tickets has. */
function changeOf(tickets: readonly Ticket[]): Ticket['change'] {
  const [first, ...others] = new Set(tickets.map(({ change }) => change));
  return first !== undefined && others.length === 0 ? first : 'Add';
}

/**
 * Returns the copies that expediters get of tickets: one for each printer of an expediter, with the lines of all stations that it watches. An
 * expediter without a printer of its own gets none.
 */
export function expediterCopies(bill: Bill, tickets: readonly Ticket[], stations: readonly Station[]): Ticket[] {
  const originals = tickets.filter(({ copyOf, change }) => copyOf === undefined && change !== 'Reprint');
  return inOrder(stations)
    .filter(({ isExpediter, isRemoved }) => isExpediter && !isRemoved)
    .flatMap(({ code, ticketType, printers = [], watches }) => {
      const watched = originals.filter(({ station }) => watches?.includes(station) ?? true);
      const [first] = watched;
      if (first === undefined) return [];
      const lines = withMarks(
        watched.flatMap(({ station, lines: own }) => own.map((line): TicketLine => ({ ...line, at: station }))),
      );
      const keys = watched.map(({ key }) => ({ key, qty: 1 }));
      return printers.map((printer) => ({
        key: ticketKey(bill.key, keys, `${code} ${printer}`),
        kind: ticketType,
        station: code,
        printer,
        change: changeOf(watched),
        lines,
        copyOf: first.key,
      }));
    });
}
