import type { Bill } from '@atoll/domain/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../lib/app-store.ts';
import { useBills } from '../../lib/bills.ts';
import type { OutboxEntry } from '../../lib/outbox/entry.ts';
import { discard, useOutbox } from '../../lib/outbox/outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';
import css from './failed-tickets.module.css';

/** Payments that were taken here and came too late: the money is in the drawer, so it is either applied or given back (A4). */
export function LatePayments() {
  const entries = useOutbox((state) => state.entries);
  const outletId = useApp((state) => state.outletId);
  const late = entries.filter(
    (entry) => entry.kind === 'pay' && entry.state === 'rejected' && entry.outletId === outletId,
  );
  return late.map((entry) => <LatePayment key={entry.seq} entry={entry} />);
}

function LatePayment({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const bill = useBills((state) => state.bills[state.aliases[entry.billKey ?? ''] ?? entry.billKey ?? '']);
  const payments = (entry.body['payments'] ?? []) as readonly PaymentInput[];
  const amount = formatMoney(laari(payments.reduce((sum, one) => sum + one.amount, 0)));
  const theirs = bill ?? (entry.reason?.['bill'] as Bill | undefined);
  const due = entry.reason?.['due'];
  const slot = theirs ? `${t(`bill.types.${theirs.type}`)} ${theirs.slot}` : '';
  return (
    <section className={css.bar} role="alert" aria-label={t('service.lateTitle', { slot })}>
      <Icon name="warning" />
      <p>
        <b>{t('service.lateTitle', { slot })}</b>{' '}
        {bill?.isOpen && typeof due === 'number'
          ? t('service.lateShort', { amount, due: formatMoney(laari(due)) })
          : t('service.lateHint', { amount })}
      </p>
      {bill?.isOpen && (
        <Button
          look="accent"
          onClick={() => {
            useBills.getState().setPayments(bill.key, payments);
            void navigate({ href: `/billing/new/checkout/${bill.slot}/${bill.type}/${bill.id ?? bill.key}` });
          }}
        >
          {t('service.takeRest')}
        </Button>
      )}
      <Button
        look="plain"
        onClick={() => {
          void discard(entry.seq);
          showToast(t('service.lateRefunded'), 'good');
        }}
      >
        {t('service.refund')}
      </Button>
    </section>
  );
}
