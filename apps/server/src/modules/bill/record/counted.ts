/** Counts what a save sells of items that are counted. Source: R21.29, docs/rules.md#items-left. */
import type { Bill } from '@atoll/domain/bill/bill';
import { soldBetween } from '@atoll/domain/bill/sold-between';
import { businessDate } from '@atoll/domain/date/business-day';
import type { OutletTx } from '../../../platform/store/store.ts';
import { countSold } from '../../menu/service.ts';
import type { OutletTerms } from '../input/outlet-terms.ts';

interface Saved {
  /** Null for a new bill. */
  readonly before: Bill | null;
  readonly after: Bill;
  readonly terms: Pick<OutletTerms, 'outlet'>;
}

/** Counts what a save sells. What was ordered on an earlier business day and arrives later counts for no quantity of today. Items that move to another bill are counted once: with the bill on which they were ordered. */
export async function countSale(tx: OutletTx, { before, after, terms }: Saved): Promise<void> {
  const { timezone, businessDayCutoff } = terms.outlet;
  await countSold(tx, terms.outlet, {
    sold: soldBetween(before, after),
    soldOn: (day) =>
      soldBetween(
        before,
        after,
        ({ createdAt }) => businessDate(Date.parse(createdAt), timezone, businessDayCutoff) >= day,
      ),
  });
}
