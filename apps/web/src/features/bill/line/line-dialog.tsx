import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { grossAmount } from '@atoll/domain/bill/totals';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../api/connection.ts';
import { approved } from '../../../approval/approved.ts';
import { usePermissionEffect } from '../../../approval/permission-effect.ts';
import css from '../../../bill/dialogs.module.css';
import { discountPresets } from '../../../bill/discount-dialog.tsx';
import { presetReasons } from '../../../bill/preset-reasons.ts';
import { ReasonPresets } from '../../../bill/reason-presets.tsx';
import { useBills } from '../../../bills/bills.ts';
import type { LineReduction } from '../../../bills/floor.ts';
import { sentenceText } from '../../../locale/sentence.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { moneyShape, quantityShape } from '../../../ui/number/number-entry.ts';
import { Modal } from '../../../ui/overlay/overlay.tsx';

type What = 'qty' | 'price' | 'discount' | 'comp';
const percentShape = { decimals: 2, digits: 3 } as const;

interface LineDialogProps {
  readonly bill: Bill;
  readonly item: BillItem;
  /** The item is not saved yet, so its quantity can still be typed. */
  readonly isUnsaved: boolean;
  readonly onClose: () => void;
}

/**
 * Edits one bill item: quantity and price while it is unsaved, a discount, or complimentary. Asks for a reason, and for
 * an approval where needed.
 */
export function LineDialog({ bill, item, isUnsaved, onClose }: LineDialogProps) {
  const { t } = useTranslation();
  const isOnline = useConnection((state) => state.isOnline);
  const [what, setWhat] = useState<What>(isUnsaved ? 'qty' : 'discount');
  const [qty, setQty] = useState<number | null>(Math.round(item.qty * 1000));
  const [kind, setKind] = useState<'Percent' | 'Amount'>(item.discount?.type ?? 'Percent');
  const [percent, setPercent] = useState<number | null>(
    item.discount?.type === 'Percent' ? Math.round(item.discount.value * 100) : null,
  );
  const [amount, setAmount] = useState<number | null>(item.discount?.type === 'Amount' ? item.discount.value : null);
  const [reason, setReason] = useState(item.discount?.reason ?? '');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [price, setPrice] = useState<number | null>(item.sellingPrice);
  const mayPrice = usePermissionEffect('price.override');
  const gross = grossAmount(item);
  const presets = presetReasons(what === 'comp' ? 'item.comp' : what === 'price' ? 'price.override' : 'item.discount');

  const reduce = async (change: LineReduction, permission: 'item.discount' | 'item.comp') => {
    setBusy(true);
    const done = await approved(
      { permission, subjectType: 'Bill', subjectKey: bill.key, reason: reason.trim() || undefined },
      (options) => useBills.getState().reduceLine(bill.key, item.key, change, options),
    );
    setBusy(false);
    if (done?.ok) onClose();
    else if (done) setError(sentenceText(done.refusal.message));
  };

  const overridePrice = async (why: string) => {
    if (price === null) return setError(t('checkout.amountNeeded'));
    setBusy(true);
    const done = await approved(
      { permission: 'price.override', subjectType: 'Bill', subjectKey: bill.key, reason: why },
      (options) => useBills.getState().setPrice(bill.key, item.key, { price, reason: why }, options),
    );
    setBusy(false);
    if (done?.ok) onClose();
    else if (done) setError(sentenceText(done.refusal.message));
  };

  const apply = () => {
    setError(undefined);
    if (what === 'qty') {
      const changed = useBills.getState().changeQty(bill.key, item.key, (qty ?? 0) / 1000);
      if (!changed.ok) return setError(sentenceText(changed.refusal.message));
      return onClose();
    }
    if (reason.trim().length < 3) return setError(t('service.reasonNeeded'));
    if (what === 'price') return void overridePrice(reason.trim());
    if (what === 'comp') return void reduce({ isComp: true, discount: null }, 'item.comp');
    const value = kind === 'Percent' ? (percent ?? 0) / 100 : (amount ?? 0);
    if (kind === 'Percent' && (value <= 0 || value > 100)) return setError(t('bill.percentRange'));
    if (kind === 'Amount' && (value <= 0 || value > gross))
      return setError(t('bill.discountTooLarge', { amount: formatMoney(gross) }));
    return void reduce({ discount: { type: kind, value, reason: reason.trim() } }, 'item.discount');
  };

  const needsServer = !isOnline && what !== 'qty' && !(what === 'price' && mayPrice === 'allow');
  const tabs = [
    ...(isUnsaved ? [{ value: 'qty' as const, label: t('service.quantity') }] : []),
    ...(isUnsaved && mayPrice !== 'deny' ? [{ value: 'price' as const, label: t('floor.price') }] : []),
    { value: 'discount' as const, label: t('service.lineDiscount') },
    { value: 'comp' as const, label: t('service.complimentary') },
  ];
  return (
    <Modal title={t('service.lineTitle', { name: item.name })} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Segmented
          label={t('service.lineTitle', { name: item.name })}
          value={what}
          items={tabs}
          onChange={(next) => {
            setWhat(next);
            setError(undefined);
          }}
        />
        {what === 'qty' && (
          <AmountField
            label={t('service.quantity')}
            shape={quantityShape}
            size="l"
            pad
            autoFocus
            value={qty}
            onChange={setQty}
          />
        )}
        {what === 'price' && (
          <AmountField label={t('floor.price')} prefix="MVR" shape={moneyShape} pad value={price} onChange={setPrice} />
        )}
        {what === 'discount' && (
          <>
            <Segmented
              label={t('bill.discountKind')}
              value={kind}
              onChange={setKind}
              items={[
                { value: 'Percent', label: t('bill.percent') },
                { value: 'Amount', label: t('bill.amount') },
              ]}
            />
            {kind === 'Percent' ? (
              <>
                <div className={css.presets}>
                  {discountPresets().map((one) => (
                    <button
                      key={one}
                      type="button"
                      className={css.preset}
                      aria-pressed={percent === one * 100}
                      onClick={() => setPercent(one * 100)}
                    >
                      {one}%
                    </button>
                  ))}
                </div>
                <AmountField
                  label={t('bill.percent')}
                  prefix="%"
                  shape={percentShape}
                  value={percent}
                  onChange={setPercent}
                />
              </>
            ) : (
              <AmountField
                label={t('bill.amount')}
                prefix="MVR"
                shape={moneyShape}
                value={amount}
                onChange={setAmount}
                hint={formatAmount(laari(gross))}
              />
            )}
          </>
        )}
        {what === 'comp' && <p className={css.hint}>{t('service.complimentaryHint')}</p>}
        {what !== 'qty' && (
          <>
            <ReasonPresets options={presets} reason={reason} onChoose={setReason} />
            <TextField
              label={t('service.reason')}
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
        {error && (
          <p className={css.error} role="alert">
            {error}
          </p>
        )}
        {needsServer && <p className={css.hint}>{t('bill.needsServer')}</p>}
        <div className={css.actions}>
          {what === 'discount' && item.discount && (
            <Button disabled={busy || !isOnline} onClick={() => void reduce({ discount: null }, 'item.discount')}>
              {t('service.noDiscount')}
            </Button>
          )}
          {what === 'comp' && item.isComp && (
            <Button disabled={busy || !isOnline} onClick={() => void reduce({ isComp: false }, 'item.comp')}>
              {t('service.takeBack')}
            </Button>
          )}
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" look="accent" busy={busy} disabled={needsServer}>
            {t('bill.apply')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
