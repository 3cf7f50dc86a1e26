/** The bill state of this device: bills as the server sent them, waiting work, and unsaved drafts. */
import type { Bill, BillItem, MergeableField } from '@atoll/domain/bill/bill';
import { joinedSlotsOf } from '@atoll/domain/bill/split/join';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { SharePlan } from '@atoll/domain/payment/shares';

/** 'Table/3/1': type, slot and check number. */
export type SlotId = `${SlotTypeName}/${string}/${number}`;
export const slotIdOf = (type: SlotTypeName, slot: string, checkNo = 1): SlotId => `${type}/${slot}/${checkNo}`;

/** A change made on this device to a saved item. */
export type ItemEdit = Partial<
  Pick<BillItem, 'notes' | 'sentQty' | 'ticketIds' | 'courseNo' | 'seat' | 'placedAt' | 'firedAt' | 'firedBy'>
>;

export type BillChanges = Partial<Pick<Bill, MergeableField>>;

/** Unsaved changes of a bill. They survive a reload, a sync and a logout. */
export interface Draft {
  readonly outletId: number;
  /** The server's version on which `changes` are based. */
  readonly version: number;
  readonly items: readonly BillItem[];
  /** Removed items, the latest last: 'Undo' restores it. */
  readonly removed: readonly BillItem[];
  readonly edits: Readonly<Record<string, ItemEdit>>;
  readonly changes: BillChanges;
  /** Payments taken at checkout that do not cover the bill yet. */
  readonly payments: readonly PaymentInput[];
  /** The tip that was chosen when they were taken, laari: a part of it may be in them. */
  readonly tip?: number;
  /** How the bill is shared at checkout; drafts of release 0.1 have none. */
  readonly shares?: SharePlan | null;
}

export const isEmptyDraft = (draft: Draft | undefined): boolean =>
  !draft ||
  (draft.items.length === 0 &&
    draft.removed.length === 0 &&
    draft.payments.length === 0 &&
    !draft.shares &&
    Object.keys(draft.edits).length === 0 &&
    Object.keys(draft.changes).length === 0);

/** Unsaved items of a bill that was completed elsewhere in the meantime, or of a refused order. */
export interface OrphanedItems {
  readonly outletId: number;
  readonly type: SlotTypeName;
  readonly slot: string;
  readonly items: readonly BillItem[];
  /** They are of an order that the server refused. */
  readonly isOrder?: true;
}

export interface Transfer {
  readonly fromKey: string;
  readonly type: SlotTypeName;
  readonly slot: string;
}

export interface BillsState {
  readonly outletId: number | null;
  /** True after the outlet's open bills were read from the server or the last good copy. */
  readonly loaded: boolean;
  /** Bills as the server last sent them, by key. */
  readonly server: Readonly<Record<string, Bill>>;
  /** Bills as the screen shows them, by key: the server's, with the outbox and the draft applied. */
  readonly bills: Readonly<Record<string, Bill>>;
  /** Key of the open bill in a slot. */
  readonly slots: Readonly<Partial<Record<SlotId, string>>>;
  /** Keys of merged bills, mapped to the survivor's key. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly stranded: Readonly<Record<string, OrphanedItems>>;
  /** The current choice in the dialog 'Transfer'. */
  readonly transferring: Transfer | null;
}

export const noBills: BillsState = {
  outletId: null,
  loaded: false,
  server: {},
  bills: {},
  slots: {},
  aliases: {},
  drafts: {},
  stranded: {},
  transferring: null,
};

/** Returns the record without a key. */
export function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}

/** Returns the draft of a bill without the marks of items that are now on another bill. */
export function ownDraft(draft: Draft, bill: Bill): Draft {
  const here = new Set(bill.items.map((item) => item.key));
  return { ...draft, edits: Object.fromEntries(Object.entries(draft.edits).filter(([key]) => here.has(key))) };
}

/** Returns two changes of one item as one: the later one counts, but what was sent to the kitchen by either was sent. */
export function uniteEdits(earlier: ItemEdit | undefined, later: ItemEdit): ItemEdit {
  if (!earlier) return later;
  const sentQty = Math.max(earlier.sentQty ?? 0, later.sentQty ?? 0);
  const ticketIds = [...new Set([...(earlier.ticketIds ?? []), ...(later.ticketIds ?? [])])];
  return { ...earlier, ...later, ...(sentQty > 0 && { sentQty }), ...(ticketIds.length > 0 && { ticketIds }) };
}

/** Returns what is left of a draft after a part of it was saved. */
export function remainingDraft(now: Draft, saved: Draft): Draft {
  const keys = new Set(saved.items.map((item) => item.key));
  const same = <T extends object>(a: T, b: T): T =>
    Object.fromEntries(Object.entries(a).filter(([name, value]) => b[name as keyof T] !== value)) as T;
  return {
    ...now,
    items: now.items.filter((item) => !keys.has(item.key)),
    removed: now.removed.filter((item) => !saved.removed.includes(item)),
    edits: same(now.edits, saved.edits),
    changes: same(now.changes, saved.changes),
  };
}

/** Returns the open bill to which a slot is joined, as far as this device knows. */
export const joinedAt = (bills: BillsState['bills'], type: SlotTypeName, slot: string): Bill | undefined =>
  Object.values(bills).find((bill) => bill.type === type && joinedSlotsOf(bill).includes(slot));
