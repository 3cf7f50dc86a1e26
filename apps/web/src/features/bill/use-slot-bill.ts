import type { Bill } from '@atoll/domain/bill/bill';
import { useCheckInHand } from './slot/check-choice.ts';
import type { SlotPlace } from './slot/slot-path.ts';

/** Returns the open bill of a slot, including unsaved changes: of several checks the selected one. */
export function useSlotBill(place: SlotPlace | undefined): Bill | undefined {
  return useCheckInHand(place);
}
