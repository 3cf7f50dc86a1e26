import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import type { BumpState } from '@atoll/domain/kitchen/states';
import { quantityOf } from '@atoll/domain/money/quantity';
import { clockTime } from '../../locale/instant.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import css from './done-drawer.module.css';

interface DoneDrawerProps {
  readonly tickets: readonly KitchenTicket[];
  readonly onRecall: (ticket: KitchenTicket, state: BumpState) => void;
  readonly onClose: () => void;
}

/** Lists recently served tickets, the latest first; each can be recalled. */
export function DoneDrawer({ tickets, onRecall, onClose }: DoneDrawerProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  return (
    <Drawer title={t('kitchen.doneTitle')} onClose={onClose}>
      {tickets.length === 0 && <Empty icon="history" title={t('kitchen.doneEmpty')} />}
      <ul className={css.list}>
        {tickets.map((ticket) => (
          <li key={ticket.key} className={css.row}>
            <span className={css.what}>
              <strong>{slotName(t, ticket.slotType, ticket.slot)}</strong>
              <small>
                {t('kitchen.number', { number: ticket.number })} · {clockTime(ticket.changedAt, timezone)}
              </small>
              <small>{ticket.lines.map((line) => `${quantityOf(line)} ${line.name}`).join(', ')}</small>
            </span>
            <Button icon="undo" onClick={() => onRecall(ticket, 'Recalled')}>
              {t('kitchen.recall')}
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
