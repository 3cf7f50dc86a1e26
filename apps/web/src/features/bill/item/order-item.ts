import type { Bill } from '@atoll/domain/bill/bill';
import type { MenuItem } from '@atoll/domain/menu/menu';
import { type Result, refuse } from '@atoll/domain/refusal/refusal';
import { approved } from '../../../approval/approved.ts';
import { permissionEffectHere } from '../../../approval/permission-effect.ts';
import { showRefusal } from '../../../approval/show-refusal.ts';
import { useBills } from '../../../bills/bills.ts';
import type { ItemChoice } from '../../../bills/order.ts';
import { uuidv7 } from '../../../session/id.ts';
import { checkInHand } from '../slot/check-choice.ts';
import type { SlotPlace } from '../slot/slot-path.ts';
import { hoursIfNotOffered } from './offer.ts';

/**
 * Adds an item in a size, with the chosen options, to the open bill of a slot. Returns whether it was added; a refusal
 * is shown.
 */
export function orderItem(place: SlotPlace, choice: ItemChoice): boolean {
  const state = useBills.getState();
  const bill = checkInHand(state, place);
  if (!bill) return wasDone(refuse('notCheckedIn'));
  return orderOn(bill, choice);
}

/** Adds an item to a bill; one that no menu offers now only as far as this person may sell it. Returns whether it is added; a refusal is shown. */
export function orderOn(bill: Bill, choice: ItemChoice): boolean {
  const { menuItem } = choice;
  const hours = hoursIfNotOffered(menuItem.id, bill.type);
  if (hours === undefined) return wasDone(useBills.getState().addItem(bill.key, choice));
  const effect = permissionEffectHere('menu.offHours');
  if (effect === 'approval') {
    void sellApproved(bill, choice, hours);
    return true;
  }
  // Without the permission nobody is asked: the hours ended while the choice was made.
  return wasDone(useBills.getState().addItem(bill.key, { ...choice, isOffHours: effect === 'allow' }));
}

/** Sells an item that no menu offers now with the approval of somebody, who reads when it is offered. */
async function sellApproved(bill: Bill, choice: ItemChoice, reason: string): Promise<void> {
  const { menuItem, size = menuItem.sizes[0], qty = 1, sellingPrice = size?.sellingPrice ?? 0 } = choice;
  const key = uuidv7();
  const newItems = [{ key, menuItemId: menuItem.id, size: size?.value ?? '', qty, sellingPrice }];
  const subject = { subjectType: 'Bill', subjectKey: bill.key, itemKeys: [key], newItems, reason } as const;
  const done = await approved({ permission: 'menu.offHours', ...subject }, (options) =>
    useBills.getState().sellOffHours(bill.key, { ...choice, key }, options),
  );
  if (done) wasDone(done);
}

/** Shows the refusal of a result. Returns whether there was none. */
function wasDone(result: Result<Bill>): boolean {
  if (!result.ok) showRefusal(result.refusal);
  return result.ok;
}

/** Returns whether an item needs more than a size before it can be ordered. */
export function needsChoice(item: MenuItem): boolean {
  return item.openPrice || item.soldByWeight || (item.modifierGroups ?? []).length > 0;
}
