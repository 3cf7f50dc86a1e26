import { hasMarks } from '@atoll/domain/menu/marks';
import { quantityText } from '@atoll/domain/money/quantity';
import { itemMarks } from '../../bill/item-mark-words.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import { allStations, minutesSince, type StationChoice } from './board.ts';
import type { Waiting } from './use-waiting.ts';
import css from './waiting-list.module.css';

/** Returns what waits at a station. */
export const waitingAt = (waiting: Waiting, station: StationChoice): Waiting =>
  waiting.flatMap((each) => {
    const lines = each.lines.filter((line) => station === allStations || line.station === station);
    return lines.length === 0 ? [] : [{ ...each, lines }];
  });

/** Lists what the kitchen waits for, by course and bill: it counts in no timer and no total (R23.13). */
export function WaitingList({ waiting, now }: { readonly waiting: Waiting; readonly now: number }) {
  const { t } = useTranslation();
  return (
    <ul className={css.list}>
      {waiting.map(({ billKey, course, slotType, slot, lastFiredAt, lines }) => (
        <li key={`${billKey} ${course}`} className={css.row}>
          <strong>
            {slotName(t, slotType, slot)} · {t('course.name', { n: course })}
          </strong>
          {lastFiredAt !== null && <small>{t('course.lastFired', { n: minutesSince(lastFiredAt, now) })}</small>}
          {lines.map(({ key, name, size, qty, unit, marks = {}, modifiers, notes }) => (
            <span key={key}>
              {quantityText(qty, unit)} {name} {size}
              {hasMarks(marks) && <small>{joinedList(itemMarks(marks).map(({ text }) => text))}</small>}
              {[...modifiers, ...notes].map((text, index) => (
                <small key={`${index} ${text}`}>{text}</small>
              ))}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface WaitingDrawerProps {
  readonly waiting: Waiting;
  readonly now: number;
  readonly onClose: () => void;
}

/** Shows the list on screens that have no room beside the tickets. */
export function WaitingDrawer({ waiting, now, onClose }: WaitingDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer title={t('course.waiting')} onClose={onClose}>
      <WaitingList waiting={waiting} now={now} />
    </Drawer>
  );
}
