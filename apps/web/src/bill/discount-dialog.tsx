import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount, formatMoney, laari, parseMoney } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingHere } from '../sync/app-store.ts';
import { Segmented } from '../ui/choice/segmented.tsx';
import { Button } from '../ui/display/button.tsx';
import { Actions } from '../ui/overlay/actions.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import css from './dialogs.module.css';

interface Discount {
  readonly percentage: number;
  /** In laari; null for a percentage. */
  readonly amount: number | null;
}

interface DiscountDialogProps {
  readonly bill: Bill;
  readonly onApply: (discount: Discount) => void;
  readonly onClose: () => void;
}

/** Returns the discount of a typed percentage, rounded to two decimals, or null when it is not from 0 to 100. */
function readPercent(text: string): Discount | null {
  const value = text.trim() === '' ? 0 : Number(text.replace(',', '.'));
  if (!Number.isFinite(value) || value < 0 || value > 100) return null;
  return { percentage: Math.round(value * 100) / 100, amount: null };
}

/** Asks for a discount on the whole bill: a percentage, or an amount capped at the subtotal. */
export function DiscountDialog({ bill, onApply, onClose }: DiscountDialogProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'percent' | 'amount'>(bill.discountAmount === null ? 'percent' : 'amount');
  const [percent, setPercent] = useState(bill.discountPercentage > 0 ? String(bill.discountPercentage) : '');
  const [amount, setAmount] = useState(bill.discountAmount ? formatAmount(laari(bill.discountAmount)) : '');
  const [error, setError] = useState<string>();
  const apply = () => {
    if (kind === 'percent') {
      const discount = readPercent(percent);
      if (!discount) return setError(t('bill.percentRange'));
      onApply(discount);
    } else {
      const value = amount.trim() === '' ? laari(0) : parseMoney(amount);
      if (value === null || value < 0) return setError(t('bill.amountWrong'));
      if (value > bill.subTotal)
        return setError(t('bill.discountTooLarge', { amount: formatMoney(laari(bill.subTotal)) }));
      onApply({ percentage: 0, amount: value === 0 ? null : value });
    }
    onClose();
  };
  return (
    <Modal title={t('bill.discount')} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Segmented
          label={t('bill.discountKind')}
          items={[
            { value: 'percent', label: t('bill.percent') },
            { value: 'amount', label: t('bill.amount') },
          ]}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setError(undefined);
          }}
        />
        {kind === 'percent' ? (
          <PercentFields percent={percent} onPercent={setPercent} />
        ) : (
          <NumberField label={t('bill.amount')} value={amount} onChange={setAmount} />
        )}
        {error && (
          <p className={css.error} role="alert">
            {error}
          </p>
        )}
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="accent">
            {t('bill.apply')}
          </Button>
        </Actions>
      </form>
    </Modal>
  );
}

interface PercentFieldsProps {
  readonly percent: string;
  readonly onPercent: (percent: string) => void;
}

/** Chooses a preset percentage, or types one. */
function PercentFields({ percent, onPercent }: PercentFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={css.presets}>
        {discountPresets().map((preset) => (
          <button
            key={preset}
            type="button"
            className={css.preset}
            aria-pressed={percent === String(preset)}
            onClick={() => onPercent(String(preset))}
          >
            {preset}%
          </button>
        ))}
      </div>
      <NumberField label={t('bill.percent')} value={percent} onChange={onPercent} />
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NumberField({ label, value, onChange }: NumberFieldProps) {
  return (
    <label className={css.field}>
      {label}
      <input
        className={css.input}
        inputMode="decimal"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

/** Returns the preset percentages: the outlet's, else the defaults. */
export function discountPresets(): readonly number[] {
  const own = settingHere('DiscountPresets')
    .map(Number)
    .filter((each) => each > 0 && each <= 100);
  return own.length > 0 ? own : [5, 10, 15, 20];
}
