/** Joins slots to a bill, and takes them apart. Source: R23.8, docs/rules.md#joined-slots. */
import type { Bill } from '@atoll/domain/bill/bill';
import { joinedSlotsOf, joinSlots } from '@atoll/domain/bill/split/join';
import { findSlot } from '@atoll/domain/outlet/slot';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';
import { outletTerms } from '../input/outlet-terms.ts';
import { billsOfSlot, loadBill } from '../read/load.ts';
import { viewed } from '../read/viewed.ts';
import { writeBill } from '../record/record.ts';

/**
 * Returns the bill with a whole new list of joined slots; the same list again changes nothing. Items and tickets stay as they are. Refused: 'notFound',
 * 'servedByOther', 'billClosed', 'billVoid', 'tooManyJoined', 'slotTypeUnknown', 'slotOutOfRange', and 'joinedSlotTaken' with the bill in that slot.
 */
export function joinBillSlots(
  store: Store,
  actor: BillActor,
  input: { readonly billId: number | string; readonly slots: readonly string[] },
): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const stored = await loadBill(tx, actor, input.billId);
    const before = stored.bill;
    const joined = joinSlots(before, input.slots);
    if (!joined.ok) throw new Refused({ ...joined.refusal, extra: { bill: before } });
    if (joined.value === before) return before;
    const { outlet } = await outletTerms(tx);
    const held = joinedSlotsOf(before);
    for (const slot of joinedSlotsOf(joined.value).filter((one) => !held.includes(one))) {
      const found = findSlot(outlet, before.type, slot);
      if (!found.ok) throw new Refused(found.refusal);
      const [other] = await billsOfSlot(tx, { type: before.type, slot });
      if (other) throw refused('joinedSlotTaken', { extra: { slot, bill: viewed(actor, other.bill) } });
    }
    const now = instant(tx.now);
    const bill: Bill = { ...joined.value, modifiedAt: now, modifiedBy: actor.userId, lastSavedAt: now };
    writeBill(tx, actor, bill, stored, {
      action: 'SlotsJoined',
      before: { version: before.version, ...placeOf(before) },
      after: { version: bill.version, ...placeOf(bill) },
      hubActions: ['Updated'],
    });
    return bill;
  });
}

const placeOf = (bill: Bill) => ({ type: bill.type, slot: bill.slot, joinedSlots: joinedSlotsOf(bill) });
