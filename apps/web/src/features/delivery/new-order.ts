/** Starts a delivery or takeaway: asks for its details first, then checks it in at the next free slot. */
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { type Result, refuse } from '@atoll/domain/refusal/refusal';
import { useBills } from '../../bills/bills.ts';
import { slotIdOf } from '../../bills/state.ts';
import { askDetails } from '../../delivery/delivery-strip.tsx';
import { useApp } from '../../sync/app-store.ts';

/** Returns the first free slot of a type, or null. */
function freeSlot(type: SlotTypeName): string | null {
  const { slots } = useBills.getState();
  const count = useApp.getState().outlet?.slotTypes.find((each) => each.type === type)?.slotCount ?? 1;
  for (let slot = 1; slot < count; slot += 1)
    if (slots[slotIdOf(type, String(slot))] === undefined) return String(slot);
  return null;
}

/** Returns the path of the new bill. Refusals: 'noShiftActive', and 'slotOccupied' when no slot is free. */
export async function newOrder(type: 'Delivery' | 'Takeaway'): Promise<Result<string>> {
  const slot = freeSlot(type);
  if (slot === null) return refuse('slotOccupied');
  const opened = await useBills.getState().checkIn(type, slot);
  if (!opened.ok) return opened;
  askDetails(opened.value.key);
  return { ok: true, value: `/billing/new/${type}/${slot}` };
}
