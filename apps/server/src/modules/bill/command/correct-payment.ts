/** Corrects the payment method of a paid bill by an exchange of payments beside it. Source: R35.36, docs/rules.md#payment-exchanges. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { businessDate } from '@atoll/domain/date/business-day';
import { settingOf } from '@atoll/domain/outlet/settings';
import {
  checkExchange,
  type ExchangedPayments,
  exchangeDue,
  type PaymentExchange,
  reversalOf,
  withExchanges,
} from '@atoll/domain/payment/exchange';
import type { Payment } from '@atoll/domain/payment/payment';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import { allow, type BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';
import { outletTerms } from '../input/outlet-terms.ts';
import { exchangesOf } from '../read/exchanges.ts';
import { loadBill } from '../read/load.ts';
import { paymentByKey } from '../read/queries.ts';
import { withTaxInvoice } from '../read/tax-invoice.ts';
import { writeExchange } from '../record/exchange.ts';
import { exchangeOnAccount } from '../record/house-account.ts';
import { checkMethods } from '../record/payments.ts';
import { hourOf } from '../record/sale.ts';

export type CorrectInput = BodyOf<typeof contract.correctPayment>;

/**
 * Returns the bill with the exchange. The stored bill is not changed: the first payment is reversed and the second captured in the open shift, in rows
 * beside it. Idempotent by the key of the second. Refused: 'notFound', 'paymentNotCorrectable', 'paymentCorrected' (with the bill), 'noShiftActive',
 * 'invalid' (the same method, no house account, or one over its credit limit), 'paymentShort', 'overpaid', 'keyReused', 'forbidden', 'approvalNeeded',
 * and as `checkMethods`.
 */
export function correctPayment(store: Store, actor: BillActor, input: CorrectInput): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const payment = { ...input.payment, key: input.payment.key.toLowerCase() };
    const ofKey = input.paymentKey.toLowerCase();
    const outletId = tx.head.outletId;
    const stored = await loadBill(tx, actor, input.billId);
    const bill = await withTaxInvoice(tx.db, outletId, stored.bill);
    const exchanges = await exchangesOf(tx.db, outletId, bill.id ?? 0);
    const shown = withExchanges(bill, exchanges);
    const known = exchanges.find(({ captured }) => captured.key === payment.key);
    if (known?.ofKey === ofKey && known.captured.method === payment.method) return shown;
    const used = await tx.load(paymentByKey, { outletId, key: payment.key });
    if (used.length > 0) throw refused('keyReused', { extra: { bill: shown } });
    const made = await exchange(tx, actor, shown, { ...input, payment, paymentKey: ofKey });
    return withExchanges(bill, [...exchanges, made]);
  });
}

async function exchange(tx: OutletTx, actor: BillActor, bill: Bill, input: CorrectInput): Promise<PaymentExchange> {
  const of = correctable(bill, input.paymentKey);
  const { shiftId } = tx.head;
  if (shiftId === null) throw refused('noShiftActive');
  const terms = await outletTerms(tx);
  if (input.payment.wallet) throw refused('paymentMethodUnknown');
  const due = exchangeDue(of, input.payment, bill.exchanges ?? [], settingOf(terms.settings, 'RoundCash'));
  checkMethods(bill, [input.payment], terms, actor, due);
  const pair = exchangeOf(tx, actor, of, { input: input.payment, due });
  const subject = { permission: 'payment.correct', subjectKey: bill.key, amount: of.amount } as const;
  const approval = await allow(tx, actor, [subject]);
  const date = businessDate(tx.now, terms.outlet.timezone, terms.outlet.businessDayCutoff);
  const reason = input.reason.trim();
  await exchangeOnAccount(tx, actor, bill, { ...pair, of, at: tx.now, date, reason });
  const hour = hourOf(tx.now, terms.outlet.timezone);
  writeExchange(tx, actor, bill, { ...pair, of, shiftId, date, hour, reason, approval });
  return { ofKey: of.key, ...pair, reason, at: instant(tx.now), byName: actor.name };
}

/** Returns the captured payment of a paid bill with this key. Refused: 'notFound', 'paymentNotCorrectable', 'paymentCorrected'. */
function correctable(bill: Bill, key: string): Payment {
  if (bill.status !== 'Complete' || bill.refundOfId !== null)
    throw refused('paymentNotCorrectable', { extra: { bill } });
  const payment = bill.payments.find((one) => one.key === key);
  if (payment === undefined) throw refused('notFound');
  // What a wallet paid goes back to it by a refund.
  if (payment.wallet) throw refused('paymentNotCorrectable', { extra: { bill } });
  if (payment.status !== 'Captured') throw refused('paymentCorrected', { extra: { bill } });
  return payment;
}

function exchangeOf(
  tx: OutletTx,
  actor: BillActor,
  of: Payment,
  { input, due }: { readonly input: PaymentInput; readonly due: number },
): ExchangedPayments {
  const checked = checkExchange(of, input, due);
  if (!checked.ok) throw new Refused(checked.refusal);
  const stamp = { receivedBy: actor.userId, shiftId: tx.head.shiftId, at: instant(tx.now) };
  return {
    reversed: reversalOf(of, derivedKey(`reverse ${of.key}`), stamp),
    captured: { ...checked.value, ...stamp, status: 'Captured' },
  };
}
