/** Kitchen tickets: a ticket is the difference between what the kitchen was told and the bill now. Source: R16.2–R16.4, docs/rules.md#tickets. */
import type { Bill, BillItem } from '../bill/bill.ts';
import { derivedKey } from '../bill/derived-key.ts';
import { cancelMark, isCancelDue } from '../bill/kitchen-mark.ts';
import { liveItems, sortItems } from '../bill/lines.ts';
import { type SettingEntry, settingOf } from '../outlet/settings.ts';
import { type Station, stationPrinter, stations } from './printers.ts';

export type TicketKind = 'Kot' | 'Bot';

/** One line of a ticket: `qty` is what the kitchen is to make in all, or for Void what it is to drop. Changed: the quantity grew from `qtyBefore`. */
export interface TicketLine {
  readonly item: BillItem;
  readonly qty: number;
  readonly change: 'New' | 'Void' | 'Changed';
  readonly qtyBefore?: number;
}

export interface Ticket {
  /** UUIDv5 of bill, lines and kind: the print server prints a key once. */
  readonly key: string;
  readonly kind: TicketKind;
  readonly station: Station;
  /** '' when the settings name none. */
  readonly printer: string;
  /** New: the station's first ticket of this bill. Reprint: a copy. */
  readonly change: 'New' | 'Add' | 'Cancel' | 'Reprint';
  readonly lines: readonly TicketLine[];
}

/** Which lines are asked for: only those of `only`, and only those of `deviceKeys`, the lines that this device made. */
export interface TicketChoice {
  readonly only?: Iterable<string>;
  readonly deviceKeys?: Iterable<string>;
}

/** Answers where a line goes, or null for one that goes nowhere: NA, not printable, or negative (a refund). */
export function stationOf(item: Pick<BillItem, 'menuItem' | 'printable' | 'qty'>): Station | null {
  if (!item.printable || item.qty <= 0) return null;
  switch (item.menuItem?.type) {
    case 'Kitchen':
      return 'KITCHEN';
    case 'Bar':
      return 'BAR';
    case 'Grill':
      return 'GRILL';
    default:
      return null;
  }
}

/** Answers the UUIDv5 of a ticket: the same bill, lines with quantities, and kind give the same key in any order of the lines. */
export function ticketKey(
  billKey: string,
  lines: readonly { readonly key: string; readonly qty: number }[],
  kind: string,
): string {
  const texts = lines.map(({ key, qty }) => `${key}:${qty}`).sort();
  return derivedKey(`ticket ${billKey} ${kind} ${texts.join(' ')}`);
}

/**
 * Answers the tickets that are due, by station, new lines apart from cancellations: live lines told for less than their quantity, and void lines
 * that the kitchen knows of (none when PrintCancelTickets is 'false'). A line voided before it was told is never told.
 * Retrying a ticket that may have been printed must reuse that ticket: asked again after more lines came, this gives another key.
 */
export function dueTickets(bill: Bill, settings: readonly SettingEntry[], choice: TicketChoice = {}): Ticket[] {
  const only = choice.only ? new Set(choice.only) : null;
  const own = choice.deviceKeys ? new Set(choice.deviceKeys) : null;
  const asked = sortItems(bill.items).filter((item) => (only?.has(item.key) ?? true) && (own?.has(item.key) ?? true));
  const tellsCancel = settingOf(settings, 'PrintCancelTickets');
  return stations.flatMap((station) => {
    const here = asked.filter((item) => stationOf(item) === station);
    const knows = bill.items.some((item) => item.sentQty > 0 && stationOf(item) === station);
    const added = here.filter((item) => !item.isVoid && item.sentQty < item.qty).map(addedLine);
    const cancelled = tellsCancel ? here.filter(isCancelDue).map(cancelledLine) : [];
    return [
      ...makeTicket(bill, settings, station, knows ? 'Add' : 'New', added),
      ...makeTicket(bill, settings, station, 'Cancel', cancelled),
    ];
  });
}

/** Answers copies, by station, of all live lines that the kitchen was told of: a reprint says COPY. `copyNo` tells one copy from the next. */
export function ticketCopies(bill: Bill, settings: readonly SettingEntry[], copyNo: number): Ticket[] {
  const told = liveItems(bill).filter((item) => item.sentQty > 0);
  return stations.flatMap((station) => {
    const lines = told.filter((item) => stationOf(item) === station);
    const kind = `Reprint ${copyNo}`;
    return makeTicket(
      bill,
      settings,
      station,
      'Reprint',
      lines.map((item) => ({ item, qty: item.qty, change: 'New' })),
      kind,
    );
  });
}

/** Answers the bill after a ticket went out: its lines' sent quantity and tickets are written, cancellations marked. Doing it twice changes nothing. */
export function markSent(bill: Bill, ticket: Pick<Ticket, 'key' | 'lines'>): Bill {
  const lines = new Map(ticket.lines.map((line) => [line.item.key, line]));
  const items = bill.items.map((item) => {
    const line = lines.get(item.key);
    if (!line) return item;
    const isCancel = line.change === 'Void';
    const marks = (isCancel ? [ticket.key, cancelMark(item.key)] : [ticket.key]).filter(
      (mark) => !item.ticketIds.includes(mark),
    );
    const sentQty = isCancel ? item.sentQty : Math.max(item.sentQty, line.qty);
    if (marks.length === 0 && sentQty === item.sentQty) return item;
    return { ...item, sentQty, ticketIds: [...item.ticketIds, ...marks] };
  });
  return { ...bill, items };
}

function addedLine(item: BillItem): TicketLine {
  if (item.sentQty === 0) return { item, qty: item.qty, change: 'New' };
  return { item, qty: item.qty, change: 'Changed', qtyBefore: item.sentQty };
}

function cancelledLine(item: BillItem): TicketLine {
  return { item, qty: item.sentQty, change: 'Void' };
}

function makeTicket(
  bill: Bill,
  settings: readonly SettingEntry[],
  station: Station,
  change: Ticket['change'],
  lines: readonly TicketLine[],
  told = change === 'Cancel' ? 'Cancel' : 'Order',
): Ticket[] {
  if (lines.length === 0) return [];
  const key = ticketKey(
    bill.key,
    lines.map((line) => ({ key: line.item.key, qty: line.qty })),
    `${station} ${told}`,
  );
  return [
    {
      key,
      kind: station === 'BAR' ? 'Bot' : 'Kot',
      station,
      printer: stationPrinter(settings, station),
      change,
      lines,
    },
  ];
}
