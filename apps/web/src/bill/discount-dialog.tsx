import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount, formatMoney, laari, parseMoney } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../ui/choice/segmented.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { Button } from '../ui/display/button.tsx';
import { TextField } from '../ui/field/field.tsx';
import { Actions } from '../ui/overlay/actions.tsx';
import { DialogForm } from '../ui/overlay/dialog-form.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { PercentPresets } from './percent-presets.tsx';

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
  const write = (set: (text: string) => void) => (text: string) => {
    set(text);
    setError(undefined);
  };
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
      <DialogForm onSubmit={apply}>
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
          <PercentFields percent={percent} onPercent={write(setPercent)} />
        ) : (
          <TextField
            label={t('bill.amount')}
            inputMode="decimal"
            value={amount}
            onChange={(event) => write(setAmount)(event.currentTarget.value)}
          />
        )}
        {error && <Alert>{error}</Alert>}
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="accent">
            {t('bill.apply')}
          </Button>
        </Actions>
      </DialogForm>
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
      <PercentPresets
        percent={percent.trim() === '' ? null : Number(percent)}
        onPercent={(preset) => onPercent(String(preset))}
      />
      <TextField
        label={t('bill.percent')}
        inputMode="decimal"
        value={percent}
        onChange={(event) => onPercent(event.currentTarget.value)}
      />
    </>
  );
}
