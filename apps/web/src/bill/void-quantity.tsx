import { useTranslation } from '../locale/use-translation.ts';
import css from './void-quantity.module.css';

interface VoidQuantityProps {
  readonly value: number;
  /** The quantity of the item. */
  readonly max: number;
  readonly disabled: boolean;
  readonly onChange: (value: number) => void;
}

/** Chooses how many portions of an item are voided, from one to all. */
export function VoidQuantity({ value, max, disabled, onChange }: VoidQuantityProps) {
  const { t } = useTranslation();
  return (
    <div className={css.quantity} role="group" aria-label={t('bill.howMany')}>
      <span>{t('bill.howMany')}</span>
      <button
        type="button"
        className={css.step}
        aria-label={t('bill.decrease')}
        disabled={disabled || value <= 1}
        onClick={() => onChange(value - 1)}
      >
        −
      </button>
      <output className={css.value}>{t('bill.someOf', { count: value, total: max })}</output>
      <button
        type="button"
        className={css.step}
        aria-label={t('bill.increase')}
        disabled={disabled || value >= max}
        onClick={() => onChange(value + 1)}
      >
        +
      </button>
    </div>
  );
}
