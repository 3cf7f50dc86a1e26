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
    .select(['item_id', 'of_item_key'])
    .where('outlet_id', '=', outletId)
    .where('bill_id', '=', refund.id)
    .execute();
  return { paid: found?.doc, keyOf: new Map(rows.map(({ item_id, of_item_key }) => [item_id, of_item_key])) };
}
