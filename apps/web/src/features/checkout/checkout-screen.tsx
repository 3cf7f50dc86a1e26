import type { Bill } from '@atoll/domain/bill/bill';
import { type PaymentMethod, paymentMethods } from '@atoll/domain/payment/payment';
import { amountDue } from '@atoll/domain/payment/tender';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BillSummary } from '../../business/bill-summary.tsx';
import { BillTotals } from '../../business/bill-totals.tsx';
import { DiscountDialog } from '../../business/discount-dialog.tsx';
import { showRefusal } from '../../business/show-refusal.ts';
import { settingValues, useApp } from '../../lib/app-store.ts';
import { useBill, useBills } from '../../lib/bills.ts';
import { printReceipt } from '../../lib/printing.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import css from './checkout.module.css';
import { nextFreeSlot } from './next-slot.ts';
import { PaidPanel } from './paid-panel.tsx';
import { TenderPanel } from './tender-panel.tsx';

const usualMethods: readonly PaymentMethod[] = ['Cash', 'Card', 'BankTransfer'];

/** Checkout: what is to pay and how it is paid; {id} is the server's id, or the key until there is one (R2.10). */
export function CheckoutScreen() {
  const {
    id = '',
    slot = '',
    type = '',
  } = useParams({ strict: false }) as { id?: string; slot?: string; type?: string };
  const { t } = useTranslation();
  const bill = useBill(id);
  const [paid, setPaid] = useState<{ key: string; change: number }>();
  const loaded = useBills((state) => state.loaded);
  if (bill && paid?.key === bill.key) return <Paid bill={bill} change={paid.change} />;
  if (bill?.isOpen) return <Tender bill={bill} onPaid={(change) => setPaid({ key: bill.key, change })} />;
  if (!loaded) return null;
  return (
    <Empty
      icon="bill"
      level={1}
      title={t('checkout.gone')}
      action={
        <Link
          to="/billing/new/$type/$slot"
          params={{ type, slot }}
          className={buttonClass({ look: 'main', size: 'l' })}
        >
          {t('checkout.back')}
        </Link>
      }
    />
  );
}

function Tender({ bill, onPaid }: { bill: Bill; onPaid: (change: number) => void }) {
  const { t } = useTranslation();
  const { pay, setPayments, setDiscount } = useBills.getState();
  const payments = useBills((state) => state.drafts[bill.key]?.payments) ?? [];
  const [discounting, setDiscounting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const roundCash = useApp((state) => state.settings.find((setting) => setting.key === 'RoundCash')?.value);
  const planned = payments.map((each) => ({
    key: each.key,
    method: each.method,
    amount: each.amount,
    tendered: each.tendered ?? each.amount,
    reference: each.reference ?? '',
  }));
  return (
    <div className={css.screen}>
      <section className={css.summary} aria-label={t('bill.bill')}>
        <header>
          <div>
            <h1>{t('checkout.title')}</h1>
            <p className={css.where}>
              {t(`bill.types.${bill.type}`)} {bill.slot}
              {bill.number !== null && ` · ${t('bill.number', { n: bill.number })}`}
              {bill.customer && ` · ${bill.customer.name || bill.customer.phone}`}
            </p>
          </div>
          <div className={css.headActions}>
            <Button icon="percent" onClick={() => setDiscounting(true)}>
              {t('bill.discount')}
            </Button>
            <Link
              to="/billing/new/$type/$slot"
              params={{ type: bill.type, slot: bill.slot }}
              className={buttonClass({ look: 'outline' })}
            >
              {t('checkout.back')}
            </Link>
          </div>
        </header>
        <BillSummary bill={bill} />
        <BillTotals bill={bill} />
      </section>
      <TenderPanel
        totalFor={(cashOnly) => amountDue(bill.total, cashOnly ? ['Cash'] : ['Card'], roundCash).due}
        methods={offeredMethods()}
        payments={planned}
        onPayments={(next) => setPayments(bill.key, next)}
        busy={busy}
        refusal={refusal}
        onPay={(all) => {
          if (busy) return;
          setBusy(true);
          setRefusal(undefined);
          void pay(bill.key, { payments: all }).then((outcome) => {
            setBusy(false);
            if (outcome.state === 'refused') setRefusal(outcome.reason.message);
            else onPaid(outcome.change);
          });
        }}
      />
      {discounting && (
        <DiscountDialog
          bill={bill}
          onApply={(discount) => {
            const set = setDiscount(bill.key, discount);
            if (!set.ok) showRefusal(set.refusal);
          }}
          onClose={() => setDiscounting(false)}
        />
      )}
    </div>
  );
}

function Paid({ bill, change }: { bill: Bill; change: number }) {
  const navigate = useNavigate();
  const [printing, setPrinting] = useState(false);
  return (
    <PaidPanel
      bill={bill}
      change={change}
      printing={printing}
      onPrint={() => {
        setPrinting(true);
        void printReceipt(bill).finally(() => setPrinting(false));
      }}
      onNew={() => void navigate({ href: nextFreeSlot(bill) })}
    />
  );
}

/** The ways of paying that the outlet offers; a house account needs an account and is not among them here. */
function offeredMethods(): readonly PaymentMethod[] {
  const own = settingValues('PaymentMethods').filter((each): each is PaymentMethod =>
    (paymentMethods as readonly string[]).includes(each),
  );
  const offered = own.length > 0 ? own : usualMethods;
  return offered.filter((each) => each !== 'HouseAccount');
}
