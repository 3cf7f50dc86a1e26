/** What is entered for the correction of a payment, and how it is sent. Source: R35.36. */
import type { Bill } from '@atoll/domain/bill/bill';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { exchangeDue } from '@atoll/domain/payment/exchange';
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import { foreignValue, type Payment } from '@atoll/domain/payment/payment';
import type { Result } from '@atoll/domain/refusal/refusal';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { sendOnce } from '../../api/unanswered.ts';
import { useApproved } from '../../approval/use-approved.ts';
import { approvalHeader, type CommandOptions, refusalOf } from '../../bills/server-call.ts';
import { type Currency, needsReference } from '../../cash/offered.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { settingHere } from '../../sync/app-store.ts';

type CorrectBody = BodyOf<typeof contract.correctPayment>;
type CorrectWish = Omit<CorrectBody, 'payment'> & { readonly payment: Omit<CorrectBody['payment'], 'key'> };

interface Entered {
  /** How it was really paid; null until somebody chooses. */
  readonly method: PaymentMethod | null;
  readonly currency: Currency | undefined;
  /** Foreign cash that was handed over, in hundredths of its currency. */
  readonly units: number | null;
  readonly reference: string;
  readonly reason: string;
}

const nothing: Entered = { method: null, currency: undefined, units: null, reference: '', reason: '' };

/** Returns the payments of a bill that can be corrected. */
export const correctablePayments = ({ payments }: Bill): readonly Payment[] =>
  payments.filter(({ status }) => status === 'Captured');

/** Returns the payment to correct, what is entered, and the function that sends it. The bill has a captured payment. */
export function useCorrection(bill: Bill, onDone: () => void) {
  const { t } = useTranslation();
  const payments = correctablePayments(bill);
  const [paymentKey, setPaymentKey] = useState(payments[0]?.key);
  const [entered, setEntered] = useState(nothing);
  const { run, busy, error, setError } = useApproved();
  const of = payments.find((each) => each.key === paymentKey) ?? (payments[0] as Payment);

  const due = dueOf(bill, of, entered);

  const write = (changed: Partial<Entered>) => {
    setEntered((was) => ({ ...was, ...changed }));
    setError(undefined);
  };
  const choosePayment = (next: string) => {
    setPaymentKey(next);
    write({ ...nothing, reason: entered.reason });
  };
  /** Returns what is wrong with the entries, in words. */
  const faultOf = ({ method, currency, units, reference }: Entered): string | undefined => {
    if (method === null) return t('correct.choose');
    if (method === of.method && currency?.code === of.currency?.code) return t('correct.choose');
    if (method !== 'Cash' && needsReference(method) && reference.trim() === '') return t('service.referenceNeeded');
    if (currency && foreignValue({ ...currency, units: units ?? 0 }) < due)
      return t('correct.unitsShort', { amount: formatMoney(laari(due)) });
    return undefined;
  };

  const send = async (reason: string) => {
    if (entered.method === null) return;
    setError(undefined);
    const payment = paymentOf(due, entered, entered.method);
    const subject = { permission: 'payment.correct', subjectType: 'Bill', subjectKey: bill.key } as const;
    const done = await run({ ...subject, amount: of.amount, reason }, (options) =>
      sendCorrection({ billId: bill.id ?? bill.key, paymentKey: of.key, payment, reason }, options),
    );
    if (done) onDone();
  };
  const fault = faultOf(entered);
  return { of, due, payments, entered, choosePayment, write, send, fault, busy, error };
}

export type Correction = ReturnType<typeof useCorrection>;

/** Returns the amount of the payment that takes the place of another one; in cash it is rounded. The server computes the same. */
function dueOf({ exchanges = [] }: Bill, of: Payment, { method, currency, units }: Entered): number {
  const foreign = currency && { ...currency, units: units ?? 0 };
  return exchangeDue(of, { method: method ?? of.method, currency: foreign }, exchanges, settingHere('RoundCash'));
}

function paymentOf(amount: number, entered: Entered, method: PaymentMethod): CorrectWish['payment'] {
  const { currency, units, reference } = entered;
  const payment = { method, amount, reference: reference.trim() };
  if (!currency || units === null) return payment;
  const foreign = { ...currency, units };
  return { ...payment, currency: foreign, tendered: foreignValue(foreign) };
}

/** Sends a correction and returns the bill with it, or the server's refusal. */
async function sendCorrection(wish: CorrectWish, options: CommandOptions): Promise<Result<Bill>> {
  try {
    const made = await sendOnce('bill.correctPayment', { ...wish, reason: '' }, (key) => {
      const body = { ...wish, payment: { ...wish.payment, key } };
      return call('bill.correctPayment', { body, headers: approvalHeader(options), inPlace: true });
    });
    return { ok: true, value: made as unknown as Bill };
  } catch (caught) {
    return refusalOf(caught);
  }
}
