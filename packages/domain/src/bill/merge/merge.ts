/**
 * Merges two versions of a bill, whichever device wrote them. `mergeBills` is commutative, associative and idempotent, because each part of a
 * bill merges by a rule that is (union, or the greater by a total order), and the figures are computed from the parts.
 * Source: docs/rules.md#merge-function.
 */
import type { Payment } from '../../payment/payment.ts';
import { mergeAdvances } from '../advance/advance.ts';
import { mergePromotions } from '../applied.ts';
import { type Bill, billStatuses } from '../bill.ts';
import { sortItems } from '../items.ts';
import { applyTotals } from '../new-bill.ts';
import { mergePrinted } from '../printed.ts';
import { uniteCoupons } from '../promotion/coupon.ts';
import { isOpenBill } from '../states.ts';
import { type FieldGroup, fieldGroups, groupValues, groupVersion, isUnset } from './field-groups.ts';
import { mergeItems, unite } from './merge-item.ts';
import { pick, pickWinner, stableStringify } from './pick-winner.ts';

const statusOrder: readonly Bill['status'][] = [null, ...billStatuses];
const refundOrder = [null, 'Partial', 'Full'];
const paymentOrder = ['Captured', 'Voided', 'Refunded'];

const identityFields = [
  'id',
  'key',
  'number',
  'createdAt',
  'createdBy',
  'createdByName',
  'receivedAt',
  'refundOfId',
] as const;
const placeFields = [
  'type',
  'slot',
  'checkNo',
  'serviceChargePct',
  'gstPct',
  'gstMode',
  'gstOnServiceCharge',
  'deliveryStatus',
  'delivery',
  'waiterId',
  'waiterName',
  'joinedSlots',
] as const;
const completionFields = ['invoiceNumber', 'completedAt', 'businessDate', 'shiftId', 'roundingAmount', 'tip'] as const;

/** Returns the bill whose identity is kept: one with an id, then the lower id, then the earlier one, then by text. */
function survivor(a: Bill, b: Bill): Bill {
  const text = (bill: Bill): string => stableStringify(pick(bill, identityFields));
  const order =
    Number(a.id === null) - Number(b.id === null) ||
    (a.id ?? 0) - (b.id ?? 0) ||
    Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
    (text(a) <= text(b) ? -1 : 1);
  return order < 0 ? a : b;
}

const placeOf = (a: Bill, b: Bill) =>
  pick(
    pickWinner(
      a,
      b,
      (bill) => bill.version,
      (bill) => stableStringify(pick(bill, placeFields)),
    ),
    placeFields,
  );

const completionOf = (a: Bill, b: Bill) =>
  pick(
    pickWinner(
      a,
      b,
      (bill) => bill.status === 'Complete',
      (bill) => bill.completedAt ?? '',
      (bill) => stableStringify(pick(bill, completionFields)),
    ),
    completionFields,
  );

/**
 * Returns the bill whose values of the group are kept: the later version; of equal versions a chosen value wins over an unset one, then by text.
 * `last`: what decides between equal values.
 */
const groupWinner = (a: Bill, b: Bill, group: FieldGroup, last: (bill: Bill) => string = () => ''): Bill =>
  pickWinner(
    a,
    b,
    (bill) => groupVersion(bill, group),
    (bill) => !group.every((field) => isUnset(bill[field])),
    (bill) => stableStringify(groupValues(bill, group)),
    last,
  );

/** Returns who gave the discount that is kept. */
function discountGiver(a: Bill, b: Bill): Pick<Bill, 'discountBy'> {
  const [group] = fieldGroups;
  const { discountBy } = groupWinner(a, b, group, (bill) => stableStringify(bill.discountBy ?? null));
  return discountBy === undefined && a.discountBy === undefined ? {} : { discountBy };
}

/** Unites two lists by key; `merge` joins what both contain. */
function uniteBy<T extends { readonly key: string }>(a: readonly T[], b: readonly T[], merge: (a: T, b: T) => T): T[] {
  const all = new Map(a.map((one) => [one.key, one]));
  for (const one of b) {
    const known = all.get(one.key);
    all.set(one.key, known ? merge(known, one) : one);
  }
  return [...all.values()];
}

