/** Moves a bill, or some of its items, to another slot, and merges two bills. No item, payment or note is lost. Source: R15.10, docs/rules.md#transfer, docs/rules.md#merge-bills, docs/rules.md#moved-discount. */
import type { SlotTypeName } from '../../outlet/outlet.ts';
import { ok, type Result, refuse } from '../../refusal/refusal.ts';
import type { BillTerms } from '../../tax/tax.ts';
import { sharedAllergies } from '../allergies.ts';
import { mergePromotions } from '../applied.ts';
import type { Bill } from '../bill.ts';
import { startOfDelivery } from '../bill-delivery.ts';
import { moveSeen } from '../discount/discount-seen.ts';
import { billTooLarge, billTooLong, sortItems } from '../items.ts';
import { mergeBills } from '../merge/merge.ts';
import { applyTotals } from '../new-bill.ts';
import { joinPrinted } from '../printed.ts';
import { fixPromotions, sharedWith } from '../promotion/carry.ts';
import { hasLonePart, withSetParts } from '../set-menu/set-menu.ts';
import { inState, transitBill } from '../states.ts';
import { carryDiscount, discountIntoItems } from './carry-discount.ts';
import { takenApart, withSlotsOfBoth } from './join.ts';

export interface SlotRef {
  readonly type: SlotTypeName;
  readonly slot: string;
}

/**
 * Returns the bill in the target slot with its version increased; status, items, numbers and payments stay. In a slot of another type the service
 * charge becomes that of `terms` (the type's terms at check-in); items keep their GST. Refuses with notCheckedIn, billClosed or billVoid.
 */
export function moveBill(bill: Bill, to: SlotRef, terms?: BillTerms): Result<Bill> {
  const allowed = transitBill(bill, 'transfer');
  if (!allowed.ok) return allowed;
  const isOther = terms !== undefined && to.type !== bill.type;
  return ok(
    applyTotals({
      ...takenApart(bill),
      type: to.type,
      slot: to.slot,
      deliveryStatus: startOfDelivery(to.type, to.type === bill.type ? bill.deliveryStatus : null),
      serviceChargePct: isOther ? terms.serviceChargePct : bill.serviceChargePct,
      gstPct: isOther ? terms.gstPct : bill.gstPct,
      version: bill.version + 1,
    }),
  );
}

/**
 * Returns both bills after some live items moved from one to the other, each with its version increased and its totals. An item keeps its key and
 * its sent quantity, so nothing is ticketed twice, and takes its share of the bill's discount along. A set menu moves with its parts. Refuses with setPart
 * for a part without its set, with notFound when a key is not a
 * live item of the source, with invalid when the other bill would be too long or too large, and with notCheckedIn, billClosed or billVoid when either
 * bill is not open.
 */
export function moveItems(
  from: Bill,
  to: Bill,
  keys: readonly string[],
): Result<{ readonly from: Bill; readonly to: Bill }> {
  for (const bill of [from, to]) {
    const allowed = transitBill(bill, 'transfer');
    if (!allowed.ok) return allowed;
  }
  if (hasLonePart(from.items, keys)) return refuse('setPart');
  const wanted = new Set(withSetParts(from.items, keys));
  const moved = from.items.filter((item) => wanted.has(item.key) && !item.isVoid);
  if (moved.length === 0 || moved.length !== wanted.size)
    return refuse('notFound', { message: 'This item is not on the bill' });
  const carried = carryDiscount(fixPromotions(from), fixPromotions(to), wanted);
  const isMoved = (item: Bill['items'][number]): boolean => wanted.has(item.key) && !item.isVoid;
  const left = applyTotals({
    ...carried.from,
    version: from.version + 1,
    items: carried.from.items.filter((item) => !isMoved(item)),
  });
  const gone = applyTotals({
    ...inState(carried.to, 'Saved'),
    ...mergePromotions(carried.to, sharedWith(moved, carried.from)),
    ...sharedAllergies(carried.to, from),
    version: to.version + 1,
    items: sortItems([...carried.to.items, ...carried.from.items.filter(isMoved)]),
  });
  const tooMuch = billTooLong(gone, to) ?? billTooLarge(gone);
  return tooMuch ? { ok: false, refusal: tooMuch } : ok(moveSeen(from, left, gone));
}

/**
 * Returns `to` with everything of `from` merged in and its version increased. The bill keeps the identity, slot and terms of `to`. Guests are
 * added, notes and allergies are joined, and different discounts are allocated to the items that they were given for. The caller keeps the key of
 * `from` as an alias. A printed bill becomes Saved again when it gains live items. Refuses with notCheckedIn, billClosed or billVoid when either is not open.
 */
export function absorbBill(from: Bill, to: Bill): Result<Bill> {
  for (const bill of [from, to]) {
    const allowed = transitBill(bill, 'transfer');
    if (!allowed.ok) return allowed;
  }
  const isSame =
    from.discountAmount === null && to.discountAmount === null && from.discountPercentage === to.discountPercentage;
  const both = [fixPromotions(from), fixPromotions(to)] as const;
  const [theirs, ours] = isSame ? both : [discountIntoItems(both[0]), discountIntoItems(both[1])];
  const merged = mergeBills(theirs, ours);
  const { discountPercentage, discountAmount, discountBy, discountReason, name } = ours;
  const isSeen = isSame && from.discountSeen !== undefined && to.discountSeen !== undefined;
  const gainsItems = from.items.some((item) => !item.isVoid && !to.items.some((one) => one.key === item.key));
  const { id, key, number, type, slot, checkNo, createdAt, createdBy, createdByName, receivedAt } = to;
  const { serviceChargePct, gstPct, gstMode, gstOnServiceCharge, refundOfId, lastSavedAt, waiterId, waiterName } = to;
  const served = { createdBy, createdByName, waiterId, waiterName };
  const kept = { id, key, number, type, slot, checkNo, createdAt, ...served, receivedAt, refundOfId };
  const terms = { serviceChargePct, gstPct, gstMode, gstOnServiceCharge, lastSavedAt };
  const details = {
    discountPercentage,
    discountAmount,
    discountBy,
    ...(discountReason && { discountReason }),
    discountSeen: isSeen ? (from.discountSeen ?? 0) + (to.discountSeen ?? 0) : undefined,
    name,
    covers: Math.min(99, from.covers + to.covers),
    ...sharedAllergies(to, from),
    note: [...new Set([to.note, from.note].filter((note) => note !== ''))].join('\n').slice(0, 500),
    ...(to.customer === null && to.customerId === 0
      ? { customer: from.customer, customerId: from.customerId }
      : { customer: to.customer, customerId: to.customerId }),
  };
  const status = gainsItems ? 'Saved' : (to.status ?? 'CheckedIn');
  const bill = withSlotsOfBoth(
    applyTotals({
      ...inState({ ...merged, ...kept, ...terms, ...details }, status),
      version: Math.max(from.version, to.version) + 1,
    }),
    from,
    to,
  );
  const tooMuch = billTooLong(bill, to) ?? billTooLarge(bill);
  return tooMuch ? { ok: false, refusal: tooMuch } : ok(joinPrinted([from, to], bill));
}
