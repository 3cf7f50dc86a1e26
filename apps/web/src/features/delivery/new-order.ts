/** Starts a delivery or takeaway: asks for its details first, then checks it in at the next free slot. */
import { type Result, refuse } from '@atoll/domain/refusal/refusal';
import { freeSlot } from '../../bill/free-slot.ts';
import { useBills } from '../../bills/bills.ts';
import { askDetails } from '../../delivery/delivery-strip.tsx';

/** Returns the path of the new bill. Refusals: 'noShiftActive', and 'slotOccupied' when no slot is free. */
export async function newOrder(type: 'Delivery' | 'Takeaway'): Promise<Result<string>> {
  const slot = freeSlot(type);
  if (slot === null) return refuse('slotOccupied');
  const opened = await useBills.getState().checkIn(type, slot);
  if (!opened.ok) return opened;
  askDetails(opened.value.key);
  return { ok: true, value: `/billing/new/${type}/${slot}` };
}