const mergePayment = (a: Payment, b: Payment): Payment =>
  pickWinner(a, b, (one) => paymentOrder.indexOf(one.status), stableStringify);

/** Returns the coupons of both. */
function unitedCoupons(a: Bill, b: Bill): Pick<Bill, 'coupons'> {
  const coupons = uniteCoupons(a.coupons, b.coupons);
  return coupons === undefined ? {} : { coupons };
}

/** Returns the greater of the shares that were allowed for the discount, and of what was seen of it. */
function greatestShare(a: Bill, b: Bill): Pick<Bill, 'discountShare' | 'discountSeen'> {
  const greatest = (field: 'discountShare' | 'discountSeen') =>
    a[field] === undefined && b[field] === undefined ? {} : { [field]: Math.max(a[field] ?? 0, b[field] ?? 0) };
  return { ...greatest('discountShare'), ...greatest('discountSeen') };
}

/** Returns the payments ordered by time, ties by key. */
export function sortPayments(payments: readonly Payment[]): Payment[] {
  const rank = (one: Payment): string => `${one.at ?? ''} ${one.key}`;
  return [...payments].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function fieldVersions(a: Bill, b: Bill): Record<string, number> {
  const all: Record<string, number> = { ...a.fieldVersions };
  for (const [field, version] of Object.entries(b.fieldVersions)) all[field] = Math.max(all[field] ?? 0, version);
  return all;
}

const furthest = <T>(order: readonly T[], a: T, b: T): T => (order.indexOf(a) >= order.indexOf(b) ? a : b);
const latest = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

/**
 * Returns one bill from two: items by key (void wins, notes are united), payments by key, each field from the version that last wrote it,
 * the further status, void over not void, and the identity of the older bill. Its figures are recomputed. No item is ever lost.
 * Items are in the order of the bill, payments ordered by time, united notes, tickets and approvals sorted.
 */
export function mergeBills(a: Bill, b: Bill): Bill {
  const status = furthest(statusOrder, a.status, b.status);
  const isVoid = a.isVoid || b.isVoid;
  const payments = sortPayments(uniteBy(a.payments, b.payments, mergePayment));
  const chosen = Object.assign({}, ...fieldGroups.map((group) => groupValues(groupWinner(a, b, group), group))) as Pick<
    Bill,
    (typeof fieldGroups)[number][number]
  >;
  const changed = pickWinner(
    a,
    b,
    (bill) => bill.modifiedAt,
    (bill) => bill.modifiedBy ?? 0,
  );
  const voided = pickWinner(
    a,
    b,
    (bill) => bill.isVoid,
    (bill) => bill.voidReason ?? '',
  );
  const printed = mergePrinted(a.printed, b.printed);
  return applyTotals({
    ...a,
    ...(printed && { printed }),
    ...mergePromotions(a, b),
    ...mergeAdvances(a, b),
    ...greatestShare(a, b),
    ...discountGiver(a, b),
    ...pick(survivor(a, b), identityFields),
    ...placeOf(a, b),
    ...completionOf(a, b),
    ...chosen,
    ...unitedCoupons(a, b),
    version: Math.max(a.version, b.version),
    status,
    isVoid,
    voidReason: voided.voidReason,
    isOpen: isOpenBill({ status, isVoid }),
    items: sortItems(uniteBy(a.items, b.items, mergeItems)),
    payments,
    payment: payments.at(-1) ?? null,
    approved: unite(a.approved, b.approved),
    modifiedAt: changed.modifiedAt,
    modifiedBy: changed.modifiedBy,
    refundState: furthest(refundOrder as readonly Bill['refundState'][], a.refundState, b.refundState),
    printCount: Math.max(a.printCount, b.printCount),
    lastSavedAt: latest(a.lastSavedAt, b.lastSavedAt),
    lastSyncedAt: latest(a.lastSyncedAt, b.lastSyncedAt),
    pending: a.pending || b.pending,
    fieldVersions: fieldVersions(a, b),
  });
}
