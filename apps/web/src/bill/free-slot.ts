/** Where the next bill of a slot type can be opened on this device. */
import { joinedSlotsOf } from '@atoll/domain/bill/split/join';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { useBills } from '../bills/bills.ts';
import { useApp } from '../sync/app-store.ts';

/** Returns the first free slot of a type, or null. */
export function freeSlot(type: SlotTypeName): string | null {
  const taken = takenSlots(type);
  const count = useApp.getState().outlet?.slotTypes.find((each) => each.type === type)?.slotCount ?? 1;
  for (let slot = 1; slot < count; slot += 1) if (!taken.has(String(slot))) return String(slot);
  return null;
}

function takenSlots(type: SlotTypeName): ReadonlySet<string> {
  const { slots, bills } = useBills.getState();
  const open = Object.values(slots).flatMap((key) => (key && bills[key]) || []);
  return new Set(open.flatMap((bill) => (bill.type === type ? [bill.slot, ...joinedSlotsOf(bill)] : [])));
}
