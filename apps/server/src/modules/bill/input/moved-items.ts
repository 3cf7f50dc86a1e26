/**
 * Late changes of moved items: a device may still send tickets, notes and voids of an item that went to another bill or was cut into pieces. They
 * follow the item to its present bill, so that nothing is lost or printed twice. Source: docs/rules.md#alias, docs/rules.md#tickets.
 */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isHeld } from '@atoll/domain/bill/course';
import { ticketIdsOfPiece } from '@atoll/domain/bill/kitchen-mark';
import type { FieldConflict } from '@atoll/domain/bill/merge/merge-input';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { isSetHead } from '@atoll/domain/bill/set-menu/set-menu';
import { isSplitAway, pieceKey, splitReason } from '@atoll/domain/bill/split/piece';
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import { settingOf } from '@atoll/domain/outlet/settings';
import { sql } from 'kysely';
import { isOpenRow } from '../../../platform/store/open-bills.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { StoredBill } from '../read/load.ts';
import { writeBill } from '../record/record.ts';
import type { BillActor } from './actor.ts';
import { instant } from './device-time.ts';
import { checkLowering, type LoweringNote, type MadeWork } from './lowering.ts';
import type { OutletTerms } from './outlet-terms.ts';
import { type SentItem, timesUpToNow } from './sent-times.ts';
import { withStarted } from './started.ts';

/** Returns the items of a request with changes for an item that is no longer on this bill, or only in pieces. */
export function strayItems(
  { bill, movedKeys }: StoredBill,
  items: readonly BillItemInput[] | undefined,
  now: number,
): readonly SentItem[] {
  const away = new Set([...movedKeys, ...bill.items.filter(isSplitAway).map((item) => item.key)]);
  if (away.size === 0) return [];
  return (items ?? [])
    .filter((one) => away.has(one.key.toLowerCase()) && hasLateChange(one))
    .map((one) => timesUpToNow(one, now));
}

const hasLateChange = ({ sentQty = 0, notes = [], isVoid, firedAt }: BillItemInput): boolean =>
  sentQty > 0 || notes.length > 0 || isVoid === true || firedAt !== undefined;

/** Another bill with the late changes of its items. */
export interface Followed {
  readonly stored: StoredBill;
  readonly bill: Bill;
  readonly lowering?: LoweringNote | null | undefined;
}

interface Following {
  readonly tx: OutletTx;
  readonly actor: BillActor;
  readonly terms: OutletTerms;
  /** Returns the items of a bill whose void leaves shares of a promotion to others. */
  readonly keptOn: (bill: Bill) => Promise<ReadonlySet<string>>;
  /** Bills that have swaps of this request already. */
  readonly swapped: readonly Followed[];
}

/** Returns the other open bills with the late changes, but those that are swapped already. Call it before the first write of the command. */
export async function applyToOtherBills(
  { tx, actor, terms, keptOn, swapped }: Following,
  strays: readonly SentItem[],
  not: number | null,
): Promise<readonly Followed[]> {
  const keys = strays.flatMap((stray) => keysOf(stray));
  if (keys.length === 0) return [];
  const others = await openBillsNaming(tx, keys, not);
  const voided = voidedKeys(strays);
  const needsReason = settingOf(terms.settings, 'RequireVoidReason');
  const followed: Followed[] = [];
  for (const stored of others.filter(({ bill }) => !swapped.some((one) => one.stored.bill.id === bill.id))) {
    const doc = await withStarted(tx, terms, stored.bill, voided);
    const by = { actor, now: instant(tx.now), version: doc.version + 1, kept: await keptOn(doc), needsReason };
    const bill = withStrays(doc, strays, by);
    if (bill !== doc) followed.push({ stored, bill });
  }
  return followed;
}

/** Returns the open bills, but `not`, that contain one of these keys anywhere. */
export async function openBillsNaming(
  tx: OutletTx,
  keys: readonly string[],
  not: number | null,
): Promise<readonly StoredBill[]> {
  const rows = await tx.db
    .selectFrom('bill')
    .select(['doc', 'print_jobs', 'moved_keys'])
    .where('outlet_id', '=', tx.head.outletId)
    .where(isOpenRow)
    .where('id', '!=', not ?? 0)
    .where((eb) => eb.or(keys.map((name) => eb(sql<string>`cast(doc as text)`, 'like', `%"${name}"%`))))
    .execute();
  return rows.map(({ doc, print_jobs, moved_keys }) => ({ bill: doc, printJobs: print_jobs, movedKeys: moved_keys }));
}

/** Returns the other bills as they may be written. Refused: 'approvalNeeded' when one falls below what was printed. */
export async function checkFollowed(
  tx: OutletTx,
  actor: BillActor,
  followed: readonly Followed[],
  { modifiedAt }: MadeWork,
): Promise<readonly Followed[]> {
  if (followed.length === 0) return followed;
  const bills = followed.map(({ bill }) => bill);
  // The till still has the item on its former bill, so it does not know of a print of this one.
  const checked = await checkLowering(tx, actor, bills, { work: { version: -1, modifiedAt } });
  return followed.map((one, at) => ({ ...one, bill: checked.bills[at] ?? one.bill, lowering: checked.notes[at] }));
}

/**
 * Returns a conflict for each void that came too late: the item left this bill and is on no open bill.
 */
