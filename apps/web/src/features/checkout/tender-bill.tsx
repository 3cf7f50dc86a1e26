import type { Bill } from '@atoll/domain/bill/bill';
import { amountDue } from '@atoll/domain/payment/tender';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyDiscount } from '../../bill/apply-discount.ts';
import { BillSummary } from '../../bill/bill-summary.tsx';
import { BillTotals } from '../../bill/bill-totals.tsx';
import { DiscountDialog } from '../../bill/discount-dialog.tsx';
import { useBills } from '../../bills/bills.ts';
import { sentenceText } from '../../locale/sentence.ts';
import { useSettingOf } from '../../sync/app-store.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import css from './checkout.module.css';
import { offeredMethods } from './offered.ts';
import { TenderPanel } from './tender-panel.tsx';
import { TipChoice } from './tip-choice.tsx';

interface TenderBillProps {
  readonly bill: Bill;
  readonly onPaid: (change: number) => void;
  /** In a drawer there is one column, and the drawer has its own back button. */
  readonly isDrawer?: boolean;
}

/** Shows what is to pay and takes the payments. */
export function TenderBill({ bill, onPaid, isDrawer = false }: TenderBillProps) {
  const { t } = useTranslation();
  const { pay, setPayments } = useBills.getState();
  const payments = useBills((state) => state.drafts[bill.key]?.payments) ?? [];
  const [tip, setTip] = useState(0);
  const [discounting, setDiscounting] = useState(false);
  const [busy, setBusy] = useState(false);
  // Several clicks in one task all see the state of the last render, so a ref guards against a second payment.
  const isPaying = useRef(false);
  const [refusal, setRefusal] = useState<string>();
  const roundCash = useSettingOf('RoundCash');
  const planned = payments.map((each) => ({
    key: each.key,
    method: each.method,
    amount: each.amount,
    tendered: each.tendered ?? each.amount,
    reference: each.reference ?? '',
    ...(each.currency ? { currency: each.currency } : {}),
  }));
  return (
    <div className={css.screen} data-drawer={isDrawer}>
      <section className={css.summary} aria-label={t('bill.bill')}>
        <header>
          <div>
            {!isDrawer && <h1>{t('checkout.title')}</h1>}
            <p className={css.where}>
              {t(`bill.types.${bill.type}`)} {bill.slot}
              {bill.checkNo > 1 && ` · ${t('bill.check', { n: bill.checkNo })}`}
              {bill.number !== null && ` · ${t('bill.number', { n: bill.number })}`}
              {bill.customer && ` · ${bill.customer.name || bill.customer.phone}`}
            </p>
          </div>
          <div className={css.headActions}>
            <Button icon="percent" onClick={() => setDiscounting(true)}>
              {t('bill.discount')}
            </Button>
            {!isDrawer && (
              <Link
                to="/billing/new/$type/$slot"
                params={{ type: bill.type, slot: bill.slot }}
                className={buttonClass({ look: 'outline' })}
              >
                {t('checkout.back')}
              </Link>
            )}
          </div>
        </header>
        <BillSummary bill={bill} />
        <BillTotals bill={bill} />
        <TipChoice tip={tip} onTip={setTip} />
      </section>
      <TenderPanel
        totalFor={(cashOnly) => amountDue(bill.total, cashOnly ? ['Cash'] : ['Card'], roundCash, tip).due}
        methods={offeredMethods(bill.customerId > 0)}
        payments={planned}
        onPayments={(next) => setPayments(bill.key, next)}
        busy={busy}
        refusal={refusal}
        onPay={(all) => {
          if (isPaying.current) return;
          isPaying.current = true;
          setBusy(true);
          setRefusal(undefined);
          void pay(bill.key, { payments: all, ...(tip > 0 ? { tip } : {}) }).then((outcome) => {
            isPaying.current = false;
            setBusy(false);
            if (outcome.state === 'refused') setRefusal(sentenceText(outcome.reason.message));
            else onPaid(outcome.change);
          });
        }}
      />
      {discounting && (
        <DiscountDialog
          bill={bill}
          onApply={(discount) => void applyDiscount(bill, discount)}
          onClose={() => setDiscounting(false)}
        />
      )}
    </div>
  );
}
