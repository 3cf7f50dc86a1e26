/**
 * Which items were sent on a ticket: recorded on this device at once, and sent to the server with the next update or separately. Source:
 * docs/rules.md#sent-quantity.
 */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { alsoMark, cancelMark, fireMark, holdMark, markKey, modifierStations } from '@atoll/domain/bill/kitchen-mark';
import { isSplitAway } from '@atoll/domain/bill/split/piece';
import { sentPieces } from '@atoll/domain/bill/split/pieces';
import { isOpenBill } from '@atoll/domain/bill/states';
import { ok } from '@atoll/domain/refusal/refusal';
import { type CourseMark, markSent, type Ticket } from '@atoll/domain/ticket/ticket';
import { useConnection } from '../api/connection.ts';
import { put, useOutbox } from '../outbox/outbox.ts';
import { newLines } from '../outbox/unsynced-amount.ts';
import { type Core, kept, updateOf } from './core.ts';
import { type Draft, ownDraft, remainingDraft, uniteEdits } from './state.ts';

type SentLines = Pick<Ticket, 'key' | 'lines'>;

export interface TicketMarks {
  /** Records the ticket's items on the bills where they are now. */
  note(billKey: string, ticket: SentLines): void;
  /** Moves the marks of items that went to another bill to that bill. */
  follow(bill: Bill): void;
  /** Sends marks that were not sent yet. */
  sendPending(): void;
}

const waitMs = 1500;
/** How many times to look for an item that went to an unknown bill. */
const maxLookups = 10;

/** Returns the bill's items and those that wait behind a payment: the screen hides these until the server accepts or refuses the payment. */
function linesOf(core: Core, bill: Bill): readonly BillItem[] {
  const { entries } = useOutbox.getState();
  const own = entries.filter(({ billKey }) => billKey !== null && core.keyOf(billKey) === bill.key);
  const lines = new Map(own.flatMap(newLines).map((item) => [item.key, item]));
  for (const { key } of bill.items) lines.delete(key);
  return [...bill.items, ...lines.values()];
}

/** Records the ticket's items that are on the bill. Returns whether there are any. */
function recordSent(core: Core, bill: Bill, ticket: SentLines): boolean {
  const { key } = bill;
  const known = core.get().server[key];
  // Nothing is printed again for a closed bill.
  if (known && !isOpenBill(known)) return false;
  const items = linesOf(core, bill);
  const marked = markSent({ ...bill, items }, ticket).items.filter((item, at) => item !== items[at]);
  if (marked.length === 0) return false;
  const draft = core.draftOf(key);
  const edits = { ...draft.edits };
  for (const { key: itemKey, sentQty, ticketIds } of marked) edits[itemKey] = { ...edits[itemKey], sentQty, ticketIds };
  const { bills, drafts } = core.get();
  if (bills[key]) core.setDraft(key, { ...draft, edits });
  // The screen does not show it until it is moved.
  else core.set({ drafts: { ...drafts, [key]: { ...draft, edits } } });
  return true;
}

/** Keeps on the bill the marks of the ticket's items that another till moved to a bill that is not known here yet. Returns whether there are any. */
function recordAway(core: Core, bill: Bill, { key, lines }: SentLines, known: readonly Bill[]): boolean {
  const here = new Set(known.flatMap((one) => linesOf(core, one)).map((item) => item.key));
  const away = lines.filter(({ item, change }) => change !== 'Void' && !here.has(item.key));
  if (away.length === 0) return false;
  const draft = core.draftOf(bill.key);
  const edits = { ...draft.edits };
  const items = away.map(({ item }) => item);
  for (const { key: itemKey, sentQty, ticketIds } of markSent({ ...bill, items }, { key, lines: away }).items)
    edits[itemKey] = uniteEdits(edits[itemKey], { sentQty, ticketIds });
  core.setDraft(bill.key, { ...draft, edits });
  return true;
}

const itemsOf = (bills: readonly Bill[]): ReadonlyMap<string, BillItem> =>
  new Map(bills.flatMap(({ items }) => items.map((item) => [item.key, item])));

/** Returns the ticket with the pieces of items that a split cut while it was printed. */
function onPieces({ key, lines }: SentLines, known: ReadonlyMap<string, BillItem>): SentLines {
  return {
    key,
    lines: lines.flatMap((line) => {
      const item = known.get(line.item.key);
      if (!item || line.change === 'Void' || !isSplitAway(item)) return [line];
      return sentPieces(item, line.qty, known).map((piece) => ({ ...line, ...piece }));
    }),
  };
}

const marksOf = ({ key, modifiers }: BillItem): readonly string[] =>
  [undefined, ...modifierStations(modifiers)].flatMap((also) => [
    ...[cancelMark, holdMark, fireMark].map((mark) => mark(markKey(key, also))),
    ...(also ? [alsoMark(key, also)] : []),
  ]);

