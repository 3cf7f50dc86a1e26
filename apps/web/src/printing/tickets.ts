/**
 * Kitchen and bar tickets of this device: stored before they are sent, so that a reload loses none, and printed once however often they are
 * retried. Source: R16.2–R16.4, R16.6, docs/rules.md#tickets.
 */
import { billAllergies } from '@atoll/domain/bill/allergies';
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { firingOf, isHeld } from '@atoll/domain/bill/course';
import { guestName } from '@atoll/domain/bill/guest-name';
import { fireMark, isSentTo, markKey } from '@atoll/domain/bill/kitchen-mark';
import { isSplitAway } from '@atoll/domain/bill/split/piece';
import { piecesOf, unsentQty } from '@atoll/domain/bill/split/pieces';
import { isOpenBill } from '@atoll/domain/bill/states';
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { findStation, firstStations, type Station } from '@atoll/domain/outlet/station';
import { partKey } from '@atoll/domain/ticket/item-parts';
import { canPrintTickets, isAutoPrintOn } from '@atoll/domain/ticket/printers';
import { ticketStaleMs } from '@atoll/domain/ticket/stale';
import {
  dueTickets,
  expediterCopies,
  markNow,
  markSent,
  type Ticket,
  type TicketLine,
  ticketCopies,
} from '@atoll/domain/ticket/ticket';
import { useConnection } from '../api/connection.ts';
import { emit } from '../api/event.ts';
import { words } from '../api/words.ts';
import { useBills } from '../bills/bills.ts';
import { onSavedHere, type SavedListener } from '../bills/saved.ts';
import { tillNow, tillNowText } from '../clock/till-clock.ts';
import { t } from '../locale/locale.ts';
import { slotName } from '../locale/slot-name.ts';
import { billSent } from '../outbox/outbox.ts';
import { useSession } from '../session/session.ts';
import { readAll, readOne, removeOne, writeOne } from '../storage/idb.ts';
import { notify, settingHere, settingsHere, stationsHere, useApp } from '../sync/app-store.ts';
import { businessDayHere } from '../sync/outlet-time.ts';
import { nextNumberHere } from '../sync/own-number.ts';
import { type Fired, isFiredHere, keepFired, noteFired } from './kept-fired.ts';
import { isOrder, isPrinted, type KeptTicket, useTickets } from './kept-tickets.ts';
import { kitchenNumber } from './kitchen-number.ts';
import { numberOnPaper } from './number-on-paper.ts';
import { sendAgain, sendTicket, sendToPrinter } from './print.ts';
import { withPrintedNames } from './printed-name.ts';
import { printAllergyNotice, printCourseNotice, printTransferNotice } from './transfer-notice.ts';

/** How long a finished ticket is kept. */
export const ticketsKeptMs = 24 * 60 * 60 * 1000;

const isKept = (ticket: KeptTicket): boolean =>
  ticket.state === 'failed' || ticket.state === 'printing' || Date.parse(ticket.madeAt) > tillNow() - ticketsKeptMs;

/** Tickets being printed when this page was opened: by another tab, or by a page that was closed. */
const interrupted = new Set<string>();

/** Tickets that this page has tried to print. Other tills may have printed those tried by an earlier page. */
const triedHere = new Set<string>();

/** Returns whether this page has tried to print the ticket. */
export const isTriedHere = (key: string): boolean => triedHere.has(key);

/** Reads the tickets stored before a reload. An interrupted one counts as failed: its key prevents a second print. */
export async function loadTickets(): Promise<void> {
  const all = await readAll<KeptTicket>('ticket');
  for (const ticket of all) if (!isKept(ticket)) await removeOne('ticket', ticket.key);
  const known = new Map(useTickets.getState().tickets.map((ticket) => [ticket.key, ticket]));
  for (const ticket of all.filter(isKept)) {
    if (known.has(ticket.key)) continue;
    triedHere.delete(ticket.key);
    if (ticket.state === 'printing') interrupted.add(ticket.key);
    known.set(ticket.key, ticket.state === 'printing' ? { ...ticket, state: 'failed' } : ticket);
  }
  useTickets.setState({ tickets: [...known.values()], loaded: true });
}

