import type { Bill } from '@atoll/domain/bill/bill';
import type { MenuItem } from '@atoll/domain/menu/menu';
import { type Result, refuse } from '@atoll/domain/refusal/refusal';
import { permissionEffectHere } from '../../../approval/permission-effect.ts';
import { showRefusal } from '../../../approval/show-refusal.ts';
import { nextSeatHere } from '../../../bill/next-seat.ts';
import { useBills } from '../../../bills/bills.ts';
import type { ItemChoice } from '../../../bills/order.ts';
import { fetchOnce } from '../../../locale/fetch-once.ts';
import { t } from '../../../locale/locale.ts';
import { declarePart } from '../../../ui/hook/later-parts.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { checkInHand } from '../slot/check-choice.ts';
import type { SlotPlace } from '../slot/slot-path.ts';
import { hoursIfNotOffered } from './offer.ts';

const fetchApproved = fetchOnce(async () => (await import('./sell-approved.ts')).sellApproved);
declarePart(fetchApproved);

/** Sells an item that no menu offers now with an approval; its files are fetched with those of the dialogs. */
async function askAndSell(bill: Bill, choice: ItemChoice, hours: string): Promise<void> {
  let sellApproved: Awaited<ReturnType<typeof fetchApproved>>;
  try {
    sellApproved = await fetchApproved();
  } catch {
    showToast(t('app.loadError'), 'error', { id: 'load-error' });
    return;
  }
  const done = await sellApproved(bill, choice, hours);
  if (done) wasDone(done);
}

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
export function orderOn(bill: Bill, wanted: ItemChoice): boolean {
  const choice = { seat: nextSeatHere(bill.key), ...wanted };
  const { menuItem } = choice;
  const hours = hoursIfNotOffered(menuItem.id, bill.type);
  if (hours === undefined) return wasDone(useBills.getState().addItem(bill.key, choice));
  const effect = permissionEffectHere('menu.offHours');
  if (effect === 'approval') {
    void askAndSell(bill, choice, hours);
    return true;
  }
  // Without the permission nobody is asked: the hours ended while the choice was made.
  return wasDone(useBills.getState().addItem(bill.key, { ...choice, isOffHours: effect === 'allow' }));
}

/** Shows the refusal of a result. Returns whether there was none. */
function wasDone(result: Result<Bill>): boolean {
  if (!result.ok) showRefusal(result.refusal);
  return result.ok;
}

/** Returns whether an item is a set menu: its parts are chosen. */
export const isSet = ({ choiceGroupIds = [] }: MenuItem): boolean => choiceGroupIds.length > 0;

/** Returns whether an item needs more than a size before it can be ordered. */
export function needsChoice(item: MenuItem): boolean {
  return item.openPrice || item.soldByWeight || isSet(item) || (item.modifierGroups ?? []).length > 0;
}
