/** Merges a bill sent by a device into the stored bill. Source: docs/rules.md#merge-items, docs/rules.md#merge-fields. */
import type { RefusalReason } from '../../refusal/refusal.ts';
import type { Bill, BillCustomer, BillItem, ItemDiscount, MergeableField } from '../bill.ts';
import { isUnfired } from '../course.ts';
import { afterDiscount, afterReduction } from '../giver.ts';
import { sortItems } from '../items.ts';
import { applyTotals } from '../new-bill.ts';
import { afterPrint, paperTotal } from '../printed.ts';
import { seatOf } from '../seat.ts';
import { billState, inState, isOpenBill } from '../states.ts';
import { type FieldConflict, type FieldInput, mergeFields } from './merge-fields.ts';
import { stableStringify } from './pick-winner.ts';

export type { FieldConflict } from './merge-fields.ts';

/** The parts of a sent item that merging reads; the contract's input satisfies it. */
export interface ItemInput {
  readonly key: string;
  readonly qty: number;
  readonly size?: string | undefined;
  readonly sellingPrice?: number | undefined;
  readonly notes?: readonly string[] | undefined;
  readonly isVoid?: boolean | undefined;
  readonly voidReason?: string | null | undefined;
  readonly sentQty?: number | undefined;
  readonly ticketIds?: readonly string[] | undefined;
  readonly courseNo?: number | undefined;
  readonly seat?: number | undefined;
  readonly placedAt?: string | undefined;
  readonly firedAt?: string | undefined;
  /** What the device sent as `firedAt`, where that was not believed. */
  readonly firedSent?: string | undefined;
  readonly discount?: ItemDiscount | null | undefined;
  readonly isComp?: boolean | undefined;
  readonly modifiedAt?: string | undefined;
}

/** The parts of a sent bill that merging reads; the contract's input satisfies it. Absent fields are left as they are. */
export interface BillInputLike<Item extends ItemInput = ItemInput> extends FieldInput {
  readonly status?: string | null | undefined;
  readonly printJobKey?: string | undefined;
  readonly printedTotal?: number | undefined;
  readonly items?: readonly Item[] | undefined;
}

/** What merging needs from its caller. */
export interface MergeContext<Item extends ItemInput> {
  /** The server's time, an ISO instant. */
  readonly now: string;
  readonly userId: number | null;
  /** Creates an item that is new on this bill, with the server's price and terms. null: leave it out (it moved to another bill). */
  readonly makeItem: (input: Item) => BillItem | null;
  /** The record of the input's customerId, when it names one. */
  readonly customer?: BillCustomer | null;
  /** True when the print job was counted before: the request is a retry. */
  readonly printCounted?: boolean;
  /** The caller adds promotions and computes the totals of what changed; those of a print are computed here. */
  readonly totalsFollow?: boolean;
}

export interface MergedInput {
  /** With totals, unless they follow; `version` is one more than the stored one when anything changed, else it is the stored bill itself. */
  readonly bill: Bill;
  readonly isChanged: boolean;
  /** Items that this request added. */
  readonly insertedKeys: readonly string[];
  /** Items that this request voided; the caller checks the permission for them. */
  readonly voidedKeys: readonly string[];
  /** Items whose discount or complimentary flag this request changed. */
  readonly reducedKeys: readonly string[];
  readonly changedFields: readonly MergeableField[];
  readonly isPrinted: boolean;
  /** The request reports a print, also one that lacks items which the bill has by now. */
  readonly isShown: boolean;
  readonly conflicts: readonly FieldConflict[];
  /** Set when the stored bill is closed and the request would have changed it; `bill` is then the stored one. */
  readonly refused: Extract<RefusalReason, 'billClosed' | 'billVoid' | 'notCheckedIn'> | null;
}

/**
 * Returns the stored bill with the request merged in. Idempotent: the same request a second time changes nothing. What the request lacks stays.
 * Items merge by key. The context creates new ones. In known ones a void is permanent, notes are united and the greater sent quantity wins;
 * quantity, price and size never change (a difference is a conflict); a discount is taken when the sent item was changed later than the stored one.
 * Fields are written when `changed` lists them, or all of them without `changed` when `version` is the stored one. A value written later than the
 * sender's version stays and is a conflict. New items make the bill Saved. 'BillPrinted' with a print job counts when the sender knew every live item.
 */