/** Takes over other tabs' results for tickets that were being printed when this page was opened. */
export async function followOtherTabs(): Promise<void> {
  const kept = await readAll<KeptTicket>('ticket');
  const { tickets } = useTickets.getState();
  // Another open tab has finished its own tickets.
  const done = kept.filter(({ key, state }) => interrupted.has(key) && state !== 'printing');
  for (const { key } of done) interrupted.delete(key);
  useTickets.setState({ tickets: tickets.map((ticket) => done.find(({ key }) => key === ticket.key) ?? ticket) });
}

/** Returns whether the bill notes that a ticket was printed: it is no copy. */
const isNoted = ({ change, copyOf }: KeptTicket): boolean => change !== 'Reprint' && copyOf === undefined;

function setTicket(ticket: KeptTicket): void {
  const others = useTickets.getState().tickets.filter(({ key }) => key !== ticket.key);
  useTickets.setState({ tickets: [...others, ticket] });
}

async function keep(ticket: KeptTicket): Promise<KeptTicket> {
  setTicket(ticket);
  await writeOne('ticket', ticket);
  return ticket;
}

/** Returns the next ticket number; the series restarts each business day. */
function nextTicketNumber(): Promise<string> {
  return nextNumberHere(`ticket.${businessDayHere()}`);
}

/** A print server of an earlier release does not know the kind of a fire ticket: its items say what it is. */
const kindOnPaper = { New: 'New', Add: 'Add', Fire: 'Add', Cancel: 'Cancel', Reprint: 'Reprint' } as const;

/** Returns the number of copies of a ticket; one unless the outlet's setting differs. */
function copiesWanted(): { copies?: number } {
  const copies = settingHere('KotCopies');
  return copies > 1 ? { copies } : {};
}

/** Returns the customer of a bill as the ticket names them: with the name and the allergies of the delivery too (R35.76). */
function namedGuest(bill: Bill): Bill['customer'] {
  const name = guestName(bill);
  const allergies = billAllergies(bill);
  if (!name && !allergies) return bill.customer;
  return { ...(bill.customer ?? { id: null, key: '', phone: '', tin: '' }), name, ...(allergies && { allergies }) };
}

/** Returns the outlet as it is printed: without its stations, of which no paper tells. */
function outletOnPaper(): PrintBody['outlet'] {
  const { stations: _stations, ...outlet } = useApp.getState().outlet ?? { name: '' };
  return outlet;
}

/** Returns the name of a station on paper. A code of the print server's own words stays while nobody gave the station another name. */
function nameOnPaper({ code, name }: Station): string {
  return firstStations.some((first) => first.code === code && first.name === name) ? code : name;
}

function bodyOf(ticket: KeptTicket, lines: Ticket['lines']): PrintBody {
  const copyNo = ticket.copies;
  const station = findStation(stationsHere(), ticket.station);
  const changedItems = lines.map(({ item, qty, change, qtyBefore, mark, at }) => ({
    ...item,
    qty,
    change,
    ...(at && { stationName: nameOnPaper(findStation(stationsHere(), at)) }),
    ...(mark && { mark }),
    ...(qtyBefore === undefined ? {} : { qtyBefore }),
  }));
  const { items, language } = withPrintedNames(changedItems, ticket.printer, true, station.language);
  // The server may have numbered the bill since.
  const number = numberOnPaper(useBills.getState().bills[ticket.bill.key] ?? ticket.bill);
  return {
    type: ticket.kind,
    bill: { ...ticket.bill, number, customer: namedGuest(ticket.bill), items },
    language,
    outlet: outletOnPaper(),
    printerName: ticket.printer,
    printedBy: useSession.getState().user?.name ?? '',
    jobKey: copyNo ? `${ticket.key}.${copyNo}` : ticket.key,
    kotNo: ticket.number,
    sentAt: ticket.sentAt ?? ticket.madeAt,
    station: nameOnPaper(station),
    kind: copyNo ? 'Reprint' : kindOnPaper[ticket.change],
    ...(copyNo ? { copyNo } : copiesWanted()),
  };
}

const knownItems = (): ReadonlyMap<string, BillItem> =>
  new Map(Object.values(useBills.getState().bills).flatMap(({ items }) => items.map((item) => [item.key, item])));

/**
 * Returns the items still to be sent: without items voided before the kitchen got them, and without those on another ticket. An item that was cut
 * by a split in the meantime is one line of what its pieces need.
 */
