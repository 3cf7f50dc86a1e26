import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { changeGiven, type PlannedPayment, plannedTotal } from '@atoll/domain/payment/plan';
import type { Refusal } from '@atoll/domain/refusal/refusal';
import { Link } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ErrorBody } from '../../api/api.ts';
import { actionKey } from '../../approval/action-words.ts';
import { usePermissionEffect } from '../../approval/permission-effect.ts';
import { localizedRefusal } from '../../approval/show-refusal.ts';
import { DiscountDialog } from '../../bill/discount-dialog.tsx';
import { useRefusedScans } from '../../bill/scan/use-refused-scans.ts';
import { useBills } from '../../bills/bills.ts';
import { offeredMethods } from '../../cash/offered.ts';
import { paymentApproval } from '../../cash/refusal-approval.ts';
import { useCredit } from '../../cash/use-credit.ts';
import { keepWallets, payTaking } from '../../cash/wallet/kept-wallets.ts';
import { sentenceText } from '../../locale/sentence.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSettingOf } from '../../sync/app-store.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { holdSecondPress } from '../../ui/hook/second-press.ts';
import { toastsBelowHead } from '../../ui/hook/toasts-below.ts';
import { useCloseOver } from '../../ui/overlay/close-over.ts';
import { BillLines } from './bill-lines.tsx';
import { forgetEntered, useEnteredTip, useKeepsTyped } from './kept-entry.ts';
import { TaxInvoiceChoice } from './tax-invoice-choice.tsx';
import css from './tender-bill.module.css';
import { TenderPanel } from './tender-panel.tsx';
import { TipChoice } from './tip-choice.tsx';

interface TenderBillProps {
  readonly bill: Bill;
  readonly onPaid: (change: number) => void;
  /** Called with the bill when its payment begins, and with nothing when the payment was refused. */
  readonly onPaying?: ((bill: Bill | undefined) => void) | undefined;
  /** In a drawer there is one column, and the drawer has its own back button. */
  readonly isDrawer?: boolean;
}

/** Shows what is to pay and takes the payments. */
export function TenderBill({ bill, onPaid, onPaying, isDrawer = false }: TenderBillProps) {
  const { t } = useTranslation();
  const { setPayments, setShares } = useBills.getState();
  const plan = useBills((state) => state.drafts[bill.key]?.shares) ?? null;
  const taken = useBills((state) => state.drafts[bill.key]?.payments) ?? [];
  const [tip, setTip] = useEnteredTip(bill.key);
  const [discounting, setDiscounting] = useState(false);
  // Pay may lie where 'Checkout' was pressed.
  useLayoutEffect(holdSecondPress, []);
  useKeepsTyped(bill.key);
  useEffect(() => void keepWallets(), []);
  const { pay, held, refusal } = usePay(bill, { tip, onPaid, onPaying });
  // While the payment is on its way, its parts are no longer in the draft.
  const payments = held ?? taken.map(plannedOf);
  const roundCash = useSettingOf('RoundCash');
  const credit = useCredit(bill.customerId);
  const mayPay = usePermissionEffect('bill.pay') !== 'deny';
  useRefusedScans();
  return (
    <div className={css.screen} data-drawer={isDrawer}>
      <BillToPay {...{ bill, isDrawer, tip }} onTip={setTip} onDiscount={() => setDiscounting(true)} />
      {mayPay ? (
        <TenderPanel
          billKey={bill.key}
          totalFor={(method, others, currency) =>
            plannedTotal({ total: toPay(bill), tip, roundCash }, others, method, currency)
          }
          total={toPay(bill) + tip}
          plan={plan}
          roundCash={roundCash}
          onPlan={(next) => setShares(bill.key, next)}
          methods={offeredMethods(credit)}
          payments={payments}
          onPayments={(next) => {
            setPayments(bill.key, next, tip);
            setTip(tip);
          }}
          busy={held !== undefined}
          refusal={refusal}
          onPay={(all) => pay(all, payments)}
          isDrawer={isDrawer}
        />
      ) : (
        <Empty icon="lock" level={2} title={t('approval.mayNot', { action: t(actionKey('bill.pay')) })} />
      )}
      {discounting && <DiscountDialog bill={bill} onClose={() => setDiscounting(false)} />}
    </div>
  );
}

