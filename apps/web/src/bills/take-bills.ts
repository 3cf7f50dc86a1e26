/** Takes over bills of the server into the state. Source: docs/rules.md#rebase. */
import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import { isHeld } from '@atoll/domain/bill/course';
import { isOpenBill } from '@atoll/domain/bill/states';
import { taxBuyerOf } from '@atoll/domain/bill/tax-invoice';
import type { Customer } from '@atoll/domain/contract/people/customer';
import { tillNowText } from '../clock/till-clock.ts';
import { keepCopy } from '../storage/copy.ts';
import type { Core } from './core.ts';
import { orphanDraft } from './orphaned-items.ts';
import { loadEngine } from './price/line-price.ts';
import { withSameItems } from './same-items.ts';
import { savedHere } from './saved.ts';
import { type Draft, uniteEdits, without } from './state.ts';
import { toastElsewhere } from './toast/shown-slot.ts';
import { needsDetails, replacesKnown, viewedHere } from './viewed.ts';

export interface TakeActions {
  /** Takes a bill of the server. Ignores a version older than the known one. With `showsMessage`, a visible change is announced. */
  takeServer(bill: Bill, showsMessage?: boolean): void;
  /** Returns the known version of the bill with this id; null when unknown. */
  knownVersion(id: number): number | null;
  /** Maps a merged bill to its survivor's key; its draft moves to the survivor. */
  rename(from: string, to: string): void;
  /** Shows the known bills as the person who signed in may see them; the device keeps no more. Returns whether details are missing. */
  viewAgain(): boolean;
}

/** Between two copies of the open bills, so that many changes at once make few. */
const copyRestMs = 300;

/** Returns true when a change makes no visible difference, so that no message is shown. */
function looksSame(a: Bill, b: Bill): boolean {
  const essence = (bill: Bill): string =>
    JSON.stringify([
      bill.type,
      bill.slot,
      bill.status,
      bill.isVoid,
      bill.total,
      bill.customerId,
      bill.covers,
      bill.note,
      bill.allergies,
      bill.items.map((item) => [item.key, item.isVoid, item.notes]),
    ]);
  return essence(a) === essence(b);
}

/**
 * Returns the function that stores the open bills for a start without the server: the first change at once, because the outbox no longer has what the
 * server answered, and what comes within `copyRestMs` at its end.
 */
export function billsKeeper(core: Core): () => void {
  let isResting = false;
  let isBehind = false;
  const keep = (): void => {
    isBehind = false;
    isResting = true;
    const { outletId, server } = core.get();
    if (outletId !== null) void keepCopy(outletId, 'bills', Object.values(server).filter(isOpenBill));
    setTimeout(() => {
      isResting = false;
      if (isBehind) keep();
    }, copyRestMs);
  };
  return () => {
    if (isResting) isBehind = true;
    else keep();
  };
}

/** Reports what a payment of another program fired: the till that announced it prints it. */
function tellFiredByPayment(bill: Bill, known: Bill | undefined): void {
  if (isOpenBill(bill) || !known?.items.some(isHeld)) return;
  const fired = bill.items.filter(({ isVoid, firedAt, firedBy }) => !isVoid && firedAt && firedBy === null);
  const keys = fired.map(({ key }) => key);
  if (fired[0]?.firedAt) savedHere(bill, [], { keys, at: fired[0].firedAt, isByPayment: true });
}

/** Returns the actions that take bills over. `keepBills` stores the open ones for a start without the server. */
export function takeActions(core: Core, keepBills: () => void): TakeActions {
  function takeServer(sent: Bill, showsMessage = false): void {
    const { server } = core.get();
    const viewed = viewedHere(sent);
    const known = server[viewed.key];
    if (!replacesKnown(known, viewed)) return;
    const before = core.get().bills[viewed.key];
    const bill = withSameItems(viewed, before);
    core.set({
      server: { ...server, [bill.key]: { ...bill, lastSyncedAt: tillNowText(), pending: false } },
    });
    if (!isOpenBill(bill) && !bill.isMasked) orphanDraft(core, bill);
    core.show(bill.key);
    tellFiredByPayment(bill, known);
    keepBills();
    // As it is shown, with what nobody saved here yet, before and after.
    const after = core.get().bills[bill.key] ?? bill;
    if (!showsMessage || bill.isMasked || (before && looksSame(before, after))) return;
    toastElsewhere(after, before);
  }

  function rename(from: string, to: string): void {
    if (from === to) return;
    const { aliases, drafts, server, bills, slots } = core.get();
    const moved = drafts[from];
    const there = drafts[to];
    const joined: Draft | undefined = moved && {
      ...moved,
      ...there,
      version: there?.version ?? 0,
      items: [...(there?.items ?? []), ...moved.items],
      changes: { ...moved.changes, ...there?.changes },
      edits: Object.entries(there?.edits ?? {}).reduce(
        (all, [item, edit]) => ({ ...all, [item]: uniteEdits(moved.edits[item], edit) }),
        moved.edits,
      ),
    };
    core.set({
      aliases: { ...aliases, [from]: to },
      drafts: joined ? { ...without(drafts, from), [to]: joined } : without(drafts, from),
      server: without(server, from),
      bills: without(bills, from),
      slots: Object.fromEntries(Object.entries(slots).filter(([, key]) => key !== from)),
    });
    // Else a start without the server would show the merged bill once more.
    keepBills();
    const survivor = core.get().server[to];
    if (survivor && !isOpenBill(survivor)) orphanDraft(core, survivor);
  }

  function viewAgain(): boolean {
    const { server, bills } = core.get();
    core.set({ server: Object.fromEntries(Object.entries(server).map(([key, bill]) => [key, viewedHere(bill)])) });
    for (const key of Object.keys(bills)) core.show(key);
    keepBills();
    return Object.values(core.get().server).some(needsDetails);
  }

  return {
    takeServer,
    rename,
    viewAgain,
    knownVersion: (id) => Object.values(core.get().server).find((bill) => bill.id === id)?.version ?? null,
  };
}

/** Returns what a bill keeps of the record of a customer. */
export function billCustomer(record: Customer): BillCustomer {
  const { id, key, name, phone, tin, allergies, groupId, discountPct, loyaltyPoints: points } = record;
  // The till plans it as a promotion of the bill.
  if (discountPct) void loadEngine();
  const buyer = taxBuyerOf(record);
  return {
    id,
    key,
    name,
    phone,
    tin,
    ...(allergies && { allergies }),
    ...(groupId && { groupId }),
    ...(discountPct && { discountPct }),
    ...(points && { points }),
    ...(buyer && { buyer }),
  };
}

/** Gives the unsaved bills of a customer that was created here the record of the server: its house account is found by the id. */
export function takeCustomer(core: Core, record: Customer): void {
  for (const [key, draft] of Object.entries(core.get().drafts)) {
    const { customer } = draft.changes;
    if (customer?.key !== record.key || customer.id !== null) continue;
    core.setDraft(key, {
      ...draft,
      changes: { ...draft.changes, customer: billCustomer(record), customerId: record.id },
    });
  }
}
