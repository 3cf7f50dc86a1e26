import type { Bill } from '@atoll/domain/bill/bill';
import type { KitchenLine, KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { type BumpState, nextBump } from '@atoll/domain/kitchen/states';
import { quantityText } from '@atoll/domain/money/quantity';
import { useTranslation } from 'react-i18next';
import { joinedList } from '../../locale/joined-list.ts';
import { Button } from '../../ui/display/button.tsx';
import { type Age, minutesSince } from './board.ts';
import css from './ticket-card.module.css';

interface TicketCardProps {
  readonly ticket: KitchenTicket;
  /** The digit key that bumps it, from 1; none after 9. */
  readonly digit: number | undefined;
  readonly now: number;
  readonly age: Age;
  readonly moved: ReadonlyMap<string, Pick<Bill, 'type' | 'slot'>>;
  readonly onBump: (ticket: KitchenTicket, state: BumpState) => void;
}

/** Shows a ticket as a card: slot, age, items, and one button that bumps it. */
export function TicketCard({ ticket, digit, now, age, moved, onBump }: TicketCardProps) {
  const { t } = useTranslation();
  const slot = `${t(`bill.types.${ticket.slotType}`)} ${ticket.slot}`;
  const next = nextBump(ticket.state, ticket.kind);
  const action = ticket.kind === 'Cancel' ? t('kitchen.seen') : next && t(`kitchen.bump.${next}`);
  const guests = ticket.covers > 0 ? t('kitchen.guests', { count: ticket.covers }) : '';
  const about = joinedList([ticket.waiter, guests, ticket.customer]);
  return (
    <article
      className={css.card}
      data-age={age}
      data-state={ticket.state}
      data-kind={ticket.kind}
      aria-label={t('kitchen.ticket', { number: ticket.number, slot })}
    >
      <header className={css.head}>
        <h2 className={css.slot}>{slot}</h2>
        <span className={css.age}>{t('kitchen.age', { n: minutesSince(ticket.createdAt, now) })}</span>
        <span className={css.about}>
          {t(`kitchen.stations.${ticket.station}`)} {t('kitchen.number', { number: ticket.number })}
        </span>
        <span className={css.state}>
          {t(ticket.state === 'New' ? `kitchen.kinds.${ticket.kind}` : `kitchen.states.${ticket.state}`)}
        </span>
      </header>
      <ul className={css.lines}>
        {ticket.lines.map((line) => (
          <Line key={line.key} line={line} isCancel={ticket.kind === 'Cancel'} moved={moved.get(line.key)} />
        ))}
      </ul>
      {(about || ticket.note) && (
        <p className={css.foot}>
          {ticket.note && <strong>{ticket.note}</strong>}
          {about && <span>{about}</span>}
        </p>
      )}
      {next && (
        <Button
          look={ticket.state === 'New' ? 'accent' : 'soft'}
          size="l"
          block
          className={css.bump}
          aria-label={t('kitchen.bumpOf', { action: action ?? '', slot, number: ticket.number })}
          onClick={() => onBump(ticket, next)}
        >
          {digit !== undefined && <kbd className={css.digit}>{digit}</kbd>}
          {action}
        </Button>
      )}
    </article>
  );
}

interface LineProps {
  readonly line: KitchenLine;
  readonly isCancel: boolean;
  readonly moved: Pick<Bill, 'type' | 'slot'> | undefined;
}

function Line({ line, isCancel, moved }: LineProps) {
  const { t } = useTranslation();
  return (
    <li className={css.line} data-void={line.isVoid || isCancel}>
      <span className={css.qty}>{quantityText(line.qty, line.unit)}</span>
      <span className={css.what}>
        <span className={css.name}>
          {line.name}
          {line.size && <small> {line.size}</small>}
        </span>
        {[...line.modifiers, ...line.notes].map((text, index) => (
          <span key={`${index} ${text}`} className={css.note}>
            {text}
          </span>
        ))}
        {moved && (
          <span className={css.note}>
            {t('kitchen.movedTo', { slot: `${t(`bill.types.${moved.type}`)} ${moved.slot}` })}
          </span>
        )}
      </span>
    </li>
  );
}
