/**
 * The one place that decides whether a bill may fall below what was printed, and whether its discount may become a greater share than was allowed: every
 * command that changes a bill asks here before its first write, and `writeBill` writes no bill that did not pass. Source: R36.8, R36.9,
 * docs/rules.md#printed-total, docs/rules.md#discount-share.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { allowShare, grownDiscount } from '@atoll/domain/bill/discount/discount-seen';
import { grownShare } from '@atoll/domain/bill/discount/discount-share';
import { allowLowering, loweringOf, sharePrinted } from '@atoll/domain/bill/printed';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { provenDevice } from '../../../platform/http/actor.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { Need, UsedApprovals } from '../../approval/service.ts';
import { notify } from '../../notification/service.ts';
import { allowedBy, type BillActor } from './actor.ts';
import { deviceTimes } from './late.ts';

/** Work of a till, with the version of the bill that it knew and the time by its clock. */
export interface MadeWork {
  readonly version?: number | undefined;
  readonly modifiedAt?: string | undefined;
}

/** What a command does to a printed bill, for its history: the total that was shown or allowed before, and the new one. Laari. */
export interface LoweringNote {
  readonly from: number;
  readonly to: number;
  /** Nobody approved it: it was made on a till that did not know of the print. */
  readonly isUnapproved?: true;
}

export interface Checked {
  readonly bills: readonly Bill[];
  /** Key of the approval that allowed the command. */
  readonly approval: string | null;
  /** Who approved each permission. */
  readonly approvers: UsedApprovals['approvers'];
  /** For each of the bills; null when it was not reduced. */
  readonly notes: readonly (LoweringNote | null)[];
}

interface Checking {
  /** What else the command needs. */
  readonly needs?: readonly Need[];
  readonly work?: MadeWork;
  /** False when the command takes off more than the bill falls below its print, because something was added since: each need asks for itself. */
  readonly isWhole?: boolean;
}

/**
 * Returns the bills of a command as they may be written. A reduction of a printed bill needs 'bill.lower.printed' for the sum of all reductions, beside the
 * other `needs` of the command; a discount that became a greater share needs 'bill.discount' for that share. Work of a till that did not know of the print is accepted, flagged and notified. Refused: 'approvalNeeded', 'approvalInvalid', 'forbidden'.
 */
export async function checkLowering(
  tx: OutletTx,
  actor: BillActor,
  bills: readonly Bill[],
  { needs = [], work = {}, isWhole = true }: Checking = {},
): Promise<Checked> {
  const all = [...needs, ...bills.flatMap(needForShare)];
  const allowed = bills.map((bill) => (grownShare(bill) === null ? bill : allowShare(bill)));
  const amounts = bills.map(loweringOf);
  const amount = amounts.reduce((sum, one) => sum + one, 0);
  const [first] = allowed.filter((_, place) => (amounts[place] ?? 0) > 0);
  if (first === undefined) {
    const { key, approvers } = await allowedBy(tx, actor, all);
    return { bills: allowed, approval: key, approvers, notes: bills.map(() => null) };
  }
  const isUnapproved = await isUnaware(tx, actor, first, work);
  const subject = { permission: 'bill.lower.printed', subjectKey: first.key } as const;
  const lowering: Need[] = isUnapproved ? [] : [{ ...subject, amount, isWhole }];
  const { key: approval, approvers } = await allowedBy(tx, actor, [...all, ...lowering]);
  const notes = bills.map((bill, place) => ((amounts[place] ?? 0) > 0 ? noteOf(bill, isUnapproved) : null));
  if (isUnapproved) await tell(tx, actor, first);
  const lowered = {
    by: actor.userId,
    approvalKey: isUnapproved ? null : (approval ?? actor.sendApproval ?? null),
    isUnapproved,
  };
  const lower = (bill: Bill, place: number): Bill => (notes[place] ? allowLowering(bill, lowered) : bill);
  return { bills: allowed.map(lower), approval, approvers, notes };
}

/** Returns the permission for a discount that became a greater share than was allowed. */
function needForShare(bill: Bill): Need[] {
  const share = grownShare(bill);
  return share === null ? [] : [{ permission: 'bill.discount', subjectKey: bill.key, amount: share }];
}

