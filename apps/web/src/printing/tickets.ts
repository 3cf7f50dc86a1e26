/**
 * Kitchen and bar tickets of this device: kept before they are sent, so that none is lost by a reload, and printed once whatever is retried.
 * Source: R16.2–R16.4, R16.6, docs/rules.md#tickets.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { businessDate } from '@atoll/domain/date/business-day';
import { canPrintTickets, isAutoPrintOn } from '@atoll/domain/ticket/printers';
import { dueTickets, type Ticket, ticketCopies } from '@atoll/domain/ticket/ticket';
import { create } from 'zustand';
import { emit } from '../api/event.ts';
import { words } from '../api/words.ts';
import { useBills } from '../bills/bills.ts';
import { onSavedHere } from '../bills/saved.ts';
import { tillNow, tillNowText } from '../clock/till-clock.ts';
import { t } from '../locale/locale.ts';
import { nextDeviceNumber } from '../session/device.ts';
import { useSession } from '../session/session.ts';
import { addIfMissing, onDatabaseLost, readAll, readOne, removeOne, writeOne } from '../storage/idb.ts';
import { notify, settingHere, settingsHere, useApp } from '../sync/app-store.ts';
import { kitchenNumber } from './kitchen-number.ts';
import { sendAgain, sendToPrinter } from './print.ts';
import { withPrintedNames } from './printed-name.ts';

/**
 * `waiting`: the print server has it and prints it when it can. `failed`: it does not have it, or nobody knows. `told`: the kitchen was told in another
 * way.
 */
export type TicketState = 'printing' | 'printed' | 'waiting' | 'failed' | 'told';

export interface KeptTicket extends Ticket {
  readonly bill: Bill;
  readonly outletId: number;
  /** 'T3-41'. */
  readonly number: string;
  readonly madeAt: string;
  /** When the kitchen was told of its lines before, for a copy that is made later. */
  readonly sentAt?: string;
  readonly state: TicketState;
  readonly message: string;
  readonly copies: number;
}

interface Tickets {
  readonly tickets: readonly KeptTicket[];
  readonly loaded: boolean;
}

export const useTickets = create<Tickets>()(() => ({ tickets: [], loaded: false }));

onDatabaseLost((store) => {
  for (const ticket of useTickets.getState().tickets) addIfMissing(store('ticket'), ticket.key, ticket);
});

/** So long a ticket that is done with is known. */
export const ticketsKeptMs = 24 * 60 * 60 * 1000;

const isKept = (ticket: KeptTicket): boolean =>
  ticket.state === 'failed' || ticket.state === 'printing' || Date.parse(ticket.madeAt) > tillNow() - ticketsKeptMs;

/** Tickets that were under way when this page was opened: perhaps another tab's, perhaps of one that died. */
const interrupted = new Set<string>();

/** Tickets that this page has tried to print; what an earlier page tried, another till may have printed since. */
const triedHere = new Set<string>();

/** Returns whether this page has tried to print the ticket. */
export const isTriedHere = (key: string): boolean => triedHere.has(key);

/** Reads the tickets of before a reload. One that was under way is taken as failed: its key prints it once. */
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

/** Takes over what other tabs have done with the tickets that were under way when this page was opened. */
export async function followOtherTabs(): Promise<void> {
  const kept = await readAll<KeptTicket>('ticket');
  const { tickets } = useTickets.getState();
  // Another tab that lives has brought its own on.
  const done = kept.filter(({ key, state }) => interrupted.has(key) && state !== 'printing');
  for (const { key } of done) interrupted.delete(key);
  useTickets.setState({ tickets: tickets.map((ticket) => done.find(({ key }) => key === ticket.key) ?? ticket) });
}

function setTicket(ticket: KeptTicket): void {
  const others = useTickets.getState().tickets.filter(({ key }) => key !== ticket.key);
  useTickets.setState({ tickets: [...others, ticket] });
}

async function keep(ticket: KeptTicket): Promise<KeptTicket> {
  setTicket(ticket);
  await writeOne('ticket', ticket);
  return ticket;
}

