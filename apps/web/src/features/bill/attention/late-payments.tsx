import { useTranslation } from 'react-i18next';
import { isLatePayment, type OutboxEntry } from '../../../outbox/entry.ts';
import { useOutbox } from '../../../outbox/outbox.ts';
import { amountOf } from '../../../outbox/unsynced-amount.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { moneyText } from '../../../ui/display/money.tsx';
import { dueOf, slotOf, whyOf } from '../../../unsent/outbox-words.ts';
import { useResolutions } from '../../../unsent/use-resolutions.ts';
import css from './failed-tickets.module.css';

/**
 * Shows payments that were taken on this till but reached the server too late. The money is in the drawer, so it is
 * either applied or given back (docs/rules.md#late-payments).
 */
export function LatePayments() {
  const entries = useOutbox((state) => state.entries);
  const outletId = useApp((state) => state.outletId);
  const late = entries.filter((entry) => isLatePayment(entry) && entry.outletId === outletId);
  return late.map((entry) => <LatePayment key={entry.seq} entry={entry} />);
}

function LatePayment({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const { resolutions, resolve } = useResolutions(entry);
  const slot = slotOf(entry, t);
  const amount = moneyText(amountOf(entry));
  const isShort = resolutions.includes('takeRest') && dueOf(entry) > 0;
  return (
    <section className={css.bar} role="alert" aria-label={t('service.lateTitle', { slot })}>
      <Icon name="warning" />
      <p>
        <b>{t('service.lateTitle', { slot })}</b>{' '}
        {isShort ? t('service.lateShort', { amount, due: moneyText(dueOf(entry)) }) : `${amount}. ${whyOf(entry, t)}`}
      </p>
      {resolutions.map((resolution) => (
        <Button
          key={resolution}
          look={resolution === 'takeRest' ? 'accent' : 'plain'}
          onClick={() => resolve(resolution)}
        >
          {t(`outbox.ways.${resolution}`)}
        </Button>
      ))}
    </section>
  );
}
