import { isLatePayment, type OutboxEntry } from '../../../outbox/entry.ts';
import { useOutbox } from '../../../outbox/outbox.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { useLatePayment } from '../../../unsent/use-late-payment.tsx';
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
  const { title, text, ways } = useLatePayment(entry);
  return (
    <section className={css.bar} role="alert" aria-label={title}>
      <Icon name="warning" />
      <p>
        <b>{title}</b> {text}
      </p>
      {ways}
    </section>
  );
}