/** The tickets' own numbers begin anew each business day. */
function nextTicketNumber(): Promise<string> {
  const { outlet } = useApp.getState();
  const day = businessDate(tillNow(), outlet?.timezone ?? 'Indian/Maldives', outlet?.businessDayCutoff ?? '04:00');
  return nextDeviceNumber(`ticket.${day}`);
}

const kindOnPaper = { New: 'New', Add: 'Add', Cancel: 'Cancel', Reprint: 'Reprint' } as const;

/** How many papers of a ticket come out; one unless the outlet says otherwise. */
function papersWanted(): { copies?: number } {
  const copies = settingHere('KotCopies');
  return copies > 1 ? { copies } : {};
}

function bodyOf(ticket: KeptTicket, lines: Ticket['lines']): PrintBody {
  const { outlet } = useApp.getState();
  const copyNo = ticket.copies;
  const told = lines.map(({ item, qty, change, qtyBefore }) => ({
    ...item,
    qty,
    change,
    ...(qtyBefore === undefined ? {} : { qtyBefore }),
  }));
  const { items, language } = withPrintedNames(told, ticket.printer, true);
  return {
    type: ticket.kind,
    bill: { ...ticket.bill, items },
    language,
    outlet: outlet ?? { name: '' },
    printerName: ticket.printer,
    printedBy: useSession.getState().user?.name ?? '',
    jobKey: copyNo ? `${ticket.key}.${copyNo}` : ticket.key,
    kotNo: ticket.number,
    sentAt: ticket.sentAt ?? ticket.madeAt,
    station: ticket.station,
    kind: copyNo ? 'Reprint' : kindOnPaper[ticket.change],
    ...(copyNo ? { copyNo } : papersWanted()),
  };
}

/** What of the ticket is still to be made: a line that was voided before the kitchen heard of it, or that it has from another ticket, is not told. */
function linesNow(ticket: KeptTicket): Ticket['lines'] {
  if (ticket.change === 'Cancel') return ticket.lines;
  const { bills } = useBills.getState();
  const items = new Map(Object.values(bills).flatMap((bill) => bill.items.map((item) => [item.key, item])));
  return ticket.lines.filter(({ item: { key }, qty }) => {
    const item = items.get(key);
    return !item || !(item.isVoid || (item.sentQty >= qty && !item.ticketIds.includes(ticket.key)));
  });
}

/** What the attempts that run will come to: a second attempt of a ticket is the first one. */
const attempts = new Map<string, Promise<KeptTicket>>();
/** Who starts an attempt. By itself, a ticket keeps its state while it is tried, and nobody is told twice of the same failure. */
type Starter = 'person' | 'itself';

const print = (ticket: KeptTicket): Promise<KeptTicket> => start(ticket, 'person');

function start(ticket: KeptTicket, starter: Starter): Promise<KeptTicket> {
  const running = attempts.get(ticket.key);
  if (running) return running;
  const attempt = attemptPrint(ticket, starter).finally(() => attempts.delete(ticket.key));
  triedHere.add(ticket.key);
  attempts.set(ticket.key, attempt);
  return attempt;
}

async function attemptPrint(kept: KeptTicket, starter: Starter): Promise<KeptTicket> {
  const number = kept.change === 'Reprint' ? null : await kitchenNumber(kept.key, kept.bill.key);
  const ticket = number === null ? kept : { ...kept, number };
  const lines = linesNow(ticket);
  if (lines.length === 0) return keep({ ...ticket, state: 'printed', message: '' });
  if (starter === 'person') await keep({ ...ticket, state: 'printing', message: '' });
  const body = bodyOf(ticket, lines);
  const printed = await (starter === 'person' ? sendToPrinter(body) : sendAgain(body, ticket));
  if (printed.state === 'failed') {
    if (starter === 'person' || ticket.state !== 'failed') emit('sound', { name: 'ticketFailed' });
    const isDismissed = useTickets.getState().tickets.some(({ key, state }) => key === ticket.key && state === 'told');
    return keep({ ...ticket, state: isDismissed ? 'told' : 'failed', message: printed.message });
  }
  // Of a ticket that was printed before, the kitchen knows all lines.
  const told = printed.isDuplicate ? ticket.lines : lines;
  if (ticket.change !== 'Reprint') useBills.getState().markSent(ticket.bill.key, { key: ticket.key, lines: told });
  const message = printed.state === 'waiting' ? printed.message : (printed.note ?? '');
  return keep({ ...ticket, state: printed.state === 'waiting' ? 'waiting' : 'printed', message });
}