function linesNow(ticket: KeptTicket): Ticket['lines'] {
  if (ticket.change === 'Cancel') return ticket.lines;
  const items = knownItems();
  // A copy says what the tickets said, without what was voided since.
  if (ticket.copyOf)
    return ticket.lines.filter(({ item, change }) => change === 'Void' || !items.get(item.key)?.isVoid);
  return ticket.lines.flatMap((line) => {
    const item = items.get(line.item.key);
    if (!item) return [line];
    if (isSplitAway(item) && line.also)
      return piecesOf(item, items).some((piece) => isSentTo(piece, line.also)) ? [] : [line];
    if (isSplitAway(item)) {
      const qty = ticket.change === 'Fire' ? unfiredQty(item, items) : unsentQty(item, items);
      return qty > 0 ? [{ ...line, qty }] : [];
    }
    const isKnown = ticket.change === 'Fire' ? isFired(item, line.also) : isOnPaper(item, line);
    const isDone = item.isVoid || (isKnown && !item.ticketIds.includes(ticket.key));
    if (isDone || (line.mark === 'Hold' && isFiredElsewhere(item))) return [];
    // What was held when the ticket was made may have been fired before it was printed.
    return [line.mark === 'Hold' ? { ...line, mark: markNow({ ...line, item }, !isHeld(item)) } : line];
  });
}

/** Returns whether another till fired an item: that one prints it. */
const isFiredElsewhere = (item: BillItem): boolean => !!item.firedAt && !isFiredHere(item);

const isFired = ({ key, ticketIds }: BillItem, also?: string): boolean =>
  ticketIds.includes(fireMark(markKey(key, also)));

/** Returns whether the station has the whole line. */
const isOnPaper = (item: BillItem, { qty, also }: TicketLine): boolean =>
  also ? isSentTo(item, also) : item.sentQty >= qty;

/** Returns how much of a fired item that was cut is on no fire ticket. */
const unfiredQty = (item: BillItem, items: ReadonlyMap<string, BillItem>): number =>
  piecesOf(item, items).reduce((sum, piece) => sum + (piece.isVoid || isFired(piece) ? 0 : piece.qty), 0);

/** Returns whether items of the ticket were added to another bill that is not saved yet: nothing of an unsaved item is printed. */
function awaitsSave({ change, lines }: KeptTicket): boolean {
  if (change === 'Cancel') return false;
  const unsaved = new Set(
    Object.values(useBills.getState().drafts).flatMap(({ items }) => items.map(({ key }) => key)),
  );
  return lines.some(({ item }) => unsaved.has(item.key));
}

/** Running attempts by ticket: a second attempt shares the first. */
const attempts = new Map<string, Promise<KeptTicket>>();
/** Who starts an attempt. During an automatic attempt the ticket keeps its state, and the same failure is shown once. */
type Starter = 'person' | 'itself';

const print = (ticket: KeptTicket): Promise<KeptTicket> => start(ticket, 'person');

function start(ticket: KeptTicket, starter: Starter): Promise<KeptTicket> {
  const running = attempts.get(ticket.key);
  if (running) return running;
  const attempt = attemptPrint(ticket, starter).finally(() => attempts.delete(ticket.key));
  if (ticket.isMoved) void attempt.then(printRest);
  if (!ticket.copyOf && ticket.lines.some(({ mark }) => mark === 'Hold')) void attempt.then(printFiredSince);
  triedHere.add(ticket.key);
  attempts.set(ticket.key, attempt);
  return attempt;
}

/** Prints what was ordered of an item besides, after the ticket that it brought from another bill. */
function printRest(ticket: KeptTicket): void {
  const now = useBills.getState().bills[ticket.bill.key];
  if (now && isPrinted(ticket))
    printSaved(
      now,
      ticket.lines.map(({ item }) => item.key),
    );
}

/** Prints the fire ticket of items that were fired while a ticket announced them as held. */
function printFiredSince({ bill: { key }, lines }: KeptTicket): void {
  const now = useBills.getState().bills[key];
  const keys = lines.map(({ item }) => item.key);
  const own = now?.items.filter((item) => keys.includes(item.key) && isFiredHere(item)) ?? [];
  const ownKeys = own.map((item) => item.key);
  if (now && ownKeys.length > 0) void printNew(now, due(now, ownKeys, ownKeys));
}

