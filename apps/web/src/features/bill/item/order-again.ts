import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { modifierGaps, pricedModifiers } from '@atoll/domain/bill/modifiers';
import { seatOf } from '@atoll/domain/bill/seat';
import { findSize } from '@atoll/domain/menu/size';
import { refuse } from '@atoll/domain/refusal/refusal';
import { showRefusal } from '../../../approval/show-refusal.ts';
import { isSoldOut } from '../../../bill/left/items-left.ts';
import { t } from '../../../locale/locale.ts';
import { useApp } from '../../../sync/app-store.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { slotPath } from '../slot/slot-path.ts';
import { findMenuItem } from './menu-item.ts';
import { isSet, orderOn } from './order-item.ts';

/**
 * Orders one more of an item: the same size and modifiers, at the prices of the menu (R35.32). Returns the path of the screen that
 * asks for a weight, or for a size or modifiers that the menu no longer has; undefined when nothing is left to choose.
 */
export function orderAgain(bill: Bill, item: BillItem): string | undefined {
  const found = findMenuItem(useApp.getState().menus, item.menuItemId)?.item;
  if (!found) {
    const refused = refuse('menuItemUnknown');
    if (!refused.ok) showRefusal(refused.refusal);
    return undefined;
  }
  if (isSoldOut(found)) {
    showToast(`${found.name}: ${t('bill.soldOut')}`, 'warning', { id: 'soldOut' });
    return undefined;
  }
  const groups = found.modifierGroups ?? [];
  const size = findSize(found, item.size);
  const modifiers = pricedModifiers(groups, item.modifiers);
  const isSame = modifiers.length === item.modifiers.length && modifierGaps(groups, modifiers).length === 0;
  if (!size || !isSame || found.soldByWeight || isSet(found))
    return `/billing/select-size?item=${found.id}&r=${encodeURIComponent(slotPath(bill))}`;
  const price = found.openPrice ? { sellingPrice: item.sellingPrice } : {};
  orderOn(bill, { menuItem: found, size, modifiers, seat: seatOf(item), ...price });
  return undefined;
}
