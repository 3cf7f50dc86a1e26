import { isOfflineApproval } from '@atoll/domain/access/offline-approval';
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isSetHead } from '@atoll/domain/bill/set-menu/set-menu';
import { canBecomeTaxInvoice, isTaxParty } from '@atoll/domain/bill/tax-invoice';
import { waiterOf } from '@atoll/domain/bill/waiter';
import { formatAmount, laari } from '@atoll/domain/money/money';
import type { Payment } from '@atoll/domain/payment/payment';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isSaving, useConnection } from '../../api/connection.ts';
import { usePermissionEffect } from '../../approval/permission-effect.ts';
import { BillSummary } from '../../bill/bill-summary.tsx';
import { BillTotals } from '../../bill/bill-totals.tsx';
import { checkName } from '../../bill/check-name.ts';
import { PriceSteps } from '../../bill/price/price-steps.tsx';
import { giveReceipt } from '../../bill/reprint.ts';
import { StateChip } from '../../bill/state-chip.tsx';
import { buyerText } from '../../bill/tax-invoice-words.ts';
import { MaskedNote } from '../../bill/waiter/masked-note.tsx';
import { dayAndTime } from '../../locale/instant.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactList } from '../../record/fact-list.tsx';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { Whole } from '../../ui/display/whole.tsx';
import { Drawer, openDelayMs } from '../../ui/overlay/overlay.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { CorrectPaymentDialog } from './correct-payment.tsx';
import { paymentName } from './payment-name.ts';
import { RefundDialog } from './refund-bill.tsx';
import { TaxInvoiceDialog } from './tax-invoice-dialog.tsx';
import { Timeline } from './timeline.tsx';
import { correctablePayments } from './use-correction.ts';
import { useHistoryBill, useRefetchBills, useTimeline } from './use-history-bill.ts';
import css from './view-bill.module.css';

/** Shows one bill of the history in a drawer: items and payments, with its receipt and marked reprints. */
export function ViewBill() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn('/billing/history');
  const found = useHistoryBill(id);
  const bill = found.data;
  return (
    <Drawer
      title={t('history.viewBill')}
      onClose={close}
      delayMs={openDelayMs}
      footer={bill && !bill.isMasked && <Actions bill={bill} />}
    >
      {bill?.isMasked ? (
        <MaskedNote bill={bill} />
      ) : bill ? (
        <Details bill={bill} />
      ) : found.isError ? (
        <NotLoaded found={found} />
      ) : (
        <SkeletonRows label={t('ui.loading')} />
      )}
    </Drawer>
  );
}

/** Returns why an item costs what it costs (R21.21). The parts of a set divide its price; a refund gives back what was paid. */
const explained = (bill: Bill, item: BillItem) =>
  bill.refundOfId === null && !isSetHead(item) && <PriceSteps bill={bill} item={item} />;