/** Returns whether a ticket of this till announced an item as held. */
function isAnnouncedHere({ key, ticketIds }: BillItem): boolean {
  const isOn = ({ key: ticketKey, lines }: KeptTicket): boolean =>
    lines.some(({ item, mark }) => mark === 'Hold' && (item.key === key || ticketIds.includes(ticketKey)));
  return useTickets.getState().tickets.some(isOn);
}

/** Prints what a payment of another program fired of what this till announced: nobody else knows the paper. Nobody waits for it after a while. */
async function printAnnounced(billKey: string, { keys, at }: Fired): Promise<void> {
  if (Date.parse(at) < tillNow() - ticketStaleMs) return;
  if (!useTickets.getState().loaded) await loadTickets();
  const items = useBills.getState().bills[billKey]?.items ?? [];
  const own = items.filter((item) => keys.includes(item.key) && isAnnouncedHere(item)).map(({ key }) => key);
  if (own.length === 0) return;
  await keepFired({ keys: own, at, billKey, outletId: useApp.getState().outletId ?? 0 });
  await printFired(billKey, { keys: own, at });
}

/** How long a till waits to learn that another till fired a course before it. */
export const maxFireWaitMs = 1500;

/**
 * Prints what this till fired: once, after the tickets that announce it. A ticket that failed orders it when it is tried again. With the server,
 * only what no other till fired before; without it, or when it is slow, at once.
 */
async function printFired(billKey: string, fired: Fired): Promise<void> {
  if (fired.isByPayment) return printAnnounced(billKey, fired);
  noteFired(fired);
  if (useConnection.getState().isOnline) await billSent(billKey, maxFireWaitMs);
  await ticketsMade(billKey);
  const bills = Object.values(useBills.getState().bills);
  const bill = useBills.getState().bills[billKey] ?? bills.find(({ items }) => items.some(isOne));
  function isOne(item: BillItem): boolean {
    return firingOf(item) === fired.at && fired.keys.includes(item.key);
  }
  const own = bill?.items.filter(isOne).map(({ key }) => key) ?? [];
  if (!bill || own.length === 0 || !isAutoPrintOn(settingsHere())) return;
  const failed = useTickets
    .getState()
    .tickets.filter(({ state, lines }) => state === 'failed' && lines.some(({ item }) => own.includes(item.key)));
  const tickets = due(bill, own, own);
  if ((tickets.length === 0 && failed.length === 0) || printerMissing()) return;
  await Promise.all([printNew(bill, tickets), ...failed.map(print)]);
}

async function attemptPrint(kept: KeptTicket, starter: Starter): Promise<KeptTicket> {
  // It is tried again, or goes with the other bill when that is saved.
  if (awaitsSave(kept)) return kept.state === 'printing' ? keep({ ...kept, state: 'failed', message: '' }) : kept;
  const number = kept.change === 'Reprint' ? null : await kitchenNumber(kept.copyOf ?? kept.key, kept.bill.key);
  const ticket = { ...kept, ...(number === null ? {} : { number }), isUntried: false };
  const lines = linesNow(ticket);
  if (lines.length === 0) return keep({ ...ticket, state: 'printed', message: '' });
  if (starter === 'person') await keep({ ...ticket, state: 'printing', message: '' });
  const body = bodyOf(ticket, lines);
  const printed = await (starter === 'person' ? sendTicket(body) : sendAgain(body, ticket));
  if (printed.state === 'failed') {
    if (starter === 'person' || ticket.state !== 'failed') emit('sound', { name: 'ticketFailed' });
    const isDismissed = useTickets.getState().tickets.some(({ key, state }) => key === ticket.key && state === 'told');
    return keep({ ...ticket, state: isDismissed ? 'told' : 'failed', message: printed.message });
  }
  // If the ticket was printed before, the kitchen knows all its items.
  const sentLines = printed.isDuplicate ? ticket.lines : asPrinted(ticket.lines, lines);
  if (isNoted(ticket)) useBills.getState().markSent(ticket.bill.key, { key: ticket.key, lines: sentLines });
  const message = printed.state === 'waiting' ? printed.message : (printed.note ?? '');
  const state = printed.state === 'waiting' ? 'waiting' : 'printed';
  const at = state === kept.state && kept.at ? kept.at : tillNowText();
  const isUnconfirmed = printed.state === 'done' && printed.isUnconfirmed === true;
  return keep({ ...ticket, lines: sentLines, state, at, message, ...(isUnconfirmed && { isUnconfirmed }) });
}

