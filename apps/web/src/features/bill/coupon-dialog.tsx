import type { Bill } from '@atoll/domain/bill/bill';
import { useState } from 'react';
import { findCoupon } from '../../bills/price/find-coupon.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Hint } from '../../ui/display/hint.tsx';
import { Input } from '../../ui/field/input.tsx';
import { ActionDialog } from '../../ui/overlay/dialog-form.tsx';
import { takeCoupon } from './points/take-coupon.ts';

interface CouponDialogProps {
  readonly bill: Bill;
  readonly onClose: () => void;
}

/** Puts a coupon on the bill by its code, typed or scanned. A code for more than one use works without the server. Source: R21.19. */
export function CouponDialog({ bill, onClose }: CouponDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  // A reward has no code.
  const codes = (bill.coupons ?? []).flatMap(({ last4 }) => (last4 ? [`··${last4}`] : []));

  const use = async () => {
    setBusy(true);
    const { coupons = [] } = bill;
    const found = await findCoupon(typed, bill.key);
    setBusy(false);
    if (typeof found === 'string') return setError(found);
    if (coupons.some(({ key }) => key === found.key)) return setError(t('coupon.onBill'));
    takeCoupon(bill, found);
    onClose();
  };
  return (
    <ActionDialog
      title={t('bill.actions.coupon')}
      action={t('coupon.use')}
      busy={busy}
      onAction={() => void use()}
      onClose={onClose}
    >
      <Input
        kind="text"
        label={t('coupon.code')}
        autoFocus
        value={typed}
        error={error}
        onChange={(next) => {
          setTyped(next);
          setError(undefined);
        }}
      />
      {codes.length > 0 && <Hint>{t('coupon.used', { codes: codes.join(', ') })}</Hint>}
    </ActionDialog>
  );
}
