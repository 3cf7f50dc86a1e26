import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import { type ForeignCash, foreignValue } from '@atoll/domain/payment/payment';
import { changeDue, isChangeUnusual, type PlannedPayment, planPayment, tenderState } from '@atoll/domain/payment/plan';
import { nextShare, type Share, type SharePlan } from '@atoll/domain/payment/shares';
import { useState } from 'react';
import { needsReference, paysByCard } from '../../cash/offered.ts';
import { type EnteredWallet, leftText, releaseCard } from '../../cash/wallet/hold-card.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { uuidv7 } from '../../session/id.ts';
import { holdSecondPress } from '../../ui/hook/second-press.ts';
import { defaultMethod, type EnteredPayment, nothingEntered, useEnteredPayment } from './kept-entry.ts';

/** Returns what must be paid, in laari, when `method` pays what `payments` leave, in foreign cash when that is given: cash is rounded. */
export type TotalFor = (method: PaymentMethod, payments: readonly PlannedPayment[], currency?: ForeignCash) => number;

interface TenderOptions {
  readonly billKey: string;
  readonly totalFor: TotalFor;
  readonly payments: readonly PlannedPayment[];
  readonly onPayments: (payments: readonly PlannedPayment[]) => void;
  readonly onPay: (payments: readonly PlannedPayment[]) => void;
  /** The total with tip, laari, and how it is shared. */
  readonly total: number;
  readonly plan: SharePlan | null;
  /** The setting RoundCash. */
  readonly roundCash: string | undefined;
  /** A quick cash amount pays at once (R35.35). */
  readonly quickCashPays: boolean;
}

/** A payment whose change is probably a typing mistake, and the function that goes on with it. */
export interface ChangeQuestion {
  readonly planned: PlannedPayment;
  readonly go: () => void;
}

/** Returns the payment being entered and its amounts, and the functions that add it to the others or pay the bill. */
export function useTender(options: TenderOptions) {
  const { billKey, payments, onPayments, onPay, quickCashPays } = options;
  const { t } = useTranslation();
  const [entered, setEntered] = useEnteredPayment(billKey);
  const [error, setError] = useState<string>();
  const [question, setQuestion] = useState<ChangeQuestion>();
  const amounts = amountsOf(entered, options);
  const { due, asked } = amounts;

  /** Returns the payment being entered, or undefined after showing what is wrong with it. */
  const plan = (): PlannedPayment | undefined => {
    const { method, reference } = entered;
    const planned = planOf(entered, amounts);
    if (paysByCard(method)) {
      const { wallet } = entered;
      const left = wallet?.left ?? 0;
      const isShort = typeof planned === 'object' && planned.amount > left;
      if (!wallet || isShort) {
        setError(wallet ? leftText(wallet) : t('wallet.codeNeeded'));
        return undefined;
      }
    }
    if (needsReference(method) && method !== 'Cash' && !entered.wallet && reference.trim() === '')
      setError(t('service.referenceNeeded'));
    else if (planned === 'nothing') setError(t('checkout.amountNeeded'));
    else if (planned === 'over') setError(t('checkout.onlyCashOver'));
    else return planned;
    return undefined;
  };
  const start = (method: PaymentMethod) => {
    setEntered({ method, ...nothingEntered });
    setError(undefined);
  };
  /** Starts over with another method. A card that was entered is free again. */
  const choose = (method: PaymentMethod) => {
    releaseCard(entered.wallet?.holdKey);
    start(method);
  };
  const take = (planned: PlannedPayment) => {
    // The same button takes the next payment: a second press must not.
    holdSecondPress();
    onPayments([...payments, planned]);
    // A card gave what it has: the next part is paid as bills usually are.
    start(entered.wallet ? defaultMethod : entered.method);
  };
  /** Goes on with a payment, after asking when its change is probably a typing mistake. */
  const asking = (planned: PlannedPayment, go: (planned: PlannedPayment) => void) => {
    if (!isChangeUnusual(planned)) return go(planned);
    return setQuestion({ planned, go: () => go(planned) });
  };
  const add = () => {
    const planned = due > 0 ? plan() : undefined;
    if (planned) asking(planned, take);
  };
  const payWith = (planned: PlannedPayment) => onPay([...payments, planned]);
  const pay = () => {
    if (due <= 0) return onPay(payments);
    const planned = plan();
    if (!planned) return;
    // A share that is not the last one is taken, and the next is asked for (R35.30).
    if (planned.amount === asked && asked < due) return asking(planned, take);
    if (planned.amount < due) {
      return setError(t('checkout.stillDue', { amount: formatMoney(laari(due - planned.amount)) }));
    }
    setError(undefined);
    return asking(planned, payWith);
  };
  const write = (changed: Partial<EnteredPayment>) => setEntered({ ...entered, ...changed });
  /** Enters a quick cash amount, or pays with it. `sum` covers what is due. */
  const takeCash = (sum: number) => {
    write({ typed: sum });
    if (!quickCashPays) return;
    const planned = planOf({ ...entered, typed: sum }, { ...amounts, amount: sum });
    if (typeof planned === 'string') return;
    asking(planned, planned.amount < due ? take : payWith);
  };
  return { entered, write, amounts, choose, add, pay, takeCash, error, setError, question, setQuestion };
}

