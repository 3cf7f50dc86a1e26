import type { Bill } from '@atoll/domain/bill/bill';
import { billAt, useBills } from '../../lib/bills.ts';
import type { SlotPlace } from './slot-path.ts';

/** The open bill in a slot, as this device shows it. */
export function useSlotBill(place: SlotPlace | undefined): Bill | undefined {
  return useBills((state) => (place ? billAt(state, place.type, place.slot) : undefined));
}
