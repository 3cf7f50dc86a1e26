/** Saves, prints and pays bills (`pay.ts`). Writes work to the outbox before the screen confirms it. Source: docs/rules.md#save-order, docs/rules.md#outbox. */
import { billAllergies, joinAllergies } from '@atoll/domain/bill/allergies';
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { courseOf, coursesAtSave, fireCourse, fireHeld, isHeld } from '@atoll/domain/bill/course';
import { deviceNumberKey } from '@atoll/domain/bill/device-number';
import { liveItems } from '@atoll/domain/bill/items';
import { holdMark } from '@atoll/domain/bill/kitchen-mark';
import { transitBill } from '@atoll/domain/bill/states';
import { ok, type Result, refuse } from '@atoll/domain/refusal/refusal';
import type { Ticket } from '@atoll/domain/ticket/ticket';
import type { NewEntry, OutboxEntry } from '../outbox/entry.ts';
import { putWith, useOutbox } from '../outbox/outbox.ts';
import { type Fired, keepFired } from '../printing/kept-fired.ts';
import { nextNumberHere } from '../sync/own-number.ts';
import { actor, type Core, kept, nowText, numberHere, updateOf } from './core.ts';
import { ticketMarks } from './marks.ts';
import { laterPay } from './pay/later-pay.ts';
import type { PayActions } from './pay/pay.ts';
import { type CourseMove, savedHere } from './saved.ts';
import { type Draft, ownDraft, remainingDraft } from './state.ts';
import { viewOf } from './view.ts';

export interface SaveActions extends PayActions {
  /** Saves the draft; resolves after it is on the disk. Without a draft it returns the bill unchanged. `approval`: the key of one that it needs. */
  save(key: string, approval?: string): Promise<Result<Bill>>;
  /** Saves that the held items of a course are fired, so that a till that stops after it still prints them. Everything else stays unsaved. */
  fire(key: string, courseNo: number): Promise<Result<Bill>>;
  /** Saves these changes of the draft alone: unsaved items stay unsaved, and go to no kitchen. */
  saveChanges(key: string, names: readonly string[], approval?: string): Promise<Result<Bill>>;
  /** Marks the bill as printed under this job key. */
  markPrinted(key: string, printJobKey: string): Promise<Result<Bill>>;
  /** Records items sent on a ticket: quantity sent and ticket. Sent with the next update, or separately soon after. */
  markSent(key: string, ticket: Pick<Ticket, 'key' | 'lines'>): void;
  /** Sends marks that were not sent when the till stopped or while a payment was under way. */
  sendPendingMarks(): void;
  /** Returns the number to print for a bill without a server number; given once. */
  deviceNumberOf(key: string): Promise<string>;
}

/** How a draft is saved: the entries that follow it, the course that is fired with it, and whether the bill is paid with it. */
export interface Saved {
  readonly after?: readonly NewEntry[];
  readonly fires?: number;
  readonly isPaid?: boolean;
  readonly approval?: string | undefined;
}

/** Returns the number to print for a bill without a server number, and keeps it with the bill. */
async function numberToPrint(core: Core, anyKey: string): Promise<string> {
  const bill = core.bill(anyKey);
  if (!bill) return '';
  const given = numberHere(bill);
  if (given !== null) return given;
  const value = await nextNumberHere('bill');
  const draft = core.draftOf(bill.key);
  const meta = [...bill.meta, { key: deviceNumberKey, value }];
  core.setDraft(bill.key, { ...draft, changes: { ...draft.changes, meta } });
  return value;
}

/** Returns what tells the server that a bill was printed. */
function printedOf(core: Core, bill: Bill, printJobKey: string): Record<string, unknown> {
  const { key, type, slot } = bill;
  return {
    key,
    type,
    slot,
    version: core.get().server[key]?.version ?? 0,
    // The printed items: an item added later means the bill does not count as printed.
    items: liveItems(bill),
    changed: [],
    status: 'BillPrinted',
    printJobKey,
    printedTotal: toPay(bill),
    modifiedAt: nowText(),
  };
}

/** Returns the bill as its save fires courses (R23.12): with the course that somebody fires now, and all that is held when it is paid. */
function firedBill(bill: Bill, newKeys: readonly string[], { fires, isPaid }: Saved): Bill {
  const now = nowText();
  if (isPaid) return fireHeld(bill, { firedAt: now });
  const saved = newKeys.length > 0 ? coursesAtSave(bill, newKeys, now) : bill;
  if (fires === undefined) return saved;
  const fired = fireCourse(saved, fires, now, actor()?.id ?? null);
  return fired.ok ? fired.value : saved;
}

/** Returns the draft with what its save fires, and what is fired of items that were saved before. */
function withCourses(bill: Bill, draft: Draft, how: Saved): { readonly draft: Draft; readonly fired: Fired } {
  const newKeys = draft.items.map((item) => item.key);
  const items = firedBill(bill, newKeys, how).items.filter((item, index) => item !== bill.items[index]);
  const now = new Map(items.map((item) => [item.key, item]));
  const edits = { ...draft.edits };
  const keys = [...now.keys()].filter((key) => !newKeys.includes(key));
  for (const key of keys) {
    const { firedAt, firedBy } = now.get(key) as BillItem;
    edits[key] = { ...edits[key], firedAt, ...(firedBy !== undefined && { firedBy }) };
  }
  return {
    draft: { ...draft, edits, items: draft.items.map((item) => now.get(item.key) ?? item) },
    fired: { keys, at: items[0]?.firedAt ?? '' },
  };
}