/** Returns the mark that a ticket left on an item: fired, held, or none. */
const markIn = (ticketIds: readonly string[], itemKey: string): CourseMark | undefined =>
  ticketIds.includes(fireMark(itemKey)) ? 'Fire' : ticketIds.includes(holdMark(itemKey)) ? 'Hold' : undefined;

/** Moves unsent marks of items that a split cut while their ticket was printed to the pieces. Returns the keys of the pieces' bills. */
function markPieces(core: Core, { key }: Bill): readonly string[] {
  const bills = Object.values(core.get().bills);
  const known = itemsOf(bills);
  const marked: string[] = [];
  for (const [itemKey, { sentQty = 0, ticketIds = [] }] of Object.entries(core.draftOf(key).edits)) {
    const item = known.get(itemKey);
    if (!item || sentQty === 0 || !isSplitAway(item)) continue;
    const { [itemKey]: _moved, ...edits } = core.draftOf(key).edits;
    core.setDraft(key, { ...core.draftOf(key), edits });
    for (const ticketKey of ticketIds.filter((id) => !marksOf(item).includes(id))) {
      const mark = markIn(ticketIds, itemKey);
      const lines = sentPieces(item, sentQty, known).map((piece) => ({
        ...piece,
        change: 'New' as const,
        ...(mark && { mark }),
      }));
      for (const each of bills) if (recordSent(core, each, { key: ticketKey, lines })) marked.push(each.key);
    }
  }
  return marked;
}

export function ticketMarks(core: Core): TicketMarks {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** How many unsuccessful lookups a bill had. */
  const lookups = new Map<string, number>();

  function plan(key: string): void {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void send(key), waitMs),
    );
  }

  /** Sends the marks of a bill when no other update took them along. */
  async function send(markedKey: string): Promise<void> {
    timers.delete(markedKey);
    // The bill was merged in the meantime: its marks moved to the survivor.
    const bill = core.bill(markedKey);
    if (!bill) {
      const { server, loaded, outletId } = core.get();
      // The bill is being moved and is shown again afterwards.
      if (server[core.keyOf(markedKey)]) plan(markedKey);
      // After a start this device has no closed bills: what a ticket had of one may be on another.
      else if (loaded && core.draftOf(markedKey).outletId === outletId) followAway(markedKey, []);
      return;
    }
    sendAfter(bill);
    const { key } = bill;
    const draft = ownDraft(core.draftOf(key), bill);
    if (!isOpenBill(bill) || Object.keys(draft.edits).length === 0) return;
    const marks: Draft = { ...draft, items: [], removed: [], changes: {} };
    const update = updateOf(core, bill, marks);
    if (!update) return;
    // Marks that the disk rejects stay in the draft and are sent with the next save.
    const written = await kept(async () => ok(await put(update)));
    if (written.ok) core.setDraft(key, remainingDraft(core.draftOf(key), marks));
  }

  /** Sends unsent marks after the items that moved to another bill. Marks of items that cannot be found wait for a while. */
  function sendAfter(bill: Bill): void {
    for (const key of markPieces(core, bill)) plan(key);
    followAway(bill.key, linesOf(core, bill));
  }

  /** Moves the marks of a bill to where their items are now, except those of its own items. */
  function followAway(billKey: string, own: readonly BillItem[]): void {
    const draft = core.draftOf(billKey);
    const here = new Set(own.map((item) => item.key));
    const away = Object.entries(draft.edits).filter(([itemKey]) => !here.has(itemKey));
    if (away.length === 0) return;
    const known = Object.values(core.get().bills);
    // Without the server nobody can find them.
    const tried = (lookups.get(billKey) ?? 0) + Number(useConnection.getState().isOnline);
    const edits = { ...draft.edits };
    for (const [itemKey, edit] of away) {
      const home = known.find((one) => one.items.some((item) => item.key === itemKey));
      if (!home && 'sentQty' in edit && tried < maxLookups) {
        lookups.set(billKey, tried);
        plan(billKey);
        continue;
      }
      delete edits[itemKey];
      if (!home?.isOpen) continue;
      const theirs = core.draftOf(home.key);
      const united = uniteEdits(edit, theirs.edits[itemKey] ?? {});
      core.setDraft(home.key, { ...theirs, edits: { ...theirs.edits, [itemKey]: united } });
      plan(home.key);
    }
    core.setDraft(billKey, { ...core.draftOf(billKey), edits });
  }

  return {
    note(billKey, ticket) {
      const { bills, server } = core.get();
      const known = Object.values({ ...server, ...bills });
      const bill = core.bill(billKey);
      const sent = onPieces(ticket, itemsOf(known));
      const all = new Set([...(bill ? [bill] : []), ...known]);
      for (const each of all) if (recordSent(core, each, sent)) plan(each.key);
      if (bill && recordAway(core, bill, sent, [...all])) plan(bill.key);
    },
    follow: sendAfter,
    sendPending() {
      for (const [key, { edits }] of Object.entries(core.get().drafts))
        if (Object.values(edits).some((edit) => 'sentQty' in edit)) plan(key);
    },
  };
}
