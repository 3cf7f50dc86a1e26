import { useTranslation } from '../../locale/use-translation.ts';
import { Icon } from '../display/icon.tsx';
import type { PadKey } from './number-entry.ts';
import styles from './number-pad.module.css';

interface NumberPadProps {
  onKey: (key: PadKey) => void;
  /** Lower left key: a point, a double zero, or nothing. */
  corner?: '.' | '00' | null;
  /** 'round' is for the lock screen. */
  look?: 'square' | 'round';
  disabled?: boolean;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Renders large number keys. They take no focus, so that the field stays focused and the keyboard keeps working. */
export function NumberPad({ onKey, corner = '.', look = 'square', disabled = false }: NumberPadProps) {
  const { t } = useTranslation();
  const key = (value: PadKey, label: string, name = label) => (
    <button
      key={value}
      type="button"
      className={styles.key}
      disabled={disabled}
      aria-label={name}
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onKey(value)}
    >
      {label}
    </button>
  );
  return (
    <fieldset className={`${styles.pad} ${styles[look]}`} data-pad={look}>
      <legend className="visually-hidden">{t('ui.numberPad')}</legend>
      {digits.map((digit) => key(digit, digit))}
      {corner === null ? <span /> : key(corner, corner, corner === '.' ? t('ui.point') : corner)}
      {key('0', '0')}
      <button
        type="button"
        className={styles.key}
        disabled={disabled}
        aria-label={t('ui.backspace')}
        tabIndex={-1}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onKey('back')}
      >
        <Icon name="backspace" size={24} />
      </button>
    </fieldset>
  );
}