export async function lateVoids(
  tx: OutletTx,
  strays: readonly SentItem[],
  own: Bill,
): Promise<readonly FieldConflict[]> {
  const late: FieldConflict[] = [];
  for (const stray of strays.filter(isRequestedVoid)) {
    const keys = keysOf(stray);
    const isHere = own.isOpen && own.items.some((item) => keys.includes(item.key) && !isSplitAway(item));
    if (isHere || (await isOnOpenBill(tx, keys))) continue;
    late.push({ field: `items.${stray.key.toLowerCase()}.isVoid`, yours: true, stands: false });
  }
  return late;
}

async function isOnOpenBill(tx: OutletTx, keys: readonly string[]): Promise<boolean> {
  const row = await tx.db
    .selectFrom('bill')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where(isOpenRow)
    .where((eb) => eb.or(keys.map((name) => eb(sql<string>`cast(doc as text)`, 'like', `%"key":"${name}"%`))))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the other bills. The response of the device contains only its own bill, so the hub notifies the device of these too. */
export function writeFollowed(tx: OutletTx, actor: BillActor, followed: readonly Followed[]): void {
  for (const { stored, bill, lowering } of followed)
    writeBill(tx, { ...actor, connectionId: undefined }, bill, stored, {
      action: 'Updated',
      before: { version: stored.bill.version, total: stored.bill.total },
      after: { version: bill.version, total: bill.total, ...(lowering && { lowering }) },
      hubActions: ['Updated'],
    });
}

/** Returns the keys of an item: its own, and those of its pieces. */
function keysOf({ key }: Pick<BillItemInput, 'key'>): string[] {
  const own = key.toLowerCase();
  return [own, ...Array.from({ length: 9 }, (_, check) => pieceKey(own, check))];
}

/** Returns the keys of the items of a request that are void in it, and of their pieces. */
export const voidedKeys = (items: readonly BillItemInput[]): ReadonlySet<string> =>
  new Set(items.filter(({ isVoid }) => isVoid).flatMap(keysOf));

/** Who makes late changes, when, and by which terms. `kept`: the items whose void asks as for sent ones, because others keep shares of a promotion. */
interface LateChange {
  readonly actor: BillActor;
  readonly now: string;
  readonly version: number;
  readonly kept: ReadonlySet<string>;
  /** The outlet requires a reason of each void. */
  readonly needsReason: boolean;
}

/** Returns the bill with late changes of its items and pieces, or the same bill when they add nothing. */
export function withStrays(bill: Bill, strays: readonly SentItem[], by: LateChange): Bill {
  const items = strays.reduce<readonly BillItem[]>((all, stray) => {
    const keys = new Set(keysOf(stray));
    return all.map((item) => (keys.has(item.key) && !isSplitAway(item) ? withStray(item, stray, by) : item));
  }, bill.items);
  return withStraysOf(bill, wholeSets(bill.items, items), by);
}

/** Returns the items with sets that keep all parts, or lose them together: a part that is void without its set stays. */
function wholeSets(before: readonly BillItem[], after: readonly BillItem[]): readonly BillItem[] {
  const heads = new Map(after.filter(isSetHead).map((head) => [head.key, head]));
  if (heads.size === 0) return after;
  return after.map((item, place) => {
    const head = heads.get(item.parentKey ?? '');
    const was = before[place];
    if (!head || !was || was.isVoid || item.isVoid === head.isVoid) return item;
    const { isVoid, voidReason, voidedBy, voidedAt } = head;
    return { ...item, isVoid, voidReason, voidedBy, voidedAt };
  });
}

function withStraysOf(bill: Bill, items: readonly BillItem[], by: LateChange): Bill {
  if (items.every((item, place) => item === bill.items[place])) return bill;
  const stamp = { modifiedAt: by.now, modifiedBy: by.actor.userId, lastSavedAt: by.now };
  return applyTotals({ ...bill, ...stamp, items, version: by.version });
}

/** Returns whether a text is long enough to say why an item is void. */
export const isReason = (text: string | null | undefined): boolean => (text ?? '').trim().length >= 3;

/** Returns whether a person voids the item. A till that applied a split sends the cut item as void, which does not void its pieces. */
const isRequestedVoid = ({ isVoid, voidReason }: BillItemInput): boolean =>
  isVoid === true && voidReason !== splitReason;

function withStray(item: BillItem, stray: SentItem, { actor, now, kept, needsReason }: LateChange): BillItem {
  const tickets = (stray.ticketIds ?? []).filter((ticket) => !item.ticketIds.includes(ticket));
  // A ticket of the whole item covers each of its pieces.
  const sentQty = Math.max(item.sentQty, Math.min(item.qty, stray.sentQty ?? 0));
  const permission = sentQty > 0 || kept.has(item.key) ? 'item.void.sent' : 'item.void.unsent';
  const hasReason = !needsReason || isReason(stray.voidReason);
  const isVoided = isRequestedVoid(stray) && hasReason && !item.isVoid && actor.permissions.has(permission);
  const notes = (stray.notes ?? []).filter((note) => !item.notes.includes(note));
  const { firedAt, firedSent } = stray;
  const isFired = firedAt !== undefined && isHeld(item);
  if (tickets.length + notes.length === 0 && sentQty === item.sentQty && !isVoided && !isFired) return item;
  const voided = { isVoid: true, voidReason: stray.voidReason ?? null, voidedBy: actor.userId, voidedAt: now };
  const marked = {
    ...item,
    ticketIds: ticketIdsOfPiece({ key: stray.key.toLowerCase(), ticketIds: [...item.ticketIds, ...tickets] }, item.key),
    notes: [...item.notes, ...notes],
    sentQty,
    ...(isFired && { firedAt, firedBy: actor.userId, ...(firedSent && { firedSent }) }),
  };
  return isVoided ? { ...marked, ...voided, modifiedAt: now } : marked;
}
