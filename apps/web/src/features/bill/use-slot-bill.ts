import type { Bill } from '@atoll/domain/bill/bill';
import { useCheckInHand } from './check-choice.ts';
import type { SlotPlace } from './slot-path.ts';

/** The open bill in a slot, as this device shows it: of several checks the one in hand. */
export function useSlotBill(place: SlotPlace | undefined): Bill | undefined {
  return useCheckInHand(place);
}
