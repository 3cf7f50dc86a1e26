/** On which bills promotions count, for their limits. Source: R21.20, docs/rules.md#promotion-limits. */
import { isLive } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import { promotionIndex } from '@atoll/domain/price/promotion-index';
import type { PriceRules } from '@atoll/domain/price/rules';
import { prepared } from '../../../platform/store/prepared.ts';
import { preparedRows } from '../../../platform/store/prepared-rows.ts';
import type { PromotionUseTable } from '../../../platform/store/schema/schema-price.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { ofAnyCustomer, usedBirthdays } from '../../price/service.ts';

const promotionsOf = ({ applied = [], isVoid }: Bill): ReadonlySet<number> =>
  new Set(isVoid ? [] : applied.filter(isLive).map(({ promotionId }) => promotionId));

/** Writes which promotions a bill has, where that changed. `before` is the bill as it was stored; null for a new one. */
export function writeUses(tx: OutletTx, bill: Bill, before: Bill | null): void {
  if (!bill.applied && !before?.applied) return;
  const [now, was] = [promotionsOf(bill), before ? promotionsOf(before) : new Set<number>()];
  const isOther = before !== null && before.customerId !== bill.customerId;
  const outlet_id = tx.head.outletId;
  const { key: bill_key, customerId: customer_id } = bill;
  for (const promotion_id of was)
    if (!now.has(promotion_id)) tx.write(deleteUse, { outlet_id, promotion_id, bill_key });
  const added = [...now].filter((id) => isOther || !was.has(id));
  tx.writeRows(
    writeUse,
    added.map((promotion_id) => ({ outlet_id, promotion_id, bill_key, customer_id, at: tx.now })),
  );
}

const deleteUse = prepared<Pick<PromotionUseTable, 'outlet_id' | 'promotion_id' | 'bill_key'>>()((db, p) =>
  db
    .deleteFrom('promotion_use')
    .where('outlet_id', '=', p('outlet_id'))
    .where('promotion_id', '=', p('promotion_id'))
    .where('bill_key', '=', p('bill_key')),
);

const writeUse = preparedRows<'promotion_use', PromotionUseTable>(
  'promotion_use',
  { outlet_id: 'int', promotion_id: 'int', bill_key: 'text', customer_id: 'int', at: 'int' },
  (query) =>
    query.onConflict((on) =>
      on
        .columns(['outlet_id', 'promotion_id', 'bill_key'])
        .doUpdateSet(({ ref }) => ({ customer_id: ref('excluded.customer_id') })),
    ),
);

const noneUsed: ReadonlySet<number> = new Set();

/** Returns the promotions with limits that are reached without this bill, for its customer (0: none). */
export async function usedUpPromotions(
  tx: OutletTx,
  rules: Pick<PriceRules, 'promotions'>,
  { key, customerId }: Pick<Bill, 'key' | 'customerId'>,
): Promise<ReadonlySet<number>> {
  const { outletId } = tx.head;
  const index = promotionIndex(rules.promotions);
  const limited = customerId > 0 ? index.limited : index.inTotal;
  if (limited.length === 0 && customerId <= 0) return noneUsed;
  const had = await usedBirthdays({ db: tx.db, outletId, now: tx.now }, rules, { key, customerId });
  if (limited.length === 0) return new Set(had);
  const ids = limited.map(({ id }) => id);
  const inTotal = index.inTotal.map(({ id }) => id);
  const rows = await tx.db
    .selectFrom('promotion_use')
    .select(({ fn }) => ['promotion_id', 'customer_id', fn.countAll().as('bills')])
    .where('outlet_id', '=', outletId)
    .where('bill_key', '!=', key)
    .where('promotion_id', 'in', ids)
    // Of a promotion without a limit in total, what other customers used would be read for nothing, more of it each year.
    .where((eb) => {
      const ofAll = eb('promotion_id', 'in', inTotal);
      if (customerId <= 0) return ofAll;
      const ofCustomer = eb.and([eb('customer_id', '=', customerId), ofAnyCustomer]);
      return inTotal.length === 0 ? ofCustomer : eb.or([ofCustomer, ofAll]);
    })
    .groupBy(['promotion_id', 'customer_id'])
    .execute();
  const billsOf = (id: number, customer?: number): number =>
    rows
      .filter((row) => row.promotion_id === id && (customer === undefined || row.customer_id === customer))
      .reduce((sum, { bills }) => sum + Number(bills), 0);
  const isReached = (limit: number | undefined, bills: number) => !!limit && bills >= limit;
  const reached = limited.filter(
    ({ id, maxPerCustomer, maxTotal }) =>
      isReached(maxTotal, billsOf(id)) || (customerId > 0 && isReached(maxPerCustomer, billsOf(id, customerId))),
  );
  return new Set([...had, ...reached.map(({ id }) => id)]);
}