/** Returns the saved items of a bill, and the part of its draft that changes what a course holds: the rest stays unsaved. */
function toFire(core: Core, bill: Bill, courseNo: number): readonly [Bill, Draft] {
  const draft = core.draftOf(bill.key);
  const saved = core.savedKeys(bill);
  const items = bill.items.filter((item) => saved.has(item.key));
  const due = new Set(items.filter((item) => isHeld(item) && courseOf(item) === courseNo).map(({ key }) => key));
  const edits = Object.fromEntries(Object.entries(draft.edits).filter(([key]) => due.has(key)));
  return [
    { ...bill, items },
    { ...draft, items: [], removed: [], changes: {}, edits },
  ];
}

/** Returns a bill without its draft. */
function withoutDraft(core: Core, { key }: Bill): Bill | undefined {
  const entries = useOutbox.getState().entries.filter(({ billKey }) => billKey === key);
  return viewOf(core.get().server[key], entries, undefined);
}

/** Returns whether a draft adds allergies to those that its bill had. */
function addsAllergies(core: Core, bill: Bill, { changes }: Draft): boolean {
  if (!('allergies' in changes || 'customer' in changes)) return false;
  const saved = withoutDraft(core, bill);
  const before = saved ? billAllergies(saved) : '';
  return joinAllergies([before, billAllergies(bill)]) !== before;
}

/** Returns the items that wait in another course by a draft, after a ticket announced them. */
function courseMoves(core: Core, bill: Bill, { edits }: Draft): readonly CourseMove[] {
  const before = new Map(withoutDraft(core, bill)?.items.map((item) => [item.key, item]));
  return bill.items.flatMap((item) => {
    const known = edits[item.key]?.courseNo === undefined ? undefined : before.get(item.key);
    if (!known || courseOf(known) === courseOf(item)) return [];
    const isAnnounced = isHeld(item) && item.ticketIds.includes(holdMark(item.key));
    return isAnnounced ? [{ key: item.key, from: courseOf(known) }] : [];
  });
}

export function saveActions(core: Core): SaveActions {
  const marks = ticketMarks(core);

  /** Writes a part of the draft and the following entries to the outbox in one transaction, then removes them from the draft. */
  async function commitPart(bill: Bill, part: Draft, how: Saved = {}): Promise<readonly OutboxEntry[]> {
    const { draft, fired } = withCourses(bill, part, how);
    const update = updateOf(core, bill, draft);
    const moves = courseMoves(core, bill, draft);
    const isTold = addsAllergies(core, bill, draft);
    const { after = [], approval } = how;
    const entries = update ? [{ ...update, ...(approval && { approval }) }, ...after] : after;
    for (const item of draft.items) core.saving.add(item.key);
    let written: readonly OutboxEntry[] = [];
    try {
      if (fired.keys.length > 0) await keepFired({ ...fired, billKey: bill.key, outletId: core.get().outletId ?? 0 });
      const rest = (): Draft => remainingDraft(core.draftOf(bill.key), part);
      // Entries of this bill have it recomputed when the list has them: once, with both changes (R34.6).
      if (entries.length) written = await putWith(entries, () => core.keepDraft(bill.key, rest()));
      else core.setDraft(bill.key, rest());
    } finally {
      for (const item of draft.items) core.saving.delete(item.key);
    }
    const shown = core.bill(bill.key);
    const itemKeys = draft.items.map((item) => item.key);
    if (shown && (isTold || itemKeys.length + fired.keys.length + moves.length > 0))
      savedHere(shown, itemKeys, fired, moves, isTold);
    return written;
  }

  /** Writes the whole draft and the following entries. */
  function commit(bill: Bill, how: Saved = {}): Promise<readonly OutboxEntry[]> {
    marks.follow(bill);
    return commitPart(bill, ownDraft(core.draftOf(bill.key), bill), how);
  }

  async function saveBy(key: string, write: (bill: Bill) => Promise<unknown>): Promise<Result<Bill>> {
    const bill = core.bill(key);
    if (!bill) return refuse('notFound');
    const allowed = transitBill(bill, 'save');
    if (!allowed.ok) return allowed;
    return kept(async () => {
      await write(bill);
      return ok(core.bill(key) ?? bill);
    });
  }

  const saveChanges = (key: string, names: readonly string[], approval?: string): Promise<Result<Bill>> =>
    saveBy(key, (bill) => {
      const draft = core.draftOf(bill.key);
      const changes = Object.fromEntries(Object.entries(draft.changes).filter(([name]) => names.includes(name)));
      return commitPart(bill, { ...draft, items: [], removed: [], edits: {}, changes }, { approval });
    });

  const deviceNumberOf = (key: string): Promise<string> => numberToPrint(core, key);

  return {
    save: (key, approval) => saveBy(key, (bill) => commit(bill, { approval })),
    fire: (key, courseNo) => saveBy(key, (bill) => commitPart(...toFire(core, bill, courseNo), { fires: courseNo })),
    saveChanges,
    deviceNumberOf,
    ...laterPay(core, { commit, deviceNumberOf }),

    async markPrinted(anyKey, printJobKey) {
      const bill = core.bill(anyKey);
      const allowed = transitBill(bill ?? null, 'printBill');
      if (!bill || !allowed.ok) return allowed.ok ? refuse('notFound') : allowed;
      return kept(async () => {
        await commit(bill, { after: [core.entry('update', bill.key, printedOf(core, bill, printJobKey))] });
        return ok(core.bill(bill.key) ?? bill);
      });
    },

    markSent: marks.note,
    sendPendingMarks: marks.sendPending,
  };
}
