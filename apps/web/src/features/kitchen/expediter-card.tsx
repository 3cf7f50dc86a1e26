import type { KitchenLine, KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import type { BumpState } from '@atoll/domain/kitchen/states';
import { quantityText } from '@atoll/domain/money/quantity';
import { itemMarks } from '../../bill/item-mark-words.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { minutesSince } from './board.ts';
import css from './expediter-card.module.css';
import { useStationName } from './station-name.ts';

interface ExpediterCardProps {
  /** The open tickets of a bill, the oldest first. */
  readonly tickets: readonly [KitchenTicket, ...KitchenTicket[]];
  readonly now: number;
  readonly onBump: (ticket: KitchenTicket, state: BumpState) => void;
}

/** Shows what is open of a bill by station, what of it is done, and serves what is ready. */
export function ExpediterCard({ tickets, now, onBump }: ExpediterCardProps) {
  const { t } = useTranslation();
  const nameOf = useStationName();
  const [first] = tickets;
  const slot = slotName(t, first.slotType, first.slot);
  const ready = tickets.filter(({ state }) => state === 'Ready');
  return (
    <article className={css.card} aria-label={slot} data-ready={ready.length === tickets.length}>
      <header className={css.head}>
        <h2 className={css.slot}>{slot}</h2>
        <span className={css.age}>{t('kitchen.age', { n: minutesSince(first.createdAt, now) })}</span>
        {first.waiter && <span className={css.waiter}>{first.waiter}</span>}
      </header>
      {first.allergies && <p className={css.allergies}>{t('bill.allergies', { allergies: first.allergies })}</p>}
      {tickets.map((ticket) => (
        <section key={ticket.key} className={css.station} data-state={ticket.state}>
          <h3 className={css.name}>
            <span>
              {nameOf(ticket.station)} {t('kitchen.number', { number: ticket.number })}
            </span>
            <span className={css.state}>{t(`kitchen.states.${ticket.state}`)}</span>
          </h3>
          <ul>
            {ticket.lines.map((line) => (
              <Line key={line.key} line={line} isDone={ticket.state === 'Ready' || line.isDone === true} />
            ))}
          </ul>
        </section>
      ))}
      {ready.length > 0 && (
        <Button
          look="accent"
          size="l"
          block
          className={css.serve}
          aria-label={t('kitchen.serveOf', { slot })}
          onClick={() => {
            for (const ticket of ready) onBump(ticket, 'Served');
          }}
        >
          {t('kitchen.bump.Served')}
        </Button>
      )}
    </article>
  );
}

function Line({ line, isDone }: { readonly line: KitchenLine; readonly isDone: boolean }) {
  const { t } = useTranslation();
  const { name, size, set, qty, unit, seat, marks, modifiers, notes, isVoid } = line;
  return (
    <li className={css.line} data-void={isVoid}>
      <span className={css.qty}>{quantityText(qty, unit)}</span>
      <span>
        {name} {size} {set && <small>[{set}]</small>} {seat && <small>{t('seat.name', { n: seat })}</small>}
        {marks && <small className={css.note}>{joinedList(itemMarks(marks).map(({ text }) => text))}</small>}
        {[...modifiers, ...notes].map((text, index) => (
          <small key={`${index} ${text}`} className={css.note}>
            {text}
          </small>
        ))}
      </span>
      {isDone && !isVoid && (
        <span className={css.done} role="img" aria-label={t('kitchen.lineDone')}>
          <Icon name="check" />
        </span>
      )}
    </li>
  );
}
