/** Records of an exchange of payments: its row, both payments, the sums by method, history and change log. Source: docs/rules.md#payment-exchanges. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { ExchangedPayments } from '@atoll/domain/payment/exchange';
import type { Payment } from '@atoll/domain/payment/payment';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';
import { writePayment } from './sale.ts';

interface Exchange extends ExchangedPayments {
  /** The payment that is replaced. */
  readonly of: Payment;
  readonly shiftId: number;
  /** The business day of the exchange. */
  readonly date: string;
  readonly reason: string;
  /** Key of the approval that allowed it. */
  readonly approval: string | null;
}

/** Writes them in the transaction of the exchange. The bill itself stays as it is (docs/rules.md#final-bills). */
export function writeExchange(tx: OutletTx, actor: BillActor, bill: Bill, exchange: Exchange): void {
  const { of, reversed, captured, shiftId, date, reason, approval } = exchange;
  const id = bill.id ?? 0;
  const row = {
    key: captured.key,
    bill_id: id,
    of_key: of.key,
    shift_id: shiftId,
    business_date: date,
    reason,
    approval_key: approval,
    at: tx.now,
    made_by: actor.userId,
    made_by_name: actor.name,
  };
  const payments = { reversed: JSON.stringify(reversed), captured: JSON.stringify(captured) };
  tx.write(tx.db.insertInto('payment_exchange').values({ ...row, ...payments, outlet_id: tx.head.outletId }));
  const sale = { id, shiftId, businessDate: date, paidAt: tx.now };
  writePayment(tx, { ...reversed, change: 0 }, sale, -1);
  writePayment(tx, captured, sale, 1);
  tx.history({
    subject: 'Bill',
    subjectKey: bill.key,
    action: 'PaymentCorrected',
    userId: actor.userId,
    deviceId: actor.deviceId,
    ...(approval === null ? {} : { approvalKey: approval }),
    before: noteOf(of),
    after: { ...noteOf(captured), reason },
    written: { payment_exchange: { ...row, reversed, captured } },
  });
  tx.change({ entity: 'Bill', id: bill.id, version: bill.version, action: 'Updated' }, actor.connectionId);
}

const noteOf = ({ key, method, amount, reference, currency }: Payment) => ({
  key,
  method,
  amount,
  ...(reference ? { reference } : {}),
  ...(currency ? { currency: currency.code } : {}),
});
