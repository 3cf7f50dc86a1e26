import type { MenuItem } from '@atoll/domain/menu/menu';
import { refuse } from '@atoll/domain/refusal/refusal';
import { showRefusal } from '../../../approval/show-refusal.ts';
import { useBills } from '../../../bills/bills.ts';
import type { ItemChoice } from '../../../bills/order.ts';
import { checkInHand } from '../slot/check-choice.ts';
import type { SlotPlace } from '../slot/slot-path.ts';

/**
 * Adds an item in a size, with the chosen options, to the open bill of a slot. Returns whether it was added; a refusal
 * is shown.
 */
export function orderItem(place: SlotPlace, choice: ItemChoice): boolean {
  const state = useBills.getState();
  const bill = checkInHand(state, place);
  const added = bill ? state.addItem(bill.key, choice) : refuse('notCheckedIn');
  if (!added.ok) showRefusal(added.refusal);
  return added.ok;
}

/** Returns whether an item needs more than a size before it can be ordered. */
export function needsChoice(item: MenuItem): boolean {
  return item.openPrice || item.soldByWeight || (item.modifierGroups ?? []).length > 0;
}