/** Returns the lines of a ticket that were printed, with what the paper says of each. */
function asPrinted(lines: Ticket['lines'], printed: Ticket['lines']): Ticket['lines'] {
  const known = new Map(printed.map((line) => [line.item.key, line]));
  return lines.flatMap((line) => {
    const { mark } = known.get(line.item.key) ?? {};
    return known.has(line.item.key) ? [mark ? { ...line, mark } : line] : [];
  });
}

interface Making {
  readonly billKey: string;
  readonly tickets: readonly Ticket[];
  readonly done: Promise<unknown>;
}
/** Tickets being made: perhaps not stored yet, but reserved. */
const making = new Set<Making>();

/** Resolves when no ticket of the bill is being made or printed. */
export async function ticketsMade(billKey: string): Promise<void> {
  await Promise.allSettled([...making].filter((each) => each.billKey === billKey).map((each) => each.done));
}

/** Runs work with new tickets while they are reserved. */
async function make<T>(billKey: string, tickets: readonly Ticket[], done: Promise<T>): Promise<T> {
  const mine: Making = { billKey, tickets, done };
  making.add(mine);
  try {
    return await done;
  } finally {
    making.delete(mine);
  }
}

async function printNew(bill: Bill, tickets: readonly Ticket[]): Promise<void> {
  if (tickets.length === 0) return;
  // Stations print in parallel: a slow printer does not delay the others.
  const done = keepNew(bill, tickets).then((kept) => Promise.all(kept.map(print)));
  await make(bill.key, tickets, done);
}

/** Stores due tickets of a bill's items as failed, made at a given time (ISO). */
export async function keepUnprinted(
  bill: Bill,
  itemKeys: readonly string[],
  madeAt: string,
  fired: readonly string[] = [],
): Promise<void> {
  if (!isAutoPrintOn(settingsHere()) || !canPrintTickets(settingsHere(), stationsHere()).ok) return;
  const tickets = due(bill, itemKeys, fired).filter(({ change }) => change !== 'Cancel');
  await make(bill.key, tickets, keepNew(bill, tickets, { madeAt, ...untried() }));
}

type Made = Pick<KeptTicket, 'madeAt' | 'state' | 'message' | 'isUntried'>;
const untried = () => ({ state: 'failed', message: t('bill.tillStopped'), isUntried: true }) as const;
const madeNow = (): Made => ({ madeAt: tillNowText(), state: 'printing', message: '' });

async function keepNew(bill: Bill, tickets: readonly Ticket[], made = madeNow()): Promise<readonly KeptTicket[]> {
  const kept: KeptTicket[] = [];
  for (const ticket of [...tickets, ...expediterCopies(bill, tickets, stationsHere())]) {
    const number = await nextTicketNumber();
    kept.push(
      await keep({
        ...ticket,
        bill: { ...bill, items: [] },
        outletId: useApp.getState().outletId ?? 0,
        number,
        ...made,
        copies: 0,
      }),
    );
  }
  return kept;
}

const ofBill = (billKey: string): readonly KeptTicket[] =>
  useTickets.getState().tickets.filter((ticket) => ticket.bill.key === billKey);

/**
 * Returns the parts of items (`partKey`) on running or failed tickets of any bill, and of the pieces of those that were cut, since items move: those
 * tickets are retried instead of making new ones.
 */
function partsOnOpenTickets(change: 'Cancel' | 'other'): Set<string> {
  const open: readonly Ticket[] = [
    ...useTickets.getState().tickets.filter((ticket) => ticket.state === 'printing' || ticket.state === 'failed'),
    ...[...making].flatMap((each) => each.tickets),
  ];
  const same = open.filter((ticket) => !ticket.copyOf && (ticket.change === 'Cancel') === (change === 'Cancel'));
  if (same.length === 0) return new Set();
  const known = knownItems();
  return new Set(
    same.flatMap(({ lines }) =>
      lines.flatMap(({ item, also }) =>
        [item, ...piecesOf(known.get(item.key) ?? item, known)].map((piece) =>
          partKey({ item: piece, ...(also && { also }) }),
        ),
      ),
    ),
  );
}

/** Returns a closed bill with what this till printed of it: nobody records that on a closed bill, and a payment fires what is held. */
function asPrintedHere(bill: Bill): Bill {
  if (isOpenBill(bill)) return bill;
  const printed = useTickets.getState().tickets.filter((ticket) => isPrinted(ticket) && isNoted(ticket));
  return printed.reduce((known, ticket) => markSent(known, ticket), bill);
}

