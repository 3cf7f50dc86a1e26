/** What was refunded of a paid bill, and how the rest can be paid out. Source: docs/rules.md#refunds, docs/rules.md#refund-methods. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { RefundDone } from '@atoll/domain/bill/split/refund';
import { withExchanges } from '@atoll/domain/payment/exchange';
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import { type MethodAmount, refundableBy } from '@atoll/domain/payment/pay-out';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import { exchangesOf } from './exchanges.ts';

/** Returns what was refunded of a bill so far. */
export async function doneOf(db: Kysely<Database>, outletId: number, paid: Bill): Promise<RefundDone> {
  const items = await db
    .selectFrom('refund_item')
    .select(['of_item_key', 'qty'])
    .where('outlet_id', '=', outletId)
    .where('of_bill_id', '=', paid.id ?? 0)
    .execute();
  const refunds = await db
    .selectFrom('refund')
    .select('amount')
    .where('outlet_id', '=', outletId)
    .where('bill_id', '=', paid.id ?? 0)
    .execute();
  const qty = new Map<string, number>();
  for (const row of items) qty.set(row.of_item_key, (qty.get(row.of_item_key) ?? 0) + row.qty);
  return {
    qty: new Map([...qty].map(([key, thousandths]) => [key, thousandths / 1000])),
    amount: refunds.reduce((sum, row) => sum + row.amount, 0),
  };
}

/** Returns what of a bill can still be paid out by each method except cash. */
export async function refundableOf(
  db: Kysely<Database>,
  outletId: number,
  paid: Bill,
): Promise<readonly MethodAmount[]> {
  const billId = paid.id ?? 0;
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', (join) =>
      join.onRef('payment.outlet_id', '=', 'refund.outlet_id').onRef('payment.bill_id', '=', 'refund.refund_id'),
    )
    .select(['payment.method', 'payment.amount'])
    .where('refund.outlet_id', '=', outletId)
    .where('refund.bill_id', '=', billId)
    .execute();
  const { payments } = paid.exchanges ? paid : withExchanges(paid, await exchangesOf(db, outletId, billId));
  return refundableBy(
    payments,
    refunds.map(({ method, amount }) => ({ method: method as PaymentMethod, amount })),
  );
}
