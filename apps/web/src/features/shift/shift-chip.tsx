import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { ComponentProps } from 'react';
import { shortDay } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Icon } from '../../ui/display/icon.tsx';
import styles from './shift-panel.module.css';

interface ShiftChipProps extends ComponentProps<'button'> {
  readonly shift: Shift;
  /** How long it has been open. */
  readonly hours: number;
}

/** Renders the button with the date of the open shift. */
export function ShiftChip({ shift, hours, ...button }: ShiftChipProps) {
  const { t } = useTranslation();
  return (
    <button {...button} type="button" className={styles.chip} aria-describedby="shift-date">
      <Icon name="clock" size={20} />
      <span className="visually-hidden">{t('shift.shift')}</span>
      <span id="shift-date" aria-hidden="true">
        {shortDay(shift.date)}
      </span>
      <small aria-hidden="true">{t('shift.hours', { count: hours })}</small>
    </button>
  );
}