export type Tender = ReturnType<typeof useTender>;

interface TenderAmounts {
  readonly paid: number;
  readonly due: number;
  /** Cash rounding, besides the total. */
  readonly rounding: number;
  /** The share that is paid next, of a shared bill. */
  readonly share: Share | null;
  /** What the person who pays now owes: their share, or all that is due. */
  readonly asked: number;
  /** Value of the payment being entered. */
  readonly amount: number;
  /** Of the payment being entered, or of the last one when nothing is due: payers before got theirs. */
  readonly change: number;
}

/** Returns what is paid, due, entered and given back, in laari. */
function amountsOf(
  { method, typed, currency }: EnteredPayment,
  { payments, totalFor, plan, total, roundCash }: TenderOptions,
): TenderAmounts {
  const handed = currency && typed ? { ...currency, units: typed } : undefined;
  const toPay = totalFor(method, payments, handed);
  const { paid, due } = tenderState(toPay, payments);
  // Foreign money is entered in its own units and counts as its value in laari.
  const valueOf = (units: number): number => (currency ? foreignValue({ ...currency, units }) : units);
  const cash = { roundCash, isCash: method === 'Cash', foreign: handed ? foreignValue(handed) : 0 };
  const share = plan && nextShare(plan, total, { paid, due }, cash);
  const asked = share?.amount ?? due;
  const amount = typed === undefined ? asked : valueOf(typed ?? 0);
  const entered = method === 'Cash' ? Math.max(0, amount - asked) : 0;
  const change = due > 0 ? entered : changeDue(payments);
  return { paid, due, rounding: toPay - total, share, asked, amount, change };
}

function planOf({ method, typed, currency, reference, wallet }: EnteredPayment, { amount, due, asked }: TenderAmounts) {
  // Cash above a share is change; by another method somebody may pay more than their share.
  const most = method === 'Cash' ? asked : due;
  if (!currency || !typed) return withWallet(planPayment(uuidv7(), method, amount, most, reference), wallet);
  const about = `${currency.code} ${formatAmount(laari(typed))} @ ${formatAmount(laari(currency.rate))}`;
  return planPayment(uuidv7(), method, amount, most, about, { ...currency, units: typed });
}

/** Returns a payment with the card that pays it. */
function withWallet(planned: ReturnType<typeof planPayment>, wallet: EnteredWallet | undefined) {
  if (!wallet || typeof planned === 'string') return planned;
  const { left: _, kind, ...held } = wallet;
  return { ...planned, method: kind, wallet: held };
}