/** Returns the message of a refusal with its details, which say what to do about it (R35.20). */
function refusalText(refusal: Refusal | ErrorBody): string {
  const { message, details } = localizedRefusal(refusal as Refusal);
  return [message, details].flatMap((each) => (each ? [sentenceText(each)] : [])).join('. ');
}

interface PayOptions extends Pick<TenderBillProps, 'onPaid' | 'onPaying'> {
  readonly tip: number;
}

/**
 * Returns a function that pays the bill once, the payments that are shown while it runs (`before` the last one is added), and the text of the last
 * refusal.
 */
function usePay(bill: Bill, { tip, onPaid, onPaying }: PayOptions) {
  const [held, setHeld] = useState<readonly PlannedPayment[]>();
  // Several clicks in one task all see the state of the last render, so a ref guards against a second payment.
  const isPaying = useRef(false);
  const [refusal, setRefusal] = useState<string>();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const pay = (payments: readonly PlannedPayment[], before: readonly PlannedPayment[]) => {
    if (isPaying.current) return;
    isPaying.current = true;
    setHeld(before);
    setRefusal(undefined);
    onPaying?.(bill);
    const approve = (reason: ErrorBody) => {
      setRefusal(refusalText(reason));
      return paymentApproval(bill.key)(reason);
    };
    const showsRefusal = () => isHere.current;
    const payment = { payments, taken: before, approve, showsRefusal, ...(tip > 0 ? { tip } : {}) };
    const send = () => useBills.getState().pay(bill.key, payment);
    void payTaking(payments, send).then((outcome) => {
      // A paid bill stays as it is until the screen gives way.
      if (outcome.state !== 'refused') {
        forgetEntered(bill.key);
        return onPaid(outcome.change - changeGiven(payments));
      }
      isPaying.current = false;
      setHeld(undefined);
      onPaying?.(undefined);
      return setRefusal(refusalText(outcome.reason));
    });
  };
  return { pay, held, refusal };
}

const plannedOf = ({ key, method, amount, tendered, reference, currency, wallet }: PaymentInput): PlannedPayment => ({
  key,
  method,
  amount,
  tendered: tendered ?? amount,
  reference: reference ?? '',
  ...(currency ? { currency } : {}),
  ...(wallet ? { wallet } : {}),
});

interface BillToPayProps {
  readonly bill: Bill;
  readonly isDrawer: boolean;
  readonly tip: number;
  readonly onTip: (tip: number) => void;
  readonly onDiscount: () => void;
}

/** Shows the items and totals of the bill, and offers discount and tip. */
function BillToPay({ bill, isDrawer, tip, onTip, onDiscount }: BillToPayProps) {
  const { t } = useTranslation();
  return (
    <section className={css.summary} aria-label={t('bill.bill')}>
      <header ref={toastsBelowHead}>
        <div className={css.title}>
          {!isDrawer && <h1>{t('checkout.title')}</h1>}
          <p className={css.where}>
            {slotName(t, bill.type, bill.slot)}
            {bill.checkNo > 1 && ` · ${t('bill.check', { n: bill.checkNo })}`}
            {bill.number !== null && ` · ${t('bill.number', { n: bill.number })}`}
            {bill.customer && ` · ${bill.customer.name || bill.customer.phone}`}
          </p>
        </div>
        <div className={css.headActions}>
          <Button icon="percent" onClick={onDiscount}>
            {t('bill.discount')}
          </Button>
          {!isDrawer && <BackToBill bill={bill} />}
        </div>
      </header>
      <BillLines bill={bill} />
      <TaxInvoiceChoice bill={bill} />
      <TipChoice tip={tip} onTip={onTip} />
    </section>
  );
}

/** Leads back to the bill screen, which is below when the checkout was opened from it. */
function BackToBill({ bill: { type, slot } }: { bill: Bill }) {
  const { t } = useTranslation();
  const close = useCloseOver(`/billing/new/${type}/${slot}`);
  return (
    <Link
      to="/billing/new/$type/$slot"
      params={{ type, slot }}
      className={buttonClass({ look: 'outline' })}
      onClick={(event) => {
        event.preventDefault();
        close();
      }}
    >
      {t('checkout.back')}
    </Link>
  );
}
