/** What this device knows of bills: as the server said them, what was done here and waits, what is not saved yet. */
import type { Bill, BillItem, MergeableField } from '@atoll/domain/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';

/** 'Table/3/1': type, slot and check number. */
export type SlotId = `${SlotTypeName}/${string}/${number}`;
export const slotIdOf = (type: SlotTypeName, slot: string, checkNo = 1): SlotId => `${type}/${slot}/${checkNo}`;

/** What was changed here on a line that is saved already. */
export type ItemEdit = Partial<Pick<BillItem, 'notes' | 'sentQty' | 'ticketIds'>>;

export type BillChanges = Partial<Pick<Bill, MergeableField>>;

/** What was typed on a bill and is not saved yet. It survives a reload, a sync and a logout. */
export interface Draft {
  readonly outletId: number;
  /** The server's version on which `changes` were made. */
  readonly version: number;
  readonly items: readonly BillItem[];
  /** Lines taken off, the last one last: 'Undo' brings it back. */
  readonly removed: readonly BillItem[];
  readonly edits: Readonly<Record<string, ItemEdit>>;
  readonly changes: BillChanges;
  /** Payments taken at checkout that do not yet cover the bill. */
  readonly payments: readonly PaymentInput[];
}

export const isEmptyDraft = (draft: Draft | undefined): boolean =>
  !draft ||
  (draft.items.length === 0 &&
    draft.removed.length === 0 &&
    draft.payments.length === 0 &&
    Object.keys(draft.edits).length === 0 &&
    Object.keys(draft.changes).length === 0);

/** Lines that were typed on a bill which somebody else completed meanwhile. */
export interface OrphanedItems {
  readonly outletId: number;
  readonly type: SlotTypeName;
  readonly slot: string;
  readonly items: readonly BillItem[];
}

export interface Transfer {
  readonly fromKey: string;
  readonly type: SlotTypeName;
  readonly slot: string;
}

export interface BillsState {
  readonly outletId: number | null;
  /** True when the outlet's open bills were read, from the server or the last good copy. */
  readonly loaded: boolean;
  /** As the server said them last, by key. */
  readonly server: Readonly<Record<string, Bill>>;
  /** As the screen shows them, by key: the server's, with what waits in the outbox and the draft on top. */
  readonly bills: Readonly<Record<string, Bill>>;
  /** Key of the open bill in a slot. */
  readonly slots: Readonly<Partial<Record<SlotId, string>>>;
  /** Keys of bills that were absorbed, to the survivor's. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly stranded: Readonly<Record<string, OrphanedItems>>;
  /** What is being chosen in the dialog 'Transfer'. */
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

/** The record without a key. */
export function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}

/** What is typed on a bill, without what is noted of lines that are on another bill by now. */
export function ownDraft(draft: Draft, bill: Bill): Draft {
  const here = new Set(bill.items.map((item) => item.key));
  return { ...draft, edits: Object.fromEntries(Object.entries(draft.edits).filter(([key]) => here.has(key))) };
}
