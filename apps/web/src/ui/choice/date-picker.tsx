import { formatPickedDate, pickedDatePlaceholder } from '@atoll/domain/date/format';
import { type FocusEvent, type ReactNode, useId, useRef, useState } from 'react';
import { localizeDate } from '../../locale/instant.ts';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { IconButton } from '../display/button.tsx';
import { describe, Frame } from '../field/field.tsx';
import type { Widget } from '../field/widget.ts';
import { keepEscape, ownEscape } from '../hook/escape.ts';
import { mayOpenOnFocus } from '../hook/focus-fault.ts';
import { useInView } from '../hook/use-in-view.ts';
import { Calendar } from './calendar.tsx';
import styles from './date-picker.module.css';

interface DatePickerProps extends Widget<string | null> {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** 'YYYY-MM-DD' of the outlet, never of the device. */
  readonly today: string;
}

const focusDay = (calendarId: string): void =>
  document.querySelector<HTMLElement>(`#${CSS.escape(calendarId)} button[tabindex="0"]`)?.focus();

/** Chooses a date (R11.7): the calendar shows on focus and hides after a choice; the field shows '13 Jan, 2020'. */
export function DatePicker(props: DatePickerProps) {
  const { label, value, onChange, onBlur, hint, error, required, disabled, min, max, today } = props;
  const { t } = useTranslation();
  const say = useLabel();
  const id = useId();
  const calendarId = `${id}-calendar`;
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  function leave(event: FocusEvent<HTMLDivElement>) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setOpen(false);
    onBlur?.();
  }
  function choose(date: string) {
    onChange(date);
    // The focus returns to the field, which would open the calendar again.
    input.current?.focus();
    setOpen(false);
  }
  return (
    <Frame id={id} label={label} hint={hint} error={error} required={required}>
      <div
        role="presentation"
        className={styles.wrap}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          input.current?.focus();
          setOpen(false);
        }}
      >
        <input
          ref={input}
          {...describe(id, hint, error)}
          className={styles.input}
          {...ownEscape(isOpen)}
          readOnly
          role="combobox"
          aria-expanded={isOpen}
          aria-haspopup="grid"
          aria-controls={calendarId}
          aria-required={required}
          disabled={disabled}
          placeholder={props.placeholder ?? say(pickedDatePlaceholder)}
          value={value ? localizeDate(formatPickedDate(value)) : ''}
          onFocus={() => mayOpenOnFocus() && setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={(event) => {
            if (event.key === 'Delete' || event.key === 'Backspace') onChange(null);
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            setOpen(true);
            focusDay(calendarId);
          }}
        />
        {value && !disabled && (
          <IconButton
            icon="close"
            label={t('widget.clear', { label })}
            className={styles.clear}
            onClick={() => {
              onChange(null);
              input.current?.focus();
            }}
          />
        )}
        {isOpen && !disabled && (
          <Popup id={calendarId} label={label}>
            <Calendar key={value} {...{ value, min, max, today }} onChange={choose} />
          </Popup>
        )}
      </div>
    </Frame>
  );
}

interface PopupProps {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** Shows the calendar below its field, whole. */
function Popup({ id, label, children }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  useInView(popup, 1);
  return (
    <div ref={popup} id={id} className={styles.popup} role="group" aria-label={label} onFocusCapture={keepEscape}>
      {children}
    </div>
  );
}
