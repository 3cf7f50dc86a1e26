/** Marks what the kitchen has begun as sent before somebody voids it: a till that does not say so voids nothing without the permission for it. Source: docs/rules.md#kitchen-tickets. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isSplitAway } from '@atoll/domain/bill/split/split';
import type { OutletTx } from '../../../platform/store/store.ts';
import { begunAmong } from '../../kitchen/service.ts';
import type { OutletTerms } from './outlet-terms.ts';

/** Returns the bill with those of its items that `isVoided` names as sent which the kitchen has begun; the bill itself when it has begun none. */
export async function withBegun(
  tx: OutletTx,
  { outlet }: Pick<OutletTerms, 'outlet'>,
  bill: Bill,
  isVoided: (item: BillItem) => boolean,
): Promise<Bill> {
  if (!outlet.features.includes('Kitchen')) return bill;
  const unsent = bill.items.filter((item) => !item.isVoid && item.sentQty === 0 && isVoided(item));
  const begun = await begunAmong(
    tx,
    unsent.filter((item) => !isSplitAway(item)),
  );
  if (begun.size === 0) return bill;
  return { ...bill, items: bill.items.map((item) => (begun.has(item.key) ? { ...item, sentQty: item.qty } : item)) };
}
