import { addDays } from '@atoll/domain/date/business-day';
import { addMonths, calendarMonth, monthNames, weekdayNames } from '@atoll/domain/date/calendar';
import { formatPickedDate } from '@atoll/domain/date/format';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { localizeDate } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { IconButton } from '../display/button.tsx';
import styles from './calendar.module.css';

interface CalendarProps {
  /** 'YYYY-MM-DD' */
  readonly value: string | null;
  readonly onChange: (date: string) => void;
  readonly today: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -7, ArrowDown: 7, PageUp: -28, PageDown: 28 };

/** Renders a month padded to 35 or 42 cells, Sunday first (R11.8). Arrow keys move by day and week. */
export function Calendar({ value, onChange, today, min, max }: CalendarProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState(value ?? today);
  const [year = 2000, month = 1] = at.split('-').map(Number);
  const grid = useRef<HTMLTableElement>(null);
  const wantsFocus = useRef(false);
  const isOut = (date: string) => (min !== undefined && date < min) || (max !== undefined && date > max);
  const cells = calendarMonth(year, month);
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-date="${at}"]`)?.focus();
  });

  const show = (to: { year: number; month: number }) => {
    setAt(`${to.year}-${String(to.month).padStart(2, '0')}-01`);
  };
  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const by = { ...steps, ArrowLeft: -forward, ArrowRight: forward }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    setAt(addDays(at, by));
  }

  return (
    <div className={styles.calendar} role="group" aria-label={t('widget.calendar')}>
      <div className={styles.head}>
        <IconButton icon="back" label={t('widget.previousMonth')} onClick={() => show(addMonths(year, month, -1))} />
        <span aria-live="polite">{localizeDate(`${monthNames[month - 1]} ${year}`)}</span>
        <IconButton icon="forward" label={t('widget.nextMonth')} onClick={() => show(addMonths(year, month, 1))} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col">
                {localizeDate(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map(({ date, day, isInMonth }) => (
                <td key={date}>
                  <button
                    type="button"
                    data-date={date}
                    data-out={!isInMonth || undefined}
                    aria-label={localizeDate(formatPickedDate(date))}
                    aria-current={date === today ? 'date' : undefined}
                    aria-pressed={date === value}
                    tabIndex={date === at ? 0 : -1}
                    disabled={isOut(date)}
                    onClick={() => onChange(date)}
                  >
                    {day}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
