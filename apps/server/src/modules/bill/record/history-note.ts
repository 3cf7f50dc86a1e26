/** History entries of a bill: values before and after, item by item. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { MergedInput } from '@atoll/domain/bill/merge/merge-input';
import type { Payment } from '@atoll/domain/payment/payment';
import type { LoweringNote } from '../input/lowering.ts';

const lineNote = ({
  key,
  menuItemId,
  name,
  size,
  qty,
  unit,
  sellingPrice,
  priceReason,
  listPrice,
  priceRule,
  laterPrice,
  isOffHours,
  priceFlag,
  notes,
  isVoid,
  voidReason,
  discount,
  isComp,
  sentQty,
  courseNo,
  seat,
  firedAt,
}: BillItem) => ({
  key,
  menuItemId,
  name,
  size,
  qty,
  ...(unit && { unit }),
  sellingPrice,
  ...(priceReason && { priceReason }),
  ...(listPrice !== undefined && { listPrice }),
  ...(priceRule && { priceRule }),
  ...(laterPrice !== undefined && { laterPrice }),
  ...(isOffHours && { isOffHours }),
  ...(priceFlag && { priceFlag }),
  ...(notes.length > 0 && { notes }),
  ...(isVoid && { isVoid, voidReason }),
  ...(discount && { discount }),
  ...(isComp && { isComp }),
  ...(sentQty > 0 && { sentQty }),
  ...(seat && { seat }),
  ...(courseNo && { courseNo, ...(firedAt && { firedAt }) }),
});

/** Returns the entry of a new bill. */
export function openedNote(bill: Bill): unknown {
  const { id, version, number, type, slot, checkNo, customerId, covers, allergies, total } = bill;
  const promotions = promotionNotes(null, bill);
  const items = bill.items.map(lineNote);
  const given = promotions.length > 0 && { promotions };
  const avoids = allergies && { allergies };
  return { id, version, number, type, slot, checkNo, customerId, covers, ...avoids, total, items, ...given };
}

/** Returns the promotions that a bill got, and those that ended, and why. */
function promotionNotes(before: Pick<Bill, 'applied'> | null, { applied = [], declined = [] }: Bill) {
  const was = new Map(before?.applied?.map((one) => [one.key, one.endReason]));
  return applied
    .filter(({ key, endReason }) => !was.has(key) || was.get(key) !== endReason)
    .map(({ key, promotionId, words, flag, endReason }) => ({
      key,
      promotionId,
      words,
      ...(flag && { flag }),
      ...(endReason && { endReason }),
      ...(endReason === 'Declined' && { reason: declined.find((one) => one.promotionId === promotionId)?.reason }),
    }));
}

/** Returns what a merge changed: new and changed items, fields, status and total. */
export function changedNotes(
  before: Bill,
  { bill: after, changedFields, conflicts, lowering }: MergedInput & { readonly lowering: LoweringNote | null },
): { before: unknown; after: unknown } {
  const known = new Map(before.items.map((item) => [item.key, item]));
  const touched = after.items.filter((item) => known.get(item.key) !== item);
  const changed = touched.filter((item) => {
    const was = known.get(item.key);
    return was === undefined || JSON.stringify(lineNote(was)) !== JSON.stringify(lineNote(item));
  });
  const promotions = promotionNotes(before, after);
  const fields = (bill: Bill) => Object.fromEntries(changedFields.map((field) => [field, bill[field] ?? null]));
  return {
    before: {
      version: before.version,
      status: before.status,
      total: before.total,
      ...fields(before),
      items: changed.flatMap((item) => known.get(item.key) ?? []).map(lineNote),
    },
    after: {
      version: after.version,
      status: after.status,
      total: after.total,
      ...fields(after),
      items: changed.map(lineNote),
      ...(promotions.length > 0 && { promotions }),
      ...(conflicts.length > 0 && { conflicts }),
      ...(lowering && { lowering }),
    },
  };
}

/** Returns a payment as the history keeps it. */
export const paymentNote = ({ key, method, amount, currency, unsetRate }: Payment) => ({
  key,
  method,
  amount,
  ...(currency && { currency }),
  ...(unsetRate && { unsetRate }),
});