export function mergeInput<Item extends ItemInput>(
  stored: Bill,
  input: BillInputLike<Item>,
  context: MergeContext<Item>,
): MergedInput {
  const version = stored.version + 1;
  const lines = mergeLines(stored, input.items ?? [], context);
  const fields = mergeFields(stored, input, context);
  const isShown = reportsPrint(stored, input, context);
  const isPrinted = isShown && knewAll(stored, input, lines.insertedKeys);
  const conflicts = [...lines.conflicts, ...fields.conflicts];
  const changedFields = Object.keys(fields.written) as MergeableField[];
  const hasChanges =
    lines.insertedKeys.length + lines.voidedKeys.length + lines.reducedKeys.length + changedFields.length > 0;
  const { insertedKeys, voidedKeys, reducedKeys } = lines;
  if (!isOpenBill(stored)) {
    const refused = hasChanges ? whyClosed(stored) : null;
    return { ...unchanged, bill: stored, conflicts, refused };
  }
  if (!hasChanges && !lines.isTouched && !isShown) return { ...unchanged, bill: stored, conflicts };
  const fieldVersions: Record<string, number> = { ...stored.fieldVersions };
  for (const field of changedFields) fieldVersions[field] = version;
  const saved = insertedKeys.length > 0 ? inState(stored, 'Saved') : stored;
  const written = {
    ...(isPrinted ? inState(saved, 'BillPrinted') : saved),
    ...fields.written,
    ...afterDiscount(stored, fields.written, context.userId),
    fieldVersions,
    version,
    items: lines.items,
    printCount: stored.printCount + Number(isPrinted),
    modifiedAt: context.now,
    modifiedBy: context.userId,
    lastSavedAt: context.now,
  };
  const changed = context.totalsFollow && !isShown ? written : applyTotals(written);
  return {
    bill: isShown ? afterPrint(changed, shownTotal(changed, input)) : changed,
    isChanged: true,
    insertedKeys,
    voidedKeys,
    reducedKeys,
    changedFields,
    isPrinted,
    isShown,
    conflicts,
    refused: null,
  };
}

const unchanged = {
  isChanged: false,
  insertedKeys: [],
  voidedKeys: [],
  reducedKeys: [],
  changedFields: [],
  isPrinted: false,
  isShown: false,
  refused: null,
} as const;

function whyClosed(stored: Bill): 'billClosed' | 'billVoid' | 'notCheckedIn' {
  const state = billState(stored);
  return state === 'Void' ? 'billVoid' : state === 'Complete' ? 'billClosed' : 'notCheckedIn';
}

interface MergedLines {
  readonly items: readonly BillItem[];
  readonly insertedKeys: string[];
  readonly voidedKeys: string[];
  readonly reducedKeys: string[];
  readonly conflicts: FieldConflict[];
  readonly isTouched: boolean;
}

function mergeLines<Item extends ItemInput>(
  stored: Bill,
  inputs: readonly Item[],
  context: MergeContext<Item>,
): MergedLines {
  const items = new Map(stored.items.map((item) => [item.key, item]));
  const insertedKeys: string[] = [];
  const voidedKeys: string[] = [];
  const reducedKeys: string[] = [];
  const conflicts: FieldConflict[] = [];
  let isTouched = false;
  for (const input of inputs) {
    const known = items.get(input.key);
    if (!known) {
      const made = context.makeItem(input);
      if (!made) continue;
      items.set(input.key, made);
      insertedKeys.push(input.key);
      continue;
    }
    conflicts.push(...lineConflicts(known, input));
    const merged = mergeLine(known, input, context);
    if (merged === known) continue;
    isTouched = true;
    if (merged.isVoid && !known.isVoid) voidedKeys.push(input.key);
    if (merged.discount !== known.discount || merged.isComp !== known.isComp) reducedKeys.push(input.key);
    items.set(input.key, merged);
  }
  const sorted = insertedKeys.length > 0 ? sortItems([...items.values()]) : [...items.values()];
  return { items: sorted, insertedKeys, voidedKeys, reducedKeys, conflicts, isTouched };
}

