import type { Bill } from '@atoll/domain/bill/bill';
import { deliveryOf, isLate } from '@atoll/domain/delivery/delivery';
import { BillSummary } from '../../bill/bill-summary.tsx';
import { BillTotals } from '../../bill/bill-totals.tsx';
import { useNow } from '../../clock/now.ts';
import { DeliveryChip } from '../../delivery/delivery-chip.tsx';
import { dayAndTime } from '../../locale/instant.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import css from './order-details.module.css';
import { usePaidWord } from './paid-chip.tsx';

/** Shows one order: customer, address, items, amount, and its events. */
export function OrderDetails({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation();
  const now = useNow();
  const timezone = useTimezone();
  const delivery = deliveryOf(bill);
  const paidWord = usePaidWord(bill);
  const rows: readonly (readonly [string, string])[] = [
    [t('delivery.number'), bill.number === null ? '' : String(bill.number)],
    [t('delivery.name'), delivery.name],
    [t('delivery.phone'), delivery.phone],
    [t('delivery.address'), delivery.address],
    [t('delivery.landmark'), delivery.landmark],
    [t('delivery.zone'), delivery.zoneName],
    [t('delivery.promised'), delivery.promisedAt ? dayAndTime(delivery.promisedAt, timezone) : ''],
    [t('delivery.channel'), t(`delivery.channels.${delivery.channel}`)],
    [t('delivery.rider'), delivery.riderName],
    [t(bill.type === 'Takeaway' ? 'bill.note' : 'delivery.note'), delivery.note],
  ];
  return (
    <div className={css.details}>
      <p className={css.title}>
        {slotName(t, bill.type, bill.slot)}
        {bill.deliveryStatus && <DeliveryChip status={bill.deliveryStatus} isLate={isLate(bill, now)} />}
      </p>
      <dl className={css.rows}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value === delivery.phone ? <a href={`tel:${value.replace(/[^+\d]/g, '')}`}>{value}</a> : value}</dd>
            </div>
          ))}
      </dl>
      <BillSummary bill={bill} />
      <BillTotals bill={bill} />
      <p className={css.pay}>{paidWord}</p>
      <Timeline bill={bill} timezone={timezone} />
    </div>
  );
}

function Timeline({ bill, timezone }: { readonly bill: Bill; readonly timezone: string }) {
  const { t } = useTranslation();
  const steps = bill.delivery?.steps ?? [];
  if (steps.length === 0) return null;
  return (
    <section className={css.timeline} aria-label={t('delivery.timeline')}>
      <h3>{t('delivery.timeline')}</h3>
      <ol>
        {steps.map((step) => (
          <li key={`${step.status} ${step.at}`}>
            <strong>{t(`delivery.statuses.${step.status}`)}</strong>
            <span>{t('delivery.stepBy', { time: dayAndTime(step.at, timezone), name: step.byName })}</span>
            {step.reason && <span>{step.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
