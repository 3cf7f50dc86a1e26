/** Reads the bills from which the sums of a business day are computed again. Source: docs/rules.md#daily-sums. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Kysely } from 'kysely';
import { isPaid } from '../../platform/store/open-bills.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../platform/store/store.ts';

/** Returns the completed bills of a day. */
export async function completedBills({ db, head }: OutletTx, day: string): Promise<Bill[]> {
  const rows = await db
    .selectFrom('bill')
    .select('doc')
    .where('outlet_id', '=', head.outletId)
    .where('business_date', '=', day)
    .where(isPaid)
    .execute();
  return rows.map(({ doc }) => doc);
}

/** The paid bill that a refund takes back, undefined when it is not stored; `keyOf` finds the key of its item by the id of the refunded one. */
interface RefundOrigin {
  readonly paid: Bill | undefined;
  readonly keyOf: ReadonlyMap<number, string>;
  /** The quantities that earlier refunds took back, by key of the paid bill's item. */
  readonly done: ReadonlyMap<string, number>;
}

/** Returns what a refund takes back. */
export async function refundOrigin(db: Kysely<Database>, outletId: number, refund: Bill): Promise<RefundOrigin> {
  const found = await db
    .selectFrom('bill')
    .select('doc')
    .where('outlet_id', '=', outletId)
    .where('id', '=', refund.refundOfId)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('refund_item')
    .select(['bill_id', 'item_id', 'of_item_key', 'qty'])
    .where('outlet_id', '=', outletId)
    .where('of_bill_id', '=', refund.refundOfId)
    .execute();
  const own = rows.filter(({ bill_id }) => bill_id === refund.id);
  const done = new Map<string, number>();
  for (const { bill_id, of_item_key, qty } of rows)
    if (bill_id < (refund.id ?? 0)) done.set(of_item_key, (done.get(of_item_key) ?? 0) + qty / 1000);
  return { paid: found?.doc, keyOf: new Map(own.map(({ item_id, of_item_key }) => [item_id, of_item_key])), done };
}