function lineConflicts(known: BillItem, input: ItemInput): FieldConflict[] {
  return (['qty', 'sellingPrice', 'size'] as const).flatMap((name) => {
    const yours = input[name];
    return yours === undefined || yours === known[name]
      ? []
      : [{ field: `items.${known.key}.${name}`, yours, stands: known[name] }];
  });
}

function mergeLine(known: BillItem, input: ItemInput, context: { now: string; userId: number | null }): BillItem {
  const changes: { -readonly [K in keyof BillItem]?: BillItem[K] } = {};
  const notes = (input.notes ?? []).filter((note) => !known.notes.includes(note));
  const tickets = (input.ticketIds ?? []).filter((ticket) => !known.ticketIds.includes(ticket));
  if (notes.length > 0) changes.notes = [...known.notes, ...notes];
  if (tickets.length > 0) changes.ticketIds = [...known.ticketIds, ...tickets];
  if ((input.sentQty ?? 0) > known.sentQty) changes.sentQty = input.sentQty as number;
  Object.assign(changes, changedPlace(known, input, context.userId));
  const isLater = input.modifiedAt !== undefined && Date.parse(input.modifiedAt) > Date.parse(known.modifiedAt);
  // Nothing is taken off a gift card.
  if (isLater && !known.card) {
    if (input.discount !== undefined && stableStringify(input.discount) !== stableStringify(known.discount))
      changes.discount = input.discount;
    if (input.isComp !== undefined && input.isComp !== known.isComp) changes.isComp = input.isComp;
    if (changes.discount !== undefined || changes.isComp !== undefined) {
      changes.modifiedAt = input.modifiedAt as string;
      changes.givenBy = afterReduction(known, changes, context.userId);
    }
  }
  if (input.isVoid === true && !known.isVoid) {
    changes.isVoid = true;
    changes.voidReason = input.voidReason ?? null;
    changes.voidedBy = context.userId;
    changes.voidedAt = context.now;
    changes.modifiedAt = context.now;
  }
  if (Object.keys(changes).length === 0) return known;
  return { ...known, ...changes, modifiedBy: context.userId };
}

/** Returns what changes of an item's place: its seat, another course while it is not fired, and its firing. The first firing stays, whoever sends another. */
function changedPlace(known: BillItem, input: ItemInput, userId: number | null): Partial<BillItem> {
  const { courseNo = 0, seat = seatOf(known), placedAt, firedAt, firedSent } = input;
  const isOpen = isUnfired(known);
  const isLater = placedAt !== undefined && (!known.placedAt || Date.parse(placedAt) > Date.parse(known.placedAt));
  return {
    ...(isLater && isOpen && courseNo > 0 && courseNo !== known.courseNo && { courseNo, placedAt }),
    ...(isLater && seat !== seatOf(known) && { seat, placedAt }),
    ...(isOpen &&
      firedAt !== undefined &&
      !known.isVoid && { firedAt, firedBy: userId, ...(firedSent && { firedSent }) }),
  };
}

/** Returns whether the request reports a print that was not counted before. */
function reportsPrint(stored: Bill, input: BillInputLike, context: { readonly printCounted?: boolean }): boolean {
  return input.status === 'BillPrinted' && !!input.printJobKey && !context.printCounted && isOpenBill(stored);
}

/** Returns whether the stored bill itself was printed: the sender knew this version or every live item. */
function knewAll(stored: Bill, input: BillInputLike, insertedKeys: readonly string[]): boolean {
  if (insertedKeys.length > 0) return false;
  const seen = new Set((input.items ?? []).map((item) => item.key));
  return input.version === stored.version || stored.items.every((item) => item.isVoid || seen.has(item.key));
}

/**
 * Returns the total on paper: of the items that the sender printed, and never less than the sender says. A sender that knew the version before
 * `bill` may leave the items out.
 */
export function shownTotal(bill: Bill, { items = [], printedTotal = 0, version }: BillInputLike): number {
  const isWhole = items.length === 0 && version === bill.version - 1;
  const listed = (isWhole ? bill.items : items).filter((item) => !item.isVoid);
  return Math.max(
    printedTotal,
    paperTotal(
      bill,
      listed.map(({ key }) => key),
    ),
  );
}
