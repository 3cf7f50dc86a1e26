/** Records on the kitchen screen what a save added or voided, in the transaction of the save. Source: docs/rules.md#tickets, docs/rules.md#kitchen-tickets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { isHeld } from '@atoll/domain/bill/course';
import { waiterOf } from '@atoll/domain/bill/waiter';
import { businessDate } from '@atoll/domain/date/business-day';
import {
  addedTickets,
  cancelledItems,
  cancelTickets,
  firedTickets,
  itemKeys,
  type KitchenTicket,
  seriesOf,
  strikeLines,
  type TicketDraft,
  waitingCourses,
} from '@atoll/domain/kitchen/kitchen-ticket';
import { stateOfLines } from '@atoll/domain/kitchen/line-done';
import { isOpenTicket } from '@atoll/domain/kitchen/states';
import { hasMarks, type ItemMarks, marksOf } from '@atoll/domain/menu/marks';
import { type SettingEntry, settingOf } from '@atoll/domain/outlet/settings';
import type { Station } from '@atoll/domain/outlet/station';
import type { OutletTx } from '../../platform/store/store.ts';
import { closedTicket, ticketsClosedWith } from './close-with-bill.ts';
import { maxOpenMs } from './find.ts';
import { insertTicket, lastNumbers, openTickets, updateTicket } from './queries.ts';
import { guestOnTicket, renamedTickets } from './renamed-tickets.ts';

/** The terms of the outlet that matter here. */
export interface KitchenTerms {
  readonly outlet: {
    readonly features: readonly string[];
    readonly timezone: string;
    readonly businessDayCutoff: string;
  };
  readonly settings: readonly SettingEntry[];
  readonly stations: readonly Station[];
  readonly catalogue: ReadonlyMap<number, { readonly menuItem: ItemMarks }>;
  readonly isAllHalal: boolean;
}

interface Saved {
  /** Null for a new bill. */
  readonly before: Bill | null;
  readonly after: Bill;
  readonly terms: KitchenTerms;
}

/** A ticket's number for the device that prints it. */
export interface NumberedTicket {
  readonly key: string;
  readonly number: number;
}

/**
 * Writes the tickets of a save and returns their numbers. Does nothing where the feature Kitchen is off or no item has a station.
 * It reads before it writes, so it is called before the bill is written.
 */
export async function recordTickets(tx: OutletTx, { before, after, terms }: Saved): Promise<NumberedTicket[]> {
  if (!terms.outlet.features.includes('Kitchen') || after.id === null) return [];
  const cancelled = before === null ? [] : cancelledItems(before, after);
  const struck = cancelled.length === 0 ? [] : await struckTickets(tx, cancelled);
  const known = new Set(struck.flatMap((ticket) => ticket.struck));
  const announces = settingOf(terms.settings, 'HeldCourses') === 'Announce';
  const drafts = [
    ...(after.isVoid ? [] : addedTickets(before, after, announces, terms.stations)),
    ...firedTickets(before, after, terms.stations),
    ...cancelTickets(
      after,
      cancelled.filter((item) => known.has(item.key)),
      terms.stations,
    ),
  ];
  const closed = await ticketsClosedWith(tx, after, terms);
  const renamed = await renamedTickets(tx, before, after);
  if (drafts.length === 0 && !closed?.length && renamed.length === 0) {
    if (waitingText(before) !== waitingText(after)) tellWaiting(tx);
    return [];
  }
  const date = businessDate(tx.now, terms.outlet.timezone, terms.outlet.businessDayCutoff);
  const numbers = await tx.load(lastNumbers, { outletId: tx.head.outletId, businessDate: date });
  const last = new Map(numbers.map(({ station, number }) => [station, number]));
  const touched = [...renamed, ...(closed ?? []), ...struck.map(({ ticket }) => ticket)];
  const changed = new Map(touched.map((each) => [each.key, withGuest(each, after)]));
  const made = drafts.map((draft) => {
    const series = seriesOf(draft);
    const number = (last.get(series) ?? 0) + 1;
    last.set(series, number);
    return ticketOf(tx, after, withMarks(draft, after, terms), number);
  });
  for (const ticket of changed.values()) writeChanged(tx, closed ? closedTicket(tx, ticket) : ticket);
  for (const ticket of made) writeNew(tx, closed ? closedTicket(tx, ticket) : ticket, date);
  // The device that saved is notified too, because it shows what the kitchen does with the lines.
  tx.change({ entity: 'Ticket', id: null, version: 1, action: made.length > 0 ? 'Created' : 'Updated' });
  return made.map(({ key, number }) => ({ key, number }));
}

