import type { Bill } from '@atoll/domain/bill/bill';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettingOf } from '../sync/app-store.ts';
import { Segmented } from '../ui/choice/segmented.tsx';
import { Button } from '../ui/display/button.tsx';
import { AmountField } from '../ui/number/amount-field.tsx';
import { percentShape } from '../ui/number/number-entry.ts';
import { Actions } from '../ui/overlay/actions.tsx';
import { DialogForm } from '../ui/overlay/dialog-form.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { PercentPresets } from './percent-presets.tsx';
import { ReasonFields } from './reason/reason-fields.tsx';

interface Discount {
  readonly percentage: number;
  /** In laari; null for a percentage. */
  readonly amount: number | null;
  /** Absent where the outlet asks for none. */
  readonly reason?: string;
}

interface DiscountDialogProps {
  readonly bill: Bill;
  readonly onApply: (discount: Discount) => void;
  readonly onClose: () => void;
}

/** Asks for a discount on the whole bill: a percentage, or an amount capped at the subtotal, and why where the outlet requires it. */
export function DiscountDialog({ bill, onApply, onClose }: DiscountDialogProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'percent' | 'amount'>(bill.discountAmount === null ? 'percent' : 'amount');
  const [percent, setPercent] = useState(
    bill.discountPercentage > 0 ? Math.round(bill.discountPercentage * 100) : null,
  );
  const [amount, setAmount] = useState(bill.discountAmount);
  const isAsked = useSettingOf('RequireDiscountReason');
  const [reason, setReason] = useState(bill.discountReason ?? '');
  const [reasonFault, setReasonFault] = useState<string>();
  const [error, setError] = useState<string>();
  const write = (set: (value: number | null) => void) => (value: number | null) => {
    set(value);
    setError(undefined);
  };
  const apply = () => {
    const isPercent = kind === 'percent';
    if (isPercent && (percent ?? 0) > 10_000) return setError(t('bill.percentRange'));
    if (!isPercent && (amount ?? 0) > bill.subTotal)
      return setError(t('bill.discountTooLarge', { amount: formatMoney(laari(bill.subTotal)) }));
    const given = reason.trim();
    const isNone = !(isPercent ? percent : amount);
    if (isAsked && !isNone && given.length < 3) return setReasonFault(t('service.reasonNeeded'));
    const discount = isPercent
      ? { percentage: (percent ?? 0) / 100, amount: null }
      : { percentage: 0, amount: amount || null };
    onApply({ ...discount, ...(isAsked && !isNone && { reason: given }) });
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
          <>
            <PercentPresets
              percent={percent === null ? null : percent / 100}
              onPercent={(preset) => write(setPercent)(Math.round(preset * 100))}
            />
            <AmountField
              label={t('bill.percent')}
              prefix="%"
              shape={percentShape}
              value={percent}
              onChange={write(setPercent)}
              error={error}
            />
          </>
        ) : (
          <AmountField label={t('bill.amount')} prefix="MVR" value={amount} onChange={write(setAmount)} error={error} />
        )}
        {isAsked && (
          <ReasonFields
            action="bill.discount"
            reason={reason}
            error={reason.trim().length < 3 ? reasonFault : undefined}
            onReason={setReason}
          />
        )}
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
