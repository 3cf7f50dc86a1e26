/** Describes items that a command will add, so that their approver reads what they are and what they will cost. Source: R36.17. */
import type { ItemModifier } from '@atoll/domain/bill/bill';
import { grossAmount } from '@atoll/domain/bill/totals';
import type { NewItem as AskedItem, ItemAbout } from '@atoll/domain/contract/bill/approval-about';
import { findSize } from '@atoll/domain/menu/size';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { NewItem } from './need.ts';

type Priced = Pick<AskedItem, 'key' | 'menuItemId' | 'qty' | 'sellingPrice'>;

/** Returns an item that a command adds, as its approval is compared with it: with modifiers only where they are given away too. */
export function newItemOf(item: Priced, modifiers: readonly ItemModifier[] = []): NewItem {
  const qty = Math.round(item.qty * 1000) / 1000;
  const { key, menuItemId, sellingPrice } = item;
  return { key: key.toLowerCase(), menuItemId, qty, amount: grossAmount({ sellingPrice, qty, modifiers }) };
}

/** Returns the items by the menu of the outlet, without those that it does not have. */
export async function describeNewItems(
  db: Kysely<Database>,
  outletId: number,
  asked: readonly AskedItem[],
): Promise<readonly ItemAbout[]> {
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom('menu_item')
    .select(['id', 'name', 'sizes'])
    .where('outlet_id', '=', outletId)
    .where('id', 'in', [...new Set(asked.map(({ menuItemId }) => menuItemId))])
    .execute();
  return asked.flatMap((item) => {
    const row = rows.find(({ id }) => id === item.menuItemId);
    const size = row && findSize(row, item.size ?? '');
    if (!row || !size) return [];
    const name = row.sizes.length > 1 && size.value !== '' ? `${row.name} ${size.value}` : row.name;
    const { amount: menuAmount } = newItemOf({ ...item, sellingPrice: size.sellingPrice });
    return [{ ...newItemOf(item), name, menuAmount }];
  });
}
