import type { Bill } from '@atoll/domain/bill/bill';
import type { Result } from '@atoll/domain/refusal/refusal';
import { approved } from '../../../approval/approved.ts';
import { useBills } from '../../../bills/bills.ts';
import type { ItemChoice } from '../../../bills/order.ts';
import { priceFields } from '../../../bills/price/line-price.ts';
import { tillNow } from '../../../clock/till-clock.ts';
import { uuidv7 } from '../../../session/id.ts';

/** Sells an item that no menu offers now with the approval of somebody, who reads when it is offered; null when nobody approved. */
export async function sellApproved(bill: Bill, choice: ItemChoice, reason: string): Promise<Result<Bill> | null> {
  const { menuItem, size = menuItem.sizes[0], qty = 1 } = choice;
  const priced = size && priceFields(bill, menuItem, size, tillNow()).sellingPrice;
  const { sellingPrice = priced ?? 0 } = choice;
  const key = uuidv7();
  const newItems = [{ key, menuItemId: menuItem.id, size: size?.value ?? '', qty, sellingPrice }];
  const subject = { subjectType: 'Bill', subjectKey: bill.key, itemKeys: [key], newItems, reason } as const;
  return approved({ permission: 'menu.offHours', ...subject }, (options) =>
    useBills.getState().sellOffHours(bill.key, { ...choice, key }, options),
  );
}