/** Returns the permission to pay, divide or merge a bill whose percentage takes off more than was seen when it was allowed (R36.9). */
export function needForGrown(bill: Bill): Need[] {
  const grown = grownDiscount(bill);
  return grown === null
    ? []
    : [{ permission: 'bill.discount', subjectKey: bill.key, amount: grown.percentage, total: bill.total }];
}

interface Division {
  /** Items went to another slot than that of the bill, whose guest was shown them here. */
  readonly isElsewhere: boolean;
  readonly needs?: readonly Need[];
}

/**
 * Returns the bills that one was divided into, the first being what remains of it: they share what was printed. Together they may not fall below it, and
 * the first may not when items went to another slot.
 */
export async function checkDivided(
  tx: OutletTx,
  actor: BillActor,
  before: Bill,
  bills: readonly Bill[],
  { isElsewhere, needs = [] }: Division,
): Promise<Checked> {
  const shared = sharePrinted(before, bills);
  if (!isElsewhere) return checkLowering(tx, actor, shared, { needs });
  const checked = await checkLowering(tx, actor, bills.slice(0, 1), { needs });
  const lowered = checked.bills[0]?.printed?.lowered;
  const allowed = shared.map((bill) =>
    bill.printed ? { ...bill, printed: { ...bill.printed, allowed: toPay(bill), ...(lowered && { lowered }) } } : bill,
  );
  return { ...checked, bills: allowed };
}

const noteOf = (bill: Bill, isUnapproved: boolean): LoweringNote => ({
  from: bill.printed?.allowed ?? toPay(bill),
  to: toPay(bill),
  ...(isUnapproved && { isUnapproved }),
});

/** Returns whether the work was made late, on a device that did not know of the bill's print: neither by its version nor as the one that printed it. */
async function isUnaware(
  tx: OutletTx,
  actor: BillActor,
  bill: Bill,
  { version, modifiedAt }: MadeWork,
): Promise<boolean> {
  if (version === undefined || version >= (bill.printed?.version ?? 0)) return false;
  if (!(await deviceTimes(tx, actor, [modifiedAt])).isLate(modifiedAt)) return false;
  const own = await tx.db
    .selectFrom('history')
    .select('seq')
    .where('outlet_id', '=', tx.head.outletId)
    .where('subject_key', '=', bill.key)
    .where('action', '=', 'Printed')
    .where('device_id', '=', provenDevice(actor))
    .limit(1)
    .executeTakeFirst();
  return own === undefined;
}

/** Notifies those who may give discounts of a payment that was taken without the server, of a bill whose percentage takes off more than was seen. */
export async function tellGrown(tx: OutletTx, actor: BillActor, { id, number, discount, discountSeen }: Bill) {
  await notify(tx, {
    severity: 'Warning',
    title: `The discount of bill ${number ?? ''} grew after it was given`,
    body: `It takes off ${formatMoney(laari(discount))}, and took off ${formatMoney(laari(discountSeen ?? 0))} when it was given. ${actor.name} took the payment without the server, so nobody was asked.`,
    ...(id === null ? {} : { entity: 'Bill', entityId: id }),
    permission: 'bill.discount',
  });
}

/** Notifies those who may set other prices of a payment that was taken without the server, at prices that no menu, price list or promotion gives. */
export async function tellUnproven(tx: OutletTx, actor: BillActor, { id, number }: Bill, names: readonly string[]) {
  await notify(tx, {
    severity: 'Warning',
    title: `Bill ${number ?? ''} was paid at prices that nobody set`,
    body: `${actor.name} took the payment without the server. Neither menu, price lists nor promotions give this price: ${names.join(', ')}`,
    ...(id === null ? {} : { entity: 'Bill', entityId: id }),
    permission: 'price.override',
  });
}

/** Notifies those who may reduce printed bills. */
async function tell(tx: OutletTx, actor: BillActor, bill: Bill): Promise<void> {
  const { id, number, printed } = bill;
  const total = toPay(bill);
  await notify(tx, {
    severity: 'Warning',
    title: `Bill ${number ?? ''} was reduced after it was printed`,
    body: `From ${formatMoney(laari(printed?.allowed ?? total))} to ${formatMoney(laari(total))} by ${actor.name}, whose till did not know of the print. Nobody approved it.`,
    ...(id === null ? {} : { entity: 'Bill', entityId: id }),
    permission: 'bill.lower.printed',
  });
}
