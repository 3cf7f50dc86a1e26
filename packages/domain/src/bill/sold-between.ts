/** What a save sells or gives back of items that are counted. Source: R21.29, docs/rules.md#items-left. */
import type { Bill, BillItem } from './bill.ts';
import { isUnfired } from './course.ts';

/** Returns how many of an item never went to the kitchen: what was made is gone, void or not. */
const unsentQty = (item: BillItem): number => (isUnfired(item) ? item.qty : Math.max(0, item.qty - item.sentQty));

/** Returns what a save sells, by menu item: its new items, less those that it voids before the kitchen got them; with `counts` of these items only. */
export function soldBetween(
  before: Pick<Bill, 'items' | 'isVoid'> | null,
  after: Pick<Bill, 'items' | 'isVoid'>,
  counts: (item: BillItem) => boolean = () => true,
) {
  const known = new Map(before?.items.map((item) => [item.key, item]));
  const sold = new Map<number, number>();
  for (const item of after.items) {
    const was = known.get(item.key);
    const qty = soldOf(was && { ...was, isVoid: was.isVoid || before?.isVoid === true }, item, after.isVoid);
    if (qty !== 0 && item.menuItemId > 0 && counts(item))
      sold.set(item.menuItemId, (sold.get(item.menuItemId) ?? 0) + qty);
  }
  return sold as ReadonlyMap<number, number>;
}

function soldOf(was: BillItem | undefined, item: BillItem, isBillVoid: boolean): number {
  const isVoid = item.isVoid || isBillVoid;
  if (was === undefined) return isVoid ? 0 : item.qty;
  return isVoid && !was.isVoid ? -unsentQty(was) : 0;
}
