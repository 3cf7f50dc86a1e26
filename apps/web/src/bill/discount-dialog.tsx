import type { Bill } from '@atoll/domain/bill/bill';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useApproved } from '../approval/use-approved.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useSettingOf } from '../sync/app-store.ts';
import { Segmented } from '../ui/choice/segmented.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { Button } from '../ui/display/button.tsx';
import { useIsShown } from '../ui/hook/use-is-shown.ts';
import { AmountField } from '../ui/number/amount-field.tsx';
import { percentShape } from '../ui/number/number-entry.ts';
import { Actions } from '../ui/overlay/actions.tsx';
import { DialogForm } from '../ui/overlay/dialog-form.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { applyDiscount } from './apply-discount.ts';
import { PercentPresets } from './percent-presets.tsx';
import { ReasonFields } from './reason/reason-fields.tsx';

interface DiscountDialogProps {
  readonly bill: Bill;
  readonly onClose: () => void;
}

/** Returns what gives the discount and then closes the dialog, whether that runs, and why it was refused. */
function useGiving({ bill, onClose }: DiscountDialogProps) {
  const { run, busy, error } = useApproved();
  const isShown = useIsShown();
  async function give(discount: Parameters<typeof applyDiscount>[2]): Promise<void> {
    const done = busy ? undefined : await applyDiscount(run, bill, discount);
    // Who closed the dialog may have opened another one since.
    if (done && isShown()) onClose();
  }
  return { give, busy, refusal: error };
}

/**
 * Asks for a discount on the whole bill: a percentage, or an amount capped at the subtotal, and why where the outlet requires it. Stays until it is given, below
 * the question for an approval too.
 */
export function DiscountDialog({ bill, onClose }: DiscountDialogProps) {
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
  const { give, busy, refusal } = useGiving({ bill, onClose });
  const write =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
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
    return give({ ...discount, ...(isAsked && !isNone && { reason: given }) });
  };
  return (
    <Modal title={t('bill.discount')} onClose={onClose}>
      <DialogForm onSubmit={() => void apply()}>
        <Segmented
          label={t('bill.discountKind')}
          items={[
            { value: 'percent', label: t('bill.percent') },
            { value: 'amount', label: t('bill.amount') },
          ]}
          value={kind}
          onChange={write(setKind)}
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
        {refusal && <Alert>{refusal}</Alert>}
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="accent" busy={busy}>
            {t('bill.apply')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
