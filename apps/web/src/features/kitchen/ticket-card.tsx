import type { KitchenLine, KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { placesElsewhere } from '@atoll/domain/kitchen/move-ticket';
import { type BumpState, nextBump } from '@atoll/domain/kitchen/states';
import { allergensAgainst } from '@atoll/domain/menu/allergy';
import type { ItemMarks } from '@atoll/domain/menu/marks';
import { quantityText } from '@atoll/domain/money/quantity';
import { isAllergyNote } from '@atoll/domain/ticket/allergy-note';
import { itemMarks } from '../../bill/item-mark-words.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { holdSecondPress } from '../../ui/hook/second-press.ts';
import { type Age, minutesSince } from './board.ts';
import { useStationName } from './station-name.ts';
import css from './ticket-card.module.css';
import { useRowSpan } from './use-row-span.ts';

interface TicketCardProps {
  readonly ticket: KitchenTicket;
  /** The digit key that bumps it, from 1; none after 9. */
  readonly digit: number | undefined;
  readonly now: number;
  readonly age: Age;
  /** One tap finishes the ticket. */
  readonly isOneTap: boolean;
  readonly onBump: (ticket: KitchenTicket, state: BumpState) => void;
  /** A tap on a line marks it as done, or as not done after all. Absent: lines cannot be marked. */
  readonly onMark?: ((ticket: KitchenTicket, line: KitchenLine) => void) | undefined;
  /** Says that the ticket was seen. Absent: it is not due, or was touched. */
  readonly onSeen?: ((ticket: KitchenTicket) => void) | undefined;
}

/** Shows a ticket as a card: slot, age, items, and one button that bumps it. */
export function TicketCard({ ticket, digit, now, age, isOneTap, onBump, onMark, onSeen }: TicketCardProps) {
  const { t } = useTranslation();
  const card = useRowSpan();
  const nameOf = useStationName();
  const slot = slotName(t, ticket.slotType, ticket.slot);
  const next = nextBump(ticket.state, ticket.kind, isOneTap);
  const action = ticket.kind === 'Cancel' ? t('kitchen.seen') : next && t(`kitchen.bump.${next}`);
  const guests = ticket.covers > 0 ? t('kitchen.guests', { count: ticket.covers }) : '';
  const sender = ticket.sentBy ? t('kitchen.sentBy', { name: ticket.sentBy }) : '';
  const about = joinedList([ticket.waiter, sender, guests, ticket.customer]);
  return (
    <article
      ref={card}
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
          {nameOf(ticket.station)} {t('kitchen.number', { number: ticket.number })}
        </span>
        <span className={css.state}>
          {ticket.kind === 'Fire' && ticket.state === 'New'
            ? t('course.fire', { n: ticket.lines[0]?.course ?? 0 })
            : t(ticket.state === 'New' ? `kitchen.kinds.${ticket.kind}` : `kitchen.states.${ticket.state}`)}
        </span>
      </header>
      {onSeen && <Unseen ticket={ticket} slot={slot} now={now} onSeen={onSeen} />}
      {ticket.allergies && <p className={css.allergies}>{t('bill.allergies', { allergies: ticket.allergies })}</p>}
      <ul className={css.lines}>
        {ticket.lines.map((line) => (
          <Line key={line.key} ticket={ticket} line={line} onMark={onMark} />
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
          look={ticket.state === 'New' || isOneTap ? 'accent' : 'soft'}
          size="l"
          block
          className={css.bump}
          aria-label={t('kitchen.bumpOf', { action: action ?? '', slot, number: ticket.number })}
          onClick={() => {
            onBump(ticket, next);
            // Where one tap finishes a ticket, the next tap at this place is meant for the next ticket.
            if (!isOneTap) holdSecondPress();
          }}
        >
          {digit !== undefined && <kbd className={css.digit}>{digit}</kbd>}
          {action}
        </Button>
      )}
    </article>
  );
}

interface UnseenProps extends Pick<TicketCardProps, 'ticket' | 'now'> {
  readonly slot: string;
  readonly onSeen: (ticket: KitchenTicket) => void;
}

/** Says for how long nobody has touched the ticket. A cancellation is seen by its own button. */
function Unseen({ ticket, slot, now, onSeen }: UnseenProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={css.unseen}>
      <span>{t('kitchen.notSeen', { n: minutesSince(ticket.createdAt, now) })}</span>
      {ticket.kind !== 'Cancel' && (
        <Button
          aria-label={t('kitchen.bumpOf', { action: t('kitchen.sawIt'), slot, number: ticket.number })}
          onClick={() => {
            onSeen(ticket);
            // The items come where the button was.
            holdSecondPress();
          }}
        >
          {t('kitchen.sawIt')}
        </Button>
      )}
    </div>
  );
}

interface LineProps extends Pick<TicketCardProps, 'ticket' | 'onMark'> {
  readonly line: KitchenLine;
}

/** Shows an item; what is at another slot than the headline of the ticket says where. */
function Line({ ticket, line, onMark }: LineProps) {
  const isGone = line.isVoid || ticket.kind === 'Cancel';
  if (isGone || !onMark)
    return (
      <li className={css.line} data-void={isGone}>
        <LineWords ticket={ticket} line={line} />
      </li>
    );
  return (
    <li>
      <button
        type="button"
        className={css.line}
        aria-pressed={line.isDone ?? false}
        onClick={() => onMark(ticket, line)}
      >
        <LineWords ticket={ticket} line={line} />
        {line.isDone && (
          <span className={css.done}>
            <Icon name="check" />
          </span>
        )}
      </button>
    </li>
  );
}

interface MarksProps {
  readonly marks: ItemMarks;
  readonly allergies: string | undefined;
}

/** Shows the marks of an item; an allergen that a guest must not eat stands light on dark (R23.22). */
function Marks({ marks, allergies = '' }: MarksProps) {
  const isAgainst = allergensAgainst(marks, allergies).length > 0;
  return (
    <span className={css.marks}>
      {itemMarks(marks).map(({ text, isAllergen }) => (
        <span key={text} data-allergy={isAllergen && isAgainst}>
          {text}
        </span>
      ))}
    </span>
  );
}

function LineWords({ ticket, line }: Pick<LineProps, 'ticket' | 'line'>) {
  const { t } = useTranslation();
  return (
    <>
      <span className={css.qty}>{quantityText(line.qty, line.unit)}</span>
      <span className={css.what}>
        <span className={css.name}>
          {line.name}
          {line.size && <small> {line.size}</small>}
          {line.set && <small> [{line.set}]</small>}
          {line.seat && <small> {t('seat.name', { n: line.seat })}</small>}
        </span>
        {line.marks && <Marks marks={line.marks} allergies={ticket.allergies} />}
        {[...line.modifiers, ...line.notes].map((text, index) => (
          <span key={`${index} ${text}`} className={css.note} data-allergy={isAllergyNote(text)}>
            {text}
          </span>
        ))}
        {placesElsewhere(ticket, line).map(({ qty, type, slot }) => (
          <span key={`${type} ${slot}`} className={css.note}>
            {t(qty < line.qty ? 'kitchen.partMovedTo' : 'kitchen.movedTo', {
              slot: slotName(t, type, slot),
              qty: quantityText(qty, line.unit),
            })}
          </span>
        ))}
      </span>
    </>
  );
}
