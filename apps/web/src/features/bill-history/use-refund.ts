import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { type RefundDone, refundBill } from '@atoll/domain/bill/split/refund';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { methodLabel, type PaymentMethod } from '@atoll/domain/payment/methods';
import {
  type BackToWallet,
  backToWallets,
  type MethodAmount,
  payOut,
  refundableBy,
} from '@atoll/domain/payment/pay-out';
import type { Result } from '@atoll/domain/refusal/refusal';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import type { Toast } from '../../api/event.ts';
import { isUnanswered, sendOnce } from '../../api/unanswered.ts';
import { useApproved } from '../../approval/use-approved.ts';
import { approvalHeader, type CommandOptions, refusalOf } from '../../bills/server-call.ts';
import { needsReference, paysByCard } from '../../cash/offered.ts';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { printRefund } from '../../printing/printing.ts';
import { notify, settingHere } from '../../sync/app-store.ts';
import { useCredit } from './refund-credit.ts';

export interface RefundOptions {
  readonly bill: Bill;
  /** Items with the quantity that can still be refunded. */
  readonly left: readonly { readonly key: string; readonly qty: number }[];
  /** Laari that a refund of everything left pays out. */
  readonly owed: number;
  /** Laari that can still be paid out by methods other than cash; absent: nothing was refunded yet, or the server does not say it. */
  readonly byMethod?: readonly MethodAmount[] | undefined;
  /** What goes back to the wallets that paid, before anything else. */
  readonly wallets?: readonly BackToWallet[] | undefined;
  readonly onDone: () => void;
}

/** Returns what is entered for a refund, how it is paid out, and the function that refunds and prints. */
export function useRefund({ bill, left, owed, onDone, wallets = [], ...options }: RefundOptions) {
  const { byMethod = refundableBy(bill.payments, []) } = options;
  const { t } = useTranslation();
  const [qtys, setQtys] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(left.map(({ key, qty }) => [key, left.length === 1 ? qty : 0])),
  );
  const credit = useCredit(bill);
  const methods: readonly PaymentMethod[] = [
    ...byMethod.flatMap(({ method: by }) => (by === 'StoreCredit' ? [] : [by])),
    ...(paysByCard('StoreCredit') ? (['StoreCredit'] as const) : []),
    'Cash',
  ];
  const [chosen, setMethod] = useState<PaymentMethod>(() => firstMethod(bill, methods));
  const method = methods.includes(chosen) ? chosen : 'Cash';
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const { run, busy, error, setError } = useApproved();
  const items = left.flatMap(({ key }) => ((qtys[key] ?? 0) > 0 ? [{ key, qty: qtys[key] ?? 0 }] : []));
  const isAll = left.every(({ key, qty }) => qtys[key] === qty);
  const total = isAll ? owed : partOf(bill, items, doneOf(bill, left, owed));
  const limit = { roundCash: settingHere('RoundCash'), most: owed };
  const payments = payOut(total, method, byMethod, limit, wallets);
  const back = backToWallets(total, wallets);
  const isCreditGiven = sumOf(payments, 'StoreCredit') > sumOf(back, 'StoreCredit');
  const due = payments.reduce((sum, one) => sum + one.amount, 0);
  const isReferenceNeeded = method !== 'Cash' && needsReference(method);

  const isReferenceMissing = isReferenceNeeded && reference.trim() === '';
  const fault = items.length === 0 ? t('refund.none') : isReferenceMissing ? t('service.referenceNeeded') : undefined;

  const refund = async (given: string) => {
    setError(undefined);
    const subject = { permission: 'bill.refund', subjectType: 'Bill', subjectKey: bill.key } as const;
    const done = await run({ ...subject, amount: due, reason: given }, (options) => {
      const sent = payments.map((one) => ({
        ...one,
        ...(one.method === 'Cash' ? {} : { reference: reference.trim() }),
        ...(one.method === 'StoreCredit' && isCreditGiven && { credit: credit.wanted() }),
      }));
      const body = { billId: bill.id ?? bill.key, payments: sent, reason: given };
      return sendRefund(isAll ? body : { ...body, items }, options);
    });
    if (!done) return;
    void printRefund(done);
    if (!isAsAsked(done, payments, items)) notify(earlierOf(done));
    if (!credit.showCode(done)) onDone();
  };
  /** Returns a function that takes what was entered, and drops what was said about it before. */
  const entering =
    <T>(write: (value: T) => void) =>
    (value: T): void => {
      write(value);
      setError(undefined);
    };
  const isSent = !busy && isUnanswered('bill.refund', intentionOf(bill.id ?? bill.key));
  /** Returns what is said about a refund that the server had taken before this one was sent. */
  const earlierOf = (made: Bill): Toast => {
    const by = made.payments.map((one) => labelText(methodLabel(one.method))).join(', ');
    const amount = formatMoney(laari(Math.abs(made.total + made.roundingAmount)));
    return { kind: 'warning', message: t('refund.earlier', { amount, by }) };
  };
  const how = { method, methods, setMethod: entering(setMethod), payments, byMethod, due, back, isCreditGiven };
  const about = { reason, setReason: entering(setReason), reference, setReference: entering(setReference) };
  return {
    credit,
    onDone,
    refund,
    fault,
    busy,
    error,
    qtys,
    setQtys: entering(setQtys),
    ...how,
    ...about,
    isReferenceNeeded,
    isSent,
  };
}