function due(bill: Bill, deviceKeys?: Iterable<string>, fired: Iterable<string> = []): readonly Ticket[] {
  const taken = { ordered: partsOnOpenTickets('other'), cancelled: partsOnOpenTickets('Cancel') };
  const choice = { ...taken, stations: stationsHere(), ...(deviceKeys && { deviceKeys, fired }) };
  return dueTickets(asPrintedHere(bill), settingsHere(), choice);
}

function printerMissing(): boolean {
  const printer = canPrintTickets(settingsHere(), stationsHere());
  if (!printer.ok) notify({ kind: 'error', message: printer.refusal.message });
  return !printer.ok;
}

/** Tells the kitchen at which slot the items of a printed ticket are now. */
function tellMoved(bill: Bill, ticket: KeptTicket, lines: Ticket['lines']): void {
  if (ticket.bill.type === bill.type && ticket.bill.slot === bill.slot) return;
  const { key, type, slot, number } = ticket.bill;
  void printTransferNotice({
    key: `${ticket.key} ${bill.key}`,
    outletId: ticket.outletId,
    bill: { key, type, slot, number },
    to: { type: bill.type, slot: bill.slot },
    items: lines.map(({ item }) => item),
    isWhole: false,
    since: tillNowText(),
    state: 'due',
  });
}

/**
 * Takes over the tickets of saved items that another bill could not take: what was printed counts as sent here, and a ticket that was not
 * printed becomes one of this bill, under its key. Returns the latter. At once: 'Print Ticket' may follow immediately.
 */
function takeOverTickets(bill: Bill, itemKeys: readonly string[]): readonly KeptTicket[] {
  const saved = new Set(itemKeys);
  return useTickets.getState().tickets.flatMap((ticket) => {
    const lines = ticket.lines.filter(({ item }) => saved.has(item.key));
    if (!isOrder(ticket) || lines.length === 0 || ticket.bill.key === bill.key || ticket.state === 'printing')
      return [];
    if (ticket.copyOf && ticket.state !== 'failed') return [];
    if (ticket.state !== 'failed') {
      useBills.getState().markSent(bill.key, { key: ticket.key, lines });
      tellMoved(bill, ticket, lines);
      return [];
    }
    const moved = { ...ticket, lines, bill: { ...bill, items: [] }, isMoved: true };
    setTicket(moved);
    return [moved];
  });
}

/** Prints tickets automatically after a save: only for the saved items (docs/rules.md#tickets). */
async function printAfterSave(saved: Bill, itemKeys: readonly string[]): Promise<void> {
  const moved = takeOverTickets(saved, itemKeys);
  if (!isAutoPrintOn(settingsHere())) return;
  const bill = useBills.getState().bills[saved.key] ?? saved;
  const tickets = due(bill, itemKeys);
  if ((tickets.length === 0 && moved.length === 0) || printerMissing()) return;
  await Promise.all([printNew(bill, tickets), ...moved.map(print)]);
}

function printSaved(...[bill, itemKeys, fired, moves = [], hasNewAllergies]: Parameters<SavedListener>): void {
  const saved = itemKeys.length > 0 ? printAfterSave(bill, itemKeys) : Promise.resolve();
  const course = fired?.keys.length ? printFired(bill.key, fired) : Promise.resolve();
  const allergies = hasNewAllergies ? printAllergyNotice(bill, itemKeys) : Promise.resolve();
  Promise.all([saved, course, allergies, printCourseNotice(bill, moves)]).catch((error: unknown) =>
    notify({
      kind: 'error',
      message: t('bill.notInKitchen'),
      details: `${slotName(t, bill.type, bill.slot)}: ${String(error)}`,
    }),
  );
}

onSavedHere(printSaved);

/** Returns the bill as sent to the kitchen: every item of a void bill is void. */
const asSentToKitchen = (bill: Bill): Bill =>
  bill.isVoid
    ? {
        ...bill,
        items: bill.items.map((item) => ({ ...item, isVoid: true, voidReason: item.voidReason ?? bill.voidReason })),
      }
    : bill;

