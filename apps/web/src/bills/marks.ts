/** Which lines went out on a ticket: noted on this device at once, and sent to the server with the next update or on their own. Source: docs/rules.md#sent-quantity. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import { ok } from '@atoll/domain/refusal/refusal';
import { markSent, type Ticket } from '@atoll/domain/ticket/ticket';
import type { NewEntry } from '../outbox/entry.ts';
import { put, useOutbox } from '../outbox/outbox.ts';
import { newLines } from '../outbox/unsynced-amount.ts';
import { type Core, kept } from './core.ts';
import { type Draft, ownDraft } from './state.ts';

type SentLines = Pick<Ticket, 'key' | 'lines'>;

export interface TicketMarks {
  /** Notes the ticket's lines, on whichever bill they are by now. */
  note(billKey: string, ticket: SentLines): void;
  /** What is noted of lines that went to another bill goes over to that one. */
  follow(bill: Bill): void;
  /** Sends what is noted and was not sent. */
  sendPending(): void;
}

const waitMs = 1500;
/** So often a line is looked for that went to a bill which is not known yet. */
const maxLookups = 10;

/** `updateOf`: the update that sends a draft; `leftOf`: what is left of a draft after a part of it was sent. */
export function ticketMarks(
  core: Core,
  updateOf: (bill: Bill, draft: Draft) => NewEntry | null,
  remainingDraft: (now: Draft, sent: Draft) => Draft,
): TicketMarks {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** How often lines of a bill were looked for in vain. */
  const lookups = new Map<string, number>();

  /** The bill's lines, and those that wait behind a payment of it: until the server has said yes or no, the screen shows it without them. */
  function linesOf(bill: Bill): readonly BillItem[] {
    const { entries } = useOutbox.getState();
    const own = entries.filter(({ billKey }) => billKey !== null && core.keyOf(billKey) === bill.key);
    const lines = new Map(own.flatMap(newLines).map((item) => [item.key, item]));
    for (const { key } of bill.items) lines.delete(key);
    return [...bill.items, ...lines.values()];
  }

  function plan(key: string): void {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void send(key), waitMs),
    );
  }

  /** Sends the marks of a bill when nothing else took them along. */
  async function send(markedKey: string): Promise<void> {
    timers.delete(markedKey);
    // Absorbed meanwhile: its marks went over to the survivor.
    const bill = core.bill(markedKey);
    if (!bill) {
      // It is being moved, and shown again after that.
      if (core.get().server[core.keyOf(markedKey)]) plan(markedKey);
      return;
    }
    sendAfter(bill);
    const { key } = bill;
    const draft = ownDraft(core.draftOf(key), bill);
    if (!isOpenBill(bill) || Object.keys(draft.edits).length === 0) return;
    const marks: Draft = { ...draft, items: [], removed: [], changes: {} };
    const update = updateOf(bill, marks);
    if (!update) return;
    // What the disk does not take now stays in the draft and goes with the next save.
    const written = await kept(async () => ok(await put(update)));
    if (written.ok) core.setDraft(key, remainingDraft(core.draftOf(key), marks));
  }

  /** Marks of lines that went to another bill before they were sent go after them; of one that is nowhere to be seen they wait a while. */
  function sendAfter(bill: Bill): void {
    const draft = core.draftOf(bill.key);
    const here = new Set(linesOf(bill).map((item) => item.key));
    const away = Object.entries(draft.edits).filter(([itemKey]) => !here.has(itemKey));
    if (away.length === 0) return;
    const known = Object.values(core.get().bills);
    const tried = (lookups.get(bill.key) ?? 0) + 1;
    const edits = { ...draft.edits };
    for (const [itemKey, edit] of away) {
      const home = known.find((one) => one.items.some((item) => item.key === itemKey));
      if (!home && 'sentQty' in edit && tried < maxLookups) {
        lookups.set(bill.key, tried);
        plan(bill.key);
        continue;
      }
      delete edits[itemKey];
      if (!home?.isOpen) continue;
      const theirs = core.draftOf(home.key);
      core.setDraft(home.key, { ...theirs, edits: { ...theirs.edits, [itemKey]: edit } });
      plan(home.key);
    }
    core.setDraft(bill.key, { ...core.draftOf(bill.key), edits });
  }

  function mark(bill: Bill, ticket: SentLines): void {
    const { key } = bill;
    const known = core.get().server[key];
    // Of a bill that is closed for good nothing is printed again.
    if (known && !isOpenBill(known)) return;
    const items = linesOf(bill);
    const marked = markSent({ ...bill, items }, ticket).items.filter((item, at) => item !== items[at]);
    if (marked.length === 0) return;
    const draft = core.draftOf(key);
    const edits = { ...draft.edits };
    for (const { key: itemKey, sentQty, ticketIds } of marked)
      edits[itemKey] = { ...edits[itemKey], sentQty, ticketIds };
    const { bills, drafts } = core.get();
    if (bills[key]) core.setDraft(key, { ...draft, edits });
    // The screen shows nothing of it until it is moved.
    else core.set({ drafts: { ...drafts, [key]: { ...draft, edits } } });
    plan(key);
  }

  return {
    note(billKey, ticket) {
      const { bills, server } = core.get();
      const known = Object.values({ ...server, ...bills });
      const bill = core.bill(billKey);
      for (const each of new Set([...(bill ? [bill] : []), ...known])) mark(each, ticket);
    },
    follow: sendAfter,
    sendPending() {
      for (const [key, { edits }] of Object.entries(core.get().drafts))
        if (Object.values(edits).some((edit) => 'sentQty' in edit)) plan(key);
    },
  };
}