const sumOf = (payments: readonly MethodAmount[], method: PaymentMethod): number =>
  payments.reduce((sum, one) => sum + (one.method === method ? one.amount : 0), 0);

export type RefundEntry = ReturnType<typeof useRefund>;

/** Returns the method of the bill's first payment, or cash when nothing can be paid out by it. */
function firstMethod({ payments }: Bill, methods: readonly PaymentMethod[]): PaymentMethod {
  return payments.find(({ method, status }) => status !== 'Voided' && methods.includes(method))?.method ?? 'Cash';
}

/** Returns what was refunded before, as the server counts it, from what is left. */
function doneOf(bill: Bill, left: RefundOptions['left'], owed: number): RefundDone {
  const leftOf = new Map(left.map(({ key, qty }) => [key, qty]));
  const qty = new Map(
    bill.items.map((item) => [item.key, Math.round((item.qty - (leftOf.get(item.key) ?? 0)) * 1000) / 1000]),
  );
  return { qty, amount: owed - bill.total - bill.roundingAmount };
}

type RefundBody = BodyOf<typeof contract.refundBill>;
type RefundWish = Omit<RefundBody, 'key' | 'payments'> & {
  readonly payments: readonly Omit<RefundBody['payments'][number], 'key'>[];
};

/** A bill has one refund at a time: while its answer is not known, any other refund of the bill has the same key. */
const intentionOf = (billId: number | string) => ({ billId });

/** Returns whether a refund pays out and takes back what was asked for; one that the server had taken before may differ. */
function isAsAsked(made: Bill, payments: readonly MethodAmount[], items: RefundOptions['left']): boolean {
  const sorted = (sums: readonly string[]) => [...sums].sort().join();
  const by = (of: readonly MethodAmount[]) => [...new Set(of.map(({ method }) => method))];
  const paidBy = (of: readonly MethodAmount[]) =>
    sorted(by(of).map((method) => `${method} ${Math.abs(sumOf(of, method))}`));
  const sold = (of: readonly { readonly qty: number }[]) => sorted(of.map((one) => String(Math.abs(one.qty))));
  return paidBy(made.payments) === paidBy(payments) && sold(made.items) === sold(items);
}

/** Sends a refund and returns the bill of the refund, or the server's refusal: the earlier one when its answer was lost. */
async function sendRefund(wish: RefundWish, options: CommandOptions): Promise<Result<Bill>> {
  try {
    const made = await sendOnce('bill.refund', intentionOf(wish.billId), (key) => {
      const payments = wish.payments.map((one, index) => ({ ...one, key: derivedKey(`payment ${index}`, key) }));
      const body = { ...wish, key, payments };
      return call('bill.refund', { body, headers: approvalHeader(options), inPlace: true });
    });
    return { ok: true, value: made as unknown as Bill };
  } catch (caught) {
    return refusalOf(caught);
  }
}

/** Returns the laari of a refund of the items before cash rounding. The server computes the same. */
function partOf(bill: Bill, items: readonly { key: string; qty: number }[], done: RefundDone): number {
  const context = { key: '', now: bill.createdAt, user: { id: 0, name: '' }, newKey: (key: string) => key };
  const made = refundBill(bill, items, done, context);
  if (!made.ok) return 0;
  const { total, roundingAmount } = made.value.bill;
  return Math.abs(total + roundingAmount);
}