/** Prints cancellations of sent items after an item or a whole bill was voided. */
export async function printCancellations(voided: Bill): Promise<void> {
  const bill = asSentToKitchen(voided);
  if (!isAutoPrintOn(settingsHere())) return;
  const tickets = due(bill).filter((ticket) => ticket.change === 'Cancel');
  if (tickets.length > 0 && !printerMissing()) await printNew(bill, tickets);
}

/** 'Print Ticket': saves, retries failed tickets, prints due ones; with nothing to print it shows so, once. */
export async function printTickets(billKey: string): Promise<void> {
  if (printerMissing()) return;
  // Tickets printed by the save are not printed again below.
  const saved = await useBills.getState().save(billKey);
  if (!saved.ok) return notify({ kind: 'error', message: saved.refusal.message });
  const bill = saved.value;
  const underWay = [...making].some((each) => each.billKey === bill.key) ? [ticketsMade(bill.key)] : [];
  const items = new Set(bill.items.map((item) => item.key));
  const failed = useTickets
    .getState()
    .tickets.filter(
      ({ state, bill: { key }, lines }) =>
        state === 'failed' && (key === bill.key || lines.some(({ item }) => items.has(item.key))),
    );
  const tickets = due(bill);
  if (tickets.length === 0 && failed.length === 0 && underWay.length === 0) {
    return emit('toast', { kind: 'info', message: words.ticketSkipped });
  }
  await Promise.all([printNew(bill, tickets), ...failed.map(print), ...underWay]);
}

/** 'Try again' on a failed ticket: the same key, so it prints once. */
export async function retryTicket(key: string): Promise<void> {
  const ticket = useTickets.getState().tickets.find((each) => each.key === key);
  if (ticket?.state === 'failed') await print(ticket);
}

/** Retries a failed or waiting ticket under its key. Shows only what changed. */
export async function retryByItself(key: string): Promise<void> {
  const stored = await readOne<KeptTicket>('ticket', key);
  const known = useTickets.getState().tickets.find((each) => each.key === key);
  // Another tab may have printed or dismissed it.
  const isOver = stored?.state === 'printed' || stored?.state === 'told';
  if (known && isOver) setTicket(stored);
  else if (known?.state === 'failed' || known?.state === 'waiting') await start(known, 'itself');
}

/** Prints a copy of a ticket, marked COPY n. */
export async function reprintTicket(key: string): Promise<void> {
  const ticket = useTickets.getState().tickets.find((each) => each.key === key);
  if (!ticket || ticket.state === 'printing') return;
  const copy = await keep({ ...ticket, copies: ticket.copies + 1 });
  await sendToPrinter(bodyOf(copy, copy.lines));
}

/** Returns when the last round of the items was sent, as far as this device knows. */
function lastSent({ lines }: Ticket): string | undefined {
  const keys = new Set(lines.map(({ item }) => item.key));
  const rounds = useTickets.getState().tickets.filter((one) => one.lines.some(({ item }) => keys.has(item.key)));
  const known =
    rounds.length > 0 ? rounds.map((one) => one.sentAt ?? one.madeAt) : lines.map(({ item }) => item.createdAt);
  return known.toSorted().at(-1);
}

/** Prints copies of all items of a bill that were sent to the kitchen. */
export async function reprintBillTickets(billKey: string): Promise<void> {
  const bill = useBills.getState().bills[billKey];
  if (!bill || printerMissing()) return;
  const copyNo = 1 + Math.max(0, ...ofBill(billKey).map((ticket) => ticket.copies));
  const copies = ticketCopies(bill, settingsHere(), copyNo, stationsHere());
  if (copies.length === 0) return emit('toast', { kind: 'info', message: words.ticketSkipped });
  for (const copy of copies) {
    const ticket = { ...copy, bill: { ...bill, items: [] }, outletId: useApp.getState().outletId ?? 0 };
    const number = await nextTicketNumber();
    const madeAt = tillNowText();
    const sentAt = lastSent(copy) ?? madeAt;
    const kept = await keep({ ...ticket, number, madeAt, sentAt, state: 'printed', message: '', copies: copyNo });
    await sendToPrinter({ ...bodyOf(kept, kept.lines), jobKey: kept.key });
  }
}

/** Dismisses a failed ticket: the kitchen was notified in another way, so it is not printed automatically later. */
export async function dismissTicket(key: string): Promise<void> {
  const ticket = useTickets.getState().tickets.find((each) => each.key === key);
  if (ticket) await keep({ ...ticket, state: 'told' });
}
