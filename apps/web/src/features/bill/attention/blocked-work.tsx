import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../locale/use-translation.ts';
import { showAttention } from '../../../outbox/attention.ts';
import { useOutbox } from '../../../outbox/outbox.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Button, buttonClass } from '../../../ui/display/button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import css from './failed-tickets.module.css';

/**
 * Shows work that is blocked because its shift was closed before it arrived, and offers to open a shift
 * (docs/rules.md#arrival).
 */
export function BlockedWork() {
  const { t } = useTranslation();
  const outletId = useApp((state) => state.outletId);
  const count = useOutbox(
    (state) => state.entries.filter((entry) => entry.state === 'held' && entry.outletId === outletId).length,
  );
  if (count === 0) return null;
  const title = t('outbox.heldTitle', { count });
  return (
    <section className={css.bar} role="alert" aria-label={title}>
      <Icon name="warning" />
      <p>
        <b>{title}</b> {t('outbox.why.held')}
      </p>
      <Link to={pathTo('New Sale')} className={buttonClass({ look: 'accent' })}>
        {t('outbox.ways.startShift')}
      </Link>
      <Button look="plain" onClick={showAttention}>
        {t('outbox.show')}
      </Button>
    </section>
  );
}
