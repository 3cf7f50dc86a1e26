import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount, formatMoney, laari, parseMoney } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingHere } from '../sync/app-store.ts';
import { Segmented } from '../ui/choice/segmented.tsx';
import { Button } from '../ui/display/button.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import css from './dialogs.module.css';

interface DiscountDialogProps {
  readonly bill: Bill;
  readonly onApply: (discount: { readonly percentage: number; readonly amount: number | null }) => void;
  readonly onClose: () => void;
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
      const value = percent.trim() === '' ? 0 : Number(percent.replace(',', '.'));
      if (!Number.isFinite(value) || value < 0 || value > 100) return setError(t('bill.percentRange'));
      onApply({ percentage: Math.round(value * 100) / 100, amount: null });
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
          <>
            <div className={css.presets}>
              {discountPresets().map((preset) => (
                <button
                  key={preset}
                  type="button"
                  className={css.preset}
                  aria-pressed={percent === String(preset)}
                  onClick={() => setPercent(String(preset))}
                >
                  {preset}%
                </button>
              ))}
            </div>
            <label className={css.field}>
              {t('bill.percent')}
              <input
                className={css.input}
                inputMode="decimal"
                value={percent}
                onChange={(event) => setPercent(event.currentTarget.value)}
              />
            </label>
          </>
        ) : (
          <label className={css.field}>
            {t('bill.amount')}
            <input
              className={css.input}
              inputMode="decimal"
              value={amount}
              onChange={(event) => setAmount(event.currentTarget.value)}
            />
          </label>
        )}
        {error && (
          <p className={css.error} role="alert">
            {error}
          </p>
        )}
        <div className={css.actions}>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="accent">
            {t('bill.apply')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Returns the preset percentages: the outlet's, else the defaults. */
export function discountPresets(): readonly number[] {
  const own = settingHere('DiscountPresets')
    .map(Number)
    .filter((each) => each > 0 && each <= 100);
  return own.length > 0 ? own : [5, 10, 15, 20];
}