interface Making {
  readonly billKey: string;
  readonly tickets: readonly Ticket[];
  readonly done: Promise<unknown>;
}
/** Tickets that are being made: perhaps not kept yet, but nobody else may make them. */
const making = new Set<Making>();

/** Does something with new tickets while nobody else makes them. */
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
  // Each station has its own printer: one that is slow does not hold up the others.
  const done = keepNew(bill, tickets).then((kept) => Promise.all(kept.map(print)));
  await make(bill.key, tickets, done);
}

/** Keeps the tickets that are due for lines of a bill as ones that did not reach the kitchen, made at an instant (ISO). */
export async function keepUnprinted(bill: Bill, itemKeys: readonly string[], madeAt: string): Promise<void> {
  if (!isAutoPrintOn(settingsHere()) || !canPrintTickets(settingsHere()).ok) return;
  const tickets = due(bill, itemKeys).filter(({ change }) => change !== 'Cancel');
  await make(bill.key, tickets, keepNew(bill, tickets, { madeAt, state: 'failed', message: t('bill.tillStopped') }));
}

type Made = Pick<KeptTicket, 'madeAt' | 'state' | 'message'>;
const madeNow = (): Made => ({ madeAt: tillNowText(), state: 'printing', message: '' });

async function keepNew(bill: Bill, tickets: readonly Ticket[], made = madeNow()): Promise<readonly KeptTicket[]> {
  const kept: KeptTicket[] = [];
  for (const ticket of tickets) {
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

/** Lines that stand on a ticket which is under way or failed: that ticket is tried again, not another made. */
function takenLines(billKey: string, change: 'Cancel' | 'other'): Set<string> {
  const open: readonly Ticket[] = [
    ...ofBill(billKey).filter((ticket) => ticket.state === 'printing' || ticket.state === 'failed'),
    ...[...making].filter((each) => each.billKey === billKey).flatMap((each) => each.tickets),
  ];
  const same = open.filter((ticket) => (ticket.change === 'Cancel') === (change === 'Cancel'));
  return new Set(same.flatMap((ticket) => ticket.lines.map(({ item }) => item.key)));
}

function due(bill: Bill, deviceKeys?: Iterable<string>): readonly Ticket[] {
  const taken = takenLines(bill.key, 'other');
  const told = takenLines(bill.key, 'Cancel');
  const only = bill.items.filter((item) => !(item.isVoid ? told : taken).has(item.key)).map((item) => item.key);
  return dueTickets(bill, settingsHere(), deviceKeys ? { only, deviceKeys } : { only });
}

function printerMissing(): boolean {
  const printer = canPrintTickets(settingsHere());
  if (!printer.ok) notify({ kind: 'error', message: printer.refusal.message });
  return !printer.ok;
}

/** What goes out by itself when lines were saved here: only those lines (docs/rules.md#tickets). */
async function printAfterSave(bill: Bill, itemKeys: readonly string[]): Promise<void> {
  if (!isAutoPrintOn(settingsHere())) return;
  const tickets = due(bill, itemKeys);
  if (tickets.length === 0 || printerMissing()) return;
  await printNew(bill, tickets);
}

onSavedHere((bill, itemKeys) => void printAfterSave(bill, itemKeys));

/** The bill as the kitchen must see it: of a void bill every line is void. */
const asSentToKitchen = (bill: Bill): Bill =>
  bill.isVoid
    ? {
        ...bill,
        items: bill.items.map((item) => ({ ...item, isVoid: true, voidReason: item.voidReason ?? bill.voidReason })),
      }
    : bill;

/** After a saved line or a whole bill was voided: the kitchen is told to drop what it was told to make. */
export async function printCancellations(voided: Bill): Promise<void> {
  const bill = asSentToKitchen(voided);
  if (!isAutoPrintOn(settingsHere())) return;
  const tickets = due(bill).filter((ticket) => ticket.change === 'Cancel');
  if (tickets.length > 0 && !printerMissing()) await printNew(bill, tickets);
}

/** 'Print Ticket': saves first, tries failed tickets again, prints what is due; with nothing to print it says so, once. */
export async function printTickets(billKey: string): Promise<void> {
  if (printerMissing()) return;
  // What the save prints by itself is not printed again below.
  const saved = await useBills.getState().save(billKey);
  if (!saved.ok) return notify({ kind: 'error', message: saved.refusal.message });
  const bill = saved.value;
  const underWay = [...making].filter((each) => each.billKey === bill.key).map((each) => each.done);
  const failed = ofBill(bill.key).filter((ticket) => ticket.state === 'failed');
  const tickets = due(bill);
  if (tickets.length === 0 && failed.length === 0 && underWay.length === 0) {
    return notify({ kind: 'info', message: words.ticketSkipped });
  }
  await Promise.all([printNew(bill, tickets), ...failed.map(print), ...underWay]);
}

/** 'Try again' on a failed ticket: the same key, so that it prints once. */
export async function retryTicket(key: string): Promise<void> {
  const ticket = useTickets.getState().tickets.find((each) => each.key === key);
  if (ticket?.state === 'failed') await print(ticket);
}

/** Tries a ticket again that failed, or that waits for its printer, under its key. Says only what is new. */
export async function retryByItself(key: string): Promise<void> {
  const stored = await readOne<KeptTicket>('ticket', key);
  const known = useTickets.getState().tickets.find((each) => each.key === key);
  // Another tab may have printed it, or somebody there said that the kitchen knows.
  const isOver = stored?.state === 'printed' || stored?.state === 'told';
  if (known && isOver) setTicket(stored);
  else if (known?.state === 'failed' || known?.state === 'waiting') await start(known, 'itself');
}

/** A copy of a ticket: says COPY n. */
export async function reprintTicket(key: string): Promise<void> {
  const ticket = useTickets.getState().tickets.find((each) => each.key === key);
  if (!ticket || ticket.state === 'printing') return;
  const copy = await keep({ ...ticket, copies: ticket.copies + 1 });
  await sendToPrinter(bodyOf(copy, copy.lines));
}

/** When the last round of the lines was sent, as far as this device knows it. */
function lastSent({ lines }: Ticket): string | undefined {
  const keys = new Set(lines.map(({ item }) => item.key));
  const rounds = useTickets.getState().tickets.filter((one) => one.lines.some(({ item }) => keys.has(item.key)));
  const known =
    rounds.length > 0 ? rounds.map((one) => one.sentAt ?? one.madeAt) : lines.map(({ item }) => item.createdAt);
  return known.toSorted().at(-1);
}

/** Copies of everything that the kitchen was told of a bill. */
export async function reprintBillTickets(billKey: string): Promise<void> {
  const bill = useBills.getState().bills[billKey];
  if (!bill || printerMissing()) return;
  const copyNo = 1 + Math.max(0, ...ofBill(billKey).map((ticket) => ticket.copies));
  const copies = ticketCopies(bill, settingsHere(), copyNo);
  if (copies.length === 0) return notify({ kind: 'info', message: words.ticketSkipped });
  for (const copy of copies) {
    const ticket = { ...copy, bill: { ...bill, items: [] }, outletId: useApp.getState().outletId ?? 0 };
    const number = await nextTicketNumber();
    const madeAt = tillNowText();
    const sentAt = lastSent(copy) ?? madeAt;
    const kept = await keep({ ...ticket, number, madeAt, sentAt, state: 'printed', message: '', copies: copyNo });
    await sendToPrinter({ ...bodyOf(kept, kept.lines), jobKey: kept.key });
  }
}

/** A failed ticket that the kitchen was told of in another way: it is known as that, so that it does not come out by itself later. */
export async function dismissTicket(key: string): Promise<void> {
  const ticket = useTickets.getState().tickets.find((each) => each.key === key);
  if (ticket) await keep({ ...ticket, state: 'told' });
}
