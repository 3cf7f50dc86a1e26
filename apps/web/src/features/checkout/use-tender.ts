import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import { foreignValue } from '@atoll/domain/payment/payment';
import { type PlannedPayment, planPayment, tenderState } from '@atoll/domain/payment/plan';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from '../../session/id.ts';
import { type Currency, needsReference } from './offered.ts';

interface TenderOptions {
  /** Returns what must be paid, in laari. Cash rounding changes it when only cash is used. */
  readonly totalFor: (cashOnly: boolean) => number;
  readonly payments: readonly PlannedPayment[];
  readonly onPayments: (payments: readonly PlannedPayment[]) => void;
  readonly onPay: (payments: readonly PlannedPayment[]) => void;
}

/** The payment that is being entered. */
interface EnteredPayment {
  readonly method: PaymentMethod;
  /** Laari, or hundredths of the foreign currency. Undefined until somebody types: then the amount due counts. */
  readonly typed: number | null | undefined;
  readonly reference: string;
  /** The foreign currency that is handed over. */
  readonly currency: Currency | undefined;
}

const nothingEntered = { typed: undefined, reference: '', currency: undefined } as const;

/** Returns the payment being entered and its amounts, and the functions that add it to the others or pay the bill. */
export function useTender({ totalFor, payments, onPayments, onPay }: TenderOptions) {
  const { t } = useTranslation();
  const [entered, setEntered] = useState<EnteredPayment>({ method: 'Cash', ...nothingEntered });
  const [error, setError] = useState<string>();
  const amounts = amountsOf(entered, payments, totalFor);
  const { due } = amounts;

  /** Returns the payment being entered, or undefined after showing what is wrong with it. */
  const plan = (): PlannedPayment | undefined => {
    const { method, reference } = entered;
    const planned = planOf(entered, amounts);
    if (needsReference(method) && method !== 'Cash' && reference.trim() === '') setError(t('service.referenceNeeded'));
    else if (planned === 'nothing') setError(t('checkout.amountNeeded'));
    else if (planned === 'over') setError(t('checkout.onlyCashOver'));
    else return planned;
    return undefined;
  };
  const start = (method: PaymentMethod) => {
    setEntered({ method, ...nothingEntered });
    setError(undefined);
  };
  const add = () => {
    const planned = due > 0 ? plan() : undefined;
    if (!planned) return;
    onPayments([...payments, planned]);
    start(entered.method);
  };
  const pay = () => {
    if (due <= 0) return onPay(payments);
    const planned = plan();
    if (!planned) return;
    if (planned.amount < due) {
      setError(t('checkout.stillDue', { amount: formatMoney(laari(due - planned.amount)) }));
      return;
    }
    setError(undefined);
    onPay([...payments, planned]);
  };
  const write = (changed: Partial<EnteredPayment>) => setEntered((was) => ({ ...was, ...changed }));
  return { entered, write, amounts, start, add, pay, error, setError };
}

export type Tender = ReturnType<typeof useTender>;

interface TenderAmounts {
  readonly paid: number;
  readonly due: number;
  /** Value of the payment being entered. */
  readonly amount: number;
  readonly change: number;
}

/** Returns what is paid, due, entered and given back, in laari. */
function amountsOf(
  { method, typed, currency }: EnteredPayment,
  payments: readonly PlannedPayment[],
  totalFor: (cashOnly: boolean) => number,
): TenderAmounts {
  const cashOnly = method === 'Cash' && payments.every((each) => each.method === 'Cash');
  const { paid, due } = tenderState(totalFor(cashOnly), payments);
  // Foreign money is entered in its own units and counts as its value in laari.
  const valueOf = (units: number): number => (currency ? foreignValue({ ...currency, units }) : units);
  const amount = typed === undefined ? due : valueOf(typed ?? 0);
  const change = tenderState(0, payments).change + (method === 'Cash' ? Math.max(0, amount - due) : 0);
  return { paid, due, amount, change };
}

function planOf({ method, typed, currency, reference }: EnteredPayment, { amount, due }: TenderAmounts) {
  if (!currency || !typed) return planPayment(uuidv7(), method, amount, due, reference);
  const about = `${currency.code} ${formatAmount(laari(typed))} @ ${formatAmount(laari(currency.rate))}`;
  return planPayment(uuidv7(), method, amount, due, about, { ...currency, units: typed });
}