function Details({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const rows: readonly (readonly [string, string])[] = [
    [t('history.number'), bill.number === null ? '' : String(bill.number)],
    [t('history.invoice'), bill.invoiceNumber ?? ''],
    [t('history.opened'), dayAndTime(bill.createdAt, timezone)],
    [t('history.completed'), bill.completedAt ? dayAndTime(bill.completedAt, timezone) : ''],
    [t('history.by'), waiterOf(bill).name],
    [t('history.customer'), bill.customer?.name ?? ''],
    [t('service.taxInvoice'), bill.taxInvoice ? buyerText(bill.taxInvoice.buyer) : ''],
    [t('history.voidReason'), bill.voidReason ?? ''],
    [t('history.guests'), bill.covers > 0 ? String(bill.covers) : ''],
    [t('service.billName'), bill.name],
    [t('service.billNote'), bill.note],
    [t('delivery.allergies'), bill.allergies ?? ''],
  ];
  const timeline = useTimeline(String(bill.id ?? bill.key));
  return (
    <div className={css.details}>
      <p className={css.title}>
        {checkName(t, bill)} <StateChip bill={bill} />
        {bill.refundOfId !== null && <Chip tone="late">{t('service.refundOf')}</Chip>}
        {bill.approved.some(isOfflineApproval) && <Chip tone="late">{t('approval.withoutServer')}</Chip>}
      </p>
      <FactList facts={rows} className={css.rows} />
      <BillSummary bill={bill} explain={(item) => explained(bill, item)} />
      <BillTotals bill={bill} />
      <Payments bill={bill} />
      {(timeline.data?.refunds.length ?? 0) > 0 && (
        <dl className={css.rows} aria-label={t('service.refunds')}>
          {timeline.data?.refunds.map((refund) => (
            <div key={refund.id}>
              <dt>
                <Link to="/billing/history/view/$id" params={{ id: String(refund.id) }}>
                  <Whole>{refund.invoiceNumber ?? ''}</Whole>
                </Link>{' '}
                · {refund.reason}
              </dt>
              <dd>{formatAmount(laari(refund.total))}</dd>
            </div>
          ))}
        </dl>
      )}
      {timeline.data && <Timeline events={timeline.data.events} />}
      {timeline.isError && !timeline.data && <NotLoaded found={timeline} isRow />}
    </div>
  );
}

/** Shows what was handed over for a cash payment and the change, unless exactly its amount was. */
function Handed({ payment: { tendered, change, currency } }: { readonly payment: Payment }) {
  const { t } = useTranslation();
  if (change <= 0 && !currency) return null;
  const handed = formatAmount(laari(tendered));
  const received = currency ? `${currency.code} ${formatAmount(laari(currency.units))} = ${handed}` : handed;
  return (
    <dd className={css.handed}>
      {t('checkout.received')} <bdi dir="ltr">{received}</bdi>
      {change > 0 && (
        <>
          {` · ${t('checkout.change')} `}
          <bdi dir="ltr">{formatAmount(laari(change))}</bdi>
        </>
      )}
    </dd>
  );
}

/** Lists the payments that count, and the corrections by which others were replaced. */
function Payments({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const counted = bill.payments.filter(({ status }) => status !== 'Voided');
  const { exchanges = [] } = bill;
  return (
    <>
      {counted.length > 0 && (
        <dl className={css.rows} aria-label={t('history.payments')}>
          {counted.map((payment) => (
            <div key={payment.key}>
              <dt>{paymentName(payment)}</dt>
              <dd>
                {payment.unsetRate && (
                  <>
                    <Chip tone="late">{t('zReport.unsetRate')}</Chip>{' '}
                  </>
                )}
                {formatAmount(laari(payment.amount))}
              </dd>
              <Handed payment={payment} />
            </div>
          ))}
          {bill.tip !== 0 && (
            <div>
              <dt>{t('bill.tip')}</dt>
              <dd>{formatAmount(laari(bill.tip))}</dd>
            </div>
          )}
          {bill.roundingAmount !== 0 && (
            <div>
              <dt>{t('bill.rounding')}</dt>
              <dd>{formatAmount(laari(bill.roundingAmount))}</dd>
            </div>
          )}
        </dl>
      )}
      {exchanges.length > 0 && (
        <section className={css.corrections} aria-label={t('service.corrections')}>
          <h3>{t('service.corrections')}</h3>
          {exchanges.map(({ captured, reversed, reason, at, byName }) => (
            <p key={captured.key}>
              <span>{t('service.fromTo', { before: paymentName(reversed), after: paymentName(captured) })}</span>
              <bdi dir="ltr">{formatAmount(laari(captured.amount))}</bdi>
              <small>{joinedList([reason, byName, dayAndTime(at, timezone)])}</small>
            </p>
          ))}
        </section>
      )}
      {bill.status === 'Complete' && <CorrectPayment bill={bill} />}
    </>
  );
}

function Actions({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const params = { id: String(bill.id ?? bill.key) };
  if (bill.isOpen) {
    return (
      <>
        <Link to="/billing/history/void/$id" params={params} className={buttonClass({ look: 'dangerSoft' })}>
          {t('service.voidBill')}
        </Link>
        <Link to="/billing/history/edit/$id" params={params} className={buttonClass({ look: 'outline' })}>
          {t('service.edit')}
        </Link>
        <Link to="/billing/history/settle/$id" params={params} className={buttonClass({ look: 'main' })}>
          {t('service.settle')}
        </Link>
      </>
    );
  }
  return bill.status === 'Complete' ? <PaidActions bill={bill} /> : null;
}

function PaidActions({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const [printing, setPrinting] = useState(false);
  const [refunding, setRefunding] = useState(false);
  const [issuing, setIssuing] = useState(false);
  const timeline = useTimeline(String(bill.id ?? bill.key));
  const reread = useRefetchBills();
  const mayRefund = usePermissionEffect('bill.refund') !== 'deny';
  const { left = [], owed = 0, byMethod, wallets } = timeline.data ?? {};
  const mayIssue = usePermissionEffect('bill.reprint') !== 'deny';
  const isSellerKnown = useApp(({ outlet }) => outlet !== null && isTaxParty(outlet));
  return (
    <>
      {mayRefund && left.length > 0 && (
        <Button look="dangerSoft" onClick={() => setRefunding(true)}>
          {t('service.refund')}
        </Button>
      )}
      {mayIssue && isSellerKnown && canBecomeTaxInvoice(bill) && (
        <Button onClick={() => setIssuing(true)}>{t('service.makeTaxInvoice')}</Button>
      )}
      <Button
        look="accent"
        icon="printer"
        busy={printing}
        onClick={() => {
          setPrinting(true);
          void giveReceipt(bill).finally(() => setPrinting(false));
        }}
      >
        {t(bill.taxInvoice ? 'service.printTaxInvoice' : 'history.printReceipt')}
      </Button>
      {issuing && (
        <TaxInvoiceDialog
          bill={bill}
          onClose={() => setIssuing(false)}
          onDone={() => {
            setIssuing(false);
            showToast(t('service.taxInvoiceMade'), 'good');
            void reread();
          }}
        />
      )}
      {refunding && (
        <RefundDialog
          {...{ bill, left, owed, byMethod, wallets }}
          onClose={() => setRefunding(false)}
          onDone={() => {
            setRefunding(false);
            showToast(t('refund.done'), 'good');
            void reread();
          }}
        />
      )}
    </>
  );
}

/** Offers to correct the payment method, to people who may or who may ask. It needs the server. */
function CorrectPayment({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const isServerReachable = useConnection(isSaving);
  const isAllowed = usePermissionEffect('payment.correct') !== 'deny';
  const reread = useRefetchBills();
  if (!isAllowed || bill.refundOfId !== null || correctablePayments(bill).length === 0) return null;
  return (
    <>
      <Button look="outline" className={css.correct} disabled={!isServerReachable} onClick={() => setIsOpen(true)}>
        {t(isServerReachable ? 'service.correct' : 'correct.needsServer')}
      </Button>
      {isOpen && (
        <CorrectPaymentDialog
          bill={bill}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false);
            showToast(t('correct.done'), 'good');
            void reread();
          }}
        />
      )}
    </>
  );
}
