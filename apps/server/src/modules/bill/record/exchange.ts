/** Records of an exchange of payments: its row, both payments, the sums by method, history and change log. Source: docs/rules.md#payment-exchanges. */
import type { Bill } from '@atoll/domain/bill/bill';
import { type ExchangedPayments, exchangeRounding } from '@atoll/domain/payment/exchange';
import type { Payment } from '@atoll/domain/payment/payment';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';
import { writePayment, writeRounding } from './sale.ts';

interface Exchange extends ExchangedPayments {
  /** The payment that is replaced. */
  readonly of: Payment;
  readonly shiftId: number;
  /** The business day of the exchange. */
  readonly date: string;
  /** The hour of the day of the exchange, in the outlet's time zone. */
  readonly hour: number;
  readonly reason: string;
  /** Key of the approval that allowed it. */
  readonly approval: string | null;
}

/** Writes them in the transaction of the exchange. The bill itself stays as it is (docs/rules.md#final-bills). */
export function writeExchange(tx: OutletTx, actor: BillActor, bill: Bill, exchange: Exchange): void {
  const { of, reversed, captured, shiftId, date, hour, reason, approval } = exchange;
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
  const rounding = exchangeRounding(exchange);
  if (rounding !== 0) writeRounding(tx, bill, { date, hour, rounding });
  tx.history({
    subject: 'Bill',
    subjectKey: bill.key,
    action: 'PaymentCorrected',
    userId: actor.userId,
    deviceId: actor.deviceId,
    ...(approval === null ? {} : { approvalKey: approval }),
    before: noteOf(of),
    after: { ...noteOf(captured), reason },
    written: {
      payment_exchange: { ...row, reversed, captured },
      ...(rounding !== 0 && { sale_hour: { hour } }),
    },
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
