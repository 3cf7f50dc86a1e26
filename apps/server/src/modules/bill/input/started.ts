/** Marks what the kitchen has started as sent before somebody voids it: a till that does not say so voids nothing without the permission for it. Source: docs/rules.md#kitchen-tickets. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { OutletTx } from '../../../platform/store/store.ts';
import { startedAmong } from '../../kitchen/service.ts';
import type { OutletTerms } from './outlet-terms.ts';

/** Returns the bill with those of these items as sent which the kitchen has started; the bill itself when it has started none. */
export async function withStarted(
  tx: OutletTx,
  { outlet }: Pick<OutletTerms, 'outlet'>,
  bill: Bill,
  voided: ReadonlySet<string>,
): Promise<Bill> {
  if (!outlet.features.includes('Kitchen')) return bill;
  const unsent = bill.items.filter((item) => !item.isVoid && item.sentQty === 0 && voided.has(item.key));
  const started = await startedAmong(tx, unsent);
  if (started.size === 0) return bill;
  return { ...bill, items: bill.items.map((item) => (started.has(item.key) ? { ...item, sentQty: item.qty } : item)) };
}
