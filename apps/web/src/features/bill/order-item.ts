import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { refuse } from '@atoll/domain/refusal/refusal';
import { showRefusal } from '../../business/show-refusal.ts';
import { billAt, useBills } from '../../lib/bills.ts';
import type { SlotPlace } from './slot-path.ts';

/** Puts an item in a size on the open bill of a slot; a refusal is told. */
export function orderItem(place: SlotPlace, menuItem: MenuItem, size: MenuSize): void {
  const state = useBills.getState();
  const bill = billAt(state, place.type, place.slot);
  const added = bill ? state.addItem(bill.key, { menuItem, size }) : refuse('notCheckedIn');
  if (!added.ok) showRefusal(added.refusal);
}