/** Returns what a bill holds back from the kitchen, as text to compare. */
const waitingText = (bill: Bill | null): string =>
  bill?.isOpen && bill.items.some(isHeld) ? JSON.stringify(waitingCourses(bill)) : '';

/** Tells kitchen screens that what waits for its course changed. */
export const tellWaiting = (tx: OutletTx): void =>
  tx.change({ entity: 'Ticket', id: null, version: 1, action: 'Updated' });

/** Returns the open tickets with items that were voided, without them. The items may have come from another bill. */
async function struckTickets(
  tx: OutletTx,
  cancelled: readonly { readonly key: string }[],
): Promise<{ readonly ticket: KitchenTicket; readonly struck: readonly string[] }[]> {
  const keys = new Set(cancelled.map((item) => item.key));
  const rows = await tx.load(openTickets, { outletId: tx.head.outletId, since: tx.now - maxOpenMs });
  return rows.flatMap(({ doc }) => {
    if (doc.kind === 'Cancel') return [];
    const { lines, isEmpty, isChanged } = strikeLines(doc.lines, keys);
    if (!isChanged) return [];
    const state = isEmpty ? 'Void' : stateOfLines({ state: doc.state, lines });
    const ticket: KitchenTicket = { ...doc, lines, state, changedAt: new Date(tx.now).toISOString() };
    return [{ ticket, struck: doc.lines.flatMap(itemKeys).filter((key) => keys.has(key)) }];
  });
}

/** Returns a ticket of the bill with the guest's current name and allergies. */
const withGuest = (ticket: KitchenTicket, bill: Bill): KitchenTicket =>
  ticket.billId === bill.id ? { ...ticket, ...guestOnTicket(bill) } : ticket;

/** Returns a draft with the marks of its items; a cancellation needs none. */
function withMarks(draft: TicketDraft, { items }: Bill, { catalogue, isAllHalal }: KitchenTerms): TicketDraft {
  if (draft.kind === 'Cancel') return draft;
  const ids = new Map(items.map(({ key, menuItemId }) => [key, menuItemId]));
  const lines = draft.lines.map((line) => {
    const marks = marksOf(catalogue.get(ids.get(line.key) ?? 0)?.menuItem ?? {}, isAllHalal);
    return hasMarks(marks) ? { ...line, marks } : line;
  });
  return { ...draft, lines };
}

function ticketOf(tx: OutletTx, bill: Bill, draft: TicketDraft, number: number): KitchenTicket {
  const now = new Date(tx.now).toISOString();
  const waiter = waiterOf(bill).name;
  const keys = new Set(draft.lines.map(({ key }) => key));
  const sender = bill.items.findLast((item) => keys.has(item.key) && !item.isVoid)?.createdByName || waiter;
  return {
    ...draft,
    number,
    state: 'New',
    billId: bill.id ?? 0,
    billKey: bill.key,
    slotType: bill.type,
    slot: bill.slot,
    waiter,
    ...(sender !== waiter && { sentBy: sender }),
    covers: bill.covers,
    note: bill.note,
    ...guestOnTicket(bill),
    createdAt: now,
    changedAt: now,
  };
}

function writeNew(tx: OutletTx, ticket: KitchenTicket, date: string): void {
  const { key, number, state, billId } = ticket;
  // The column knows the kinds of the first release, and nothing reads it; the document has the kind.
  const kind = ticket.kind === 'Fire' ? 'Add' : ticket.kind;
  tx.write(insertTicket, {
    outlet_id: tx.head.outletId,
    key,
    bill_id: billId,
    number,
    business_date: date,
    // The column knows the stations of the first release, and its trigger counts them; the document has the station.
    station: seriesOf(ticket),
    kind,
    state,
    is_open: isOpenTicket(state),
    created_at: tx.now,
    changed_at: tx.now,
    doc: JSON.stringify(ticket),
  });
}

/** Writes a changed ticket of the same bill. */
export function writeChanged(tx: OutletTx, ticket: KitchenTicket): void {
  tx.write(updateTicket, {
    outlet_id: tx.head.outletId,
    key: ticket.key,
    state: ticket.state,
    is_open: isOpenTicket(ticket.state),
    changed_at: tx.now,
    doc: JSON.stringify(ticket),
  });
}
