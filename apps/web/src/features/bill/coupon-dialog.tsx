import type { Bill } from '@atoll/domain/bill/bill';
import { codeHash, last4, readCode } from '@atoll/domain/wallet/code';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '../../api/api.ts';
import { useBills } from '../../bills/bills.ts';
import { useApp } from '../../sync/app-store.ts';
import { Hint } from '../../ui/display/hint.tsx';
import { Input } from '../../ui/field/input.tsx';
import { ActionDialog } from '../../ui/overlay/dialog-form.tsx';

interface CouponDialogProps {
  readonly bill: Bill;
  readonly onClose: () => void;
}

/** Puts a coupon on the bill by its code, typed or scanned. A code for more than one use works without the server. Source: R21.19. */
export function CouponDialog({ bill, onClose }: CouponDialogProps) {
  const { t } = useTranslation();
  const shared = useApp(({ prices }) => prices.codes) ?? [];
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  /** Returns the promotion of a code; throws what is wrong with it. */
  const promotionOf = async (hash: string): Promise<number> => {
    const known = shared.find(({ hashes }) => hashes.includes(hash));
    if (known) return known.promotionId;
    return (await call('prices.coupon', { query: { hash, billKey: bill.key }, inPlace: true })).promotionId;
  };
  const use = async () => {
    const code = readCode(typed);
    if (code === null) return setError(t('coupon.incomplete'));
    const key = codeHash(code);
    const { coupons = [] } = bill;
    if (coupons.some((one) => one.key === key)) return setError(t('coupon.onBill'));
    setBusy(true);
    try {
      const coupon = { key, promotionId: await promotionOf(key), last4: last4(code) };
      useBills.getState().change(bill.key, { coupons: [...coupons, coupon] });
      onClose();
    } catch (fault) {
      const isAnswer = fault instanceof CallError && fault.status === 409;
      setError(isAnswer ? fault.message : t('coupon.needsServer'));
    }
    setBusy(false);
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
      {bill.coupons && (
        <Hint>{t('coupon.used', { codes: bill.coupons.map((one) => `··${one.last4}`).join(', ') })}</Hint>
      )}
    </ActionDialog>
  );
}
