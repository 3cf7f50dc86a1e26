/** The slots that bills hold besides their own, by which a check-in there finds them. Source: R23.8, docs/rules.md#joined-slots. */
import type { Bill } from '@atoll/domain/bill/bill';
import { joinedSlotsOf } from '@atoll/domain/bill/split/join';
import type { OutletTx } from '../../../platform/store/store.ts';
import { deleteSlotJoins, insertSlotJoin } from '../read/queries.ts';

/** Writes which slots a bill holds now: a bill that is closed, or was moved, holds none. */
export function writeSlotJoins(tx: OutletTx, bill: Bill, before: Bill): void {
  const [now, then] = [joinedSlotsOf(bill), joinedSlotsOf(before)];
  if (bill.id === null || (now.join() === then.join() && bill.type === before.type)) return;
  const outletId = tx.head.outletId;
  if (then.length > 0) tx.write(deleteSlotJoins, { outletId, billId: bill.id });
  for (const slot of now) tx.write(insertSlotJoin, { outletId, type: bill.type, slot: Number(slot), billId: bill.id });
}
