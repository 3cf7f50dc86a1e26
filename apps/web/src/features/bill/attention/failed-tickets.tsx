import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { words } from '../../../api/words.ts';
import { useNow } from '../../../clock/now.ts';
import { useSentence } from '../../../locale/sentence.ts';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useTickets } from '../../../printing/kept-tickets.ts';
import { showAlarmBar } from '../../../printing/print.ts';
import { isLateTicket } from '../../../printing/ticket-state.ts';
import { dismissTicket, retryTicket } from '../../../printing/tickets.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Button, buttonClass } from '../../../ui/display/button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import css from './failed-tickets.module.css';

/** Shows tickets that did not reach the kitchen until they are printed or dismissed (R16.6). */
export function FailedTickets() {
  const { t } = useTranslation();
  const sentence = useSentence();
  const outletId = useApp((state) => state.outletId);
  const tickets = useTickets((state) => state.tickets);
  const [busy, setBusy] = useState(false);
  const now = useNow();
  useEffect(showAlarmBar, []);
  const failed = tickets.filter(
    (ticket) => ticket.outletId === outletId && (ticket.state === 'failed' || isLateTicket(ticket, now)),
  );
  const [first] = failed;
  if (!first) return null;
  const slots = [...new Set(failed.map((ticket) => slotName(t, ticket.bill.type, ticket.bill.slot)))];
  const said = sentence(first.message);
  const isGone = said === '' || first.message === words.noStation;
  const reason = isGone ? [t('bill.printServerGone'), said].filter(Boolean).join('. ') : said;
  return (
    <section className={css.bar} role="alert" aria-label={t('bill.notInKitchen')}>
      <Icon name="warning" />
      <p>
        <b>{t('bill.notInKitchen')}</b> {slots.join(', ')} · {reason}
      </p>
      <Button
        look="danger"
        busy={busy}
        onClick={() => {
          setBusy(true);
          void Promise.all(failed.map((ticket) => retryTicket(ticket.key))).finally(() => setBusy(false));
        }}
      >
        {t('ui.tryAgain')}
      </Button>
      <Link to={pathTo('Print Jobs')} className={buttonClass({ look: 'plain' })}>
        {t('printJob.title')}
      </Link>
      <Button look="plain" onClick={() => void Promise.all(failed.map((ticket) => dismissTicket(ticket.key)))}>
        {t('bill.kitchenTold')}
      </Button>
    </section>
  );
}
