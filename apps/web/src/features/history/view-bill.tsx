import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount } from '@atoll/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BillSummary } from '../../business/bill-summary.tsx';
import { BillTotals } from '../../business/bill-totals.tsx';
import { StateChip } from '../../business/state-chip.tsx';
import { call } from '../../lib/api.ts';
import { useApp } from '../../lib/app-store.ts';
import { printReceipt } from '../../lib/printing.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Drawer, openDelayMs } from '../../ui/overlay.tsx';
import { useReturn } from '../../ui/return.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './view-bill.module.css';

/** One bill of the history in a drawer: what was ordered, how it was paid; receipt and marked reprints. */
export function ViewBill() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn('/billing/history');
  const found = useQuery({
    queryKey: ['bill', id],
    queryFn: async () => (await call('bill.find', { params: { id }, quiet: true })) as unknown as Bill,
    retry: false,
  });
  const bill = found.data;
  return (
    <Drawer
      title={t('history.viewBill')}
      onClose={close}
      delayMs={openDelayMs}
      footer={bill && <Actions bill={bill} />}
    >
      {bill ? (
        <Details bill={bill} />
      ) : found.isError ? (
        <Empty icon="warning" tone="late" title={t('grid.noConnection')} hint={t('grid.offline')} />
      ) : (
        <SkeletonRows label={t('ui.loading')} />
      )}
    </Drawer>
  );
}

function Details({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const timezone = useApp((state) => state.outlet?.timezone) ?? 'Indian/Maldives';
  const rows: readonly (readonly [string, string])[] = [
    [t('history.number'), bill.number === null ? '' : String(bill.number)],
    [t('history.invoice'), bill.invoiceNumber ?? ''],
    [t('history.opened'), dayAndTime(bill.createdAt, timezone)],
    [t('history.completed'), bill.completedAt ? dayAndTime(bill.completedAt, timezone) : ''],
    [t('history.by'), bill.createdByName],
    [t('history.customer'), bill.customer?.name ?? ''],
    [t('history.voidReason'), bill.voidReason ?? ''],
  ];
  return (
    <div className={css.details}>
      <p className={css.title}>
        {t(`bill.types.${bill.type}`)} {bill.slot} <StateChip bill={bill} />
      </p>
      <dl className={css.rows}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <BillSummary bill={bill} />
      <BillTotals bill={bill} />
      {bill.payments.length > 0 && (
        <dl className={css.rows} aria-label={t('history.payments')}>
          {bill.payments.map((payment) => (
            <div key={payment.key}>
              <dt>
                {t(`checkout.methods.${payment.method}`)}
                {payment.reference && ` · ${payment.reference}`}
              </dt>
              <dd>{formatAmount(payment.amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Actions({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const [printing, setPrinting] = useState(false);
  if (bill.isOpen) {
    return (
      <Link
        to="/billing/new/$type/$slot"
        params={{ type: bill.type, slot: bill.slot }}
        className={buttonClass({ look: 'main' })}
      >
        {t('history.openBill')}
      </Link>
    );
  }
  if (bill.status !== 'Complete') return null;
  return (
    <Button
      look="accent"
      icon="printer"
      busy={printing}
      onClick={() => {
        setPrinting(true);
        void printReceipt(bill).finally(() => setPrinting(false));
      }}
    >
      {t('history.printReceipt')}
    </Button>
  );
}
