import { isLive } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import type { PromotionOff } from '@atoll/domain/bill/promotion/off';
import { billTotals } from '@atoll/domain/bill/totals';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import type { TFunction } from 'i18next';
import { useTranslation } from '../locale/use-translation.ts';
import css from './bill-totals.module.css';
import { promotionName } from './item-words.ts';

interface BillTotalsProps {
  readonly bill: Bill;
  /** Asks for the reason to take a promotion off; absent where the bill cannot change. */
  readonly onRemove?: ((promotion: PromotionOff) => void) | undefined;
}

/** Shows the promotions of the bill, and its totals. The total is the largest figure on the screen and the only one with the currency. */
export function BillTotals({ bill, onRemove }: BillTotalsProps) {
  const { t } = useTranslation();
  const amount = (value: number) => formatAmount(laari(value));
  return (
    <dl className={css.totals} aria-label={t('bill.totals')}>
      {billTotals(bill).promotions.map((one) => (
        <div key={one.promotionId} className={css.promotion}>
          <dt>
            <span>
              {promotionName(one, t)}
              {flagOf(bill, one, t)}
            </span>
            {onRemove && (
              <button
                type="button"
                aria-label={t('bill.removePromotion', { name: promotionName(one, t) })}
                onClick={() => onRemove(one)}
              >
                {t('bill.remove')}
              </button>
            )}
          </dt>
          <dd>{amount(-one.amount)}</dd>
        </div>
      ))}
      {row(t('bill.subTotal'), amount(bill.subTotal))}
      {bill.discount !== 0 &&
        row(
          [
            bill.discountAmount === null ? t('bill.discountPct', { pct: bill.discountPercentage }) : t('bill.discount'),
            ...(bill.discountReason ? [bill.discountReason] : []),
          ].join(' · '),
          amount(-bill.discount),
        )}
      {(bill.serviceChargePct > 0 || bill.serviceCharge !== 0) &&
        row(t('bill.serviceChargePct', { pct: bill.serviceChargePct }), amount(bill.serviceCharge))}
      {bill.advanceNet ? row(t('bill.advance'), amount(-bill.advanceNet)) : null}
      {row(gstLabel(bill, t), amount(bill.gst))}
      {row(t('bill.total'), formatMoney(laari(bill.total)), css.sum)}
      {bill.tabLimit ? row(t('bill.actions.tabLimit'), amount(bill.tabLimit)) : null}
      {bill.cardsSold ? row(t('bill.cardsSold'), amount(bill.cardsSold)) : null}
      {bill.cardsSold ? row(t('bill.toPay'), formatMoney(laari(toPay(bill))), css.sum) : null}
    </dl>
  );
}

/** Returns a figure with its label. */
const row = (label: string, value: string, look?: string) => (
  <>
    <dt className={look}>{label}</dt>
    <dd className={look}>{value}</dd>
  </>
);

/** Says what the server could not confirm of a promotion (R21.20, R21.23, R21.24). */
function flagOf({ applied = [] }: Bill, { promotionId }: PromotionOff, t: TFunction) {
  const flag = applied.find((one) => one.promotionId === promotionId && isLive(one) && one.flag)?.flag;
  return flag && <small className={css.flag}>{t(`service.promotionFlags.${flag}`)}</small>;
}

/** Returns the GST label: 'GST 8%', 'GST' for several rates, 'GST included' when all prices include it. */
function gstLabel(bill: Bill, t: TFunction): string {
  const live = bill.items.filter((item) => !item.isVoid && !item.isComp && !item.card);
  const rates = new Set(live.map((item) => item.gstPct));
  const inclusive = live.length > 0 && live.every((item) => item.gstMode === 'Inclusive');
  if (rates.size > 1) return inclusive ? t('bill.gstIncluded') : t('bill.gst');
  const pct = live[0]?.gstPct ?? bill.gstPct;
  return inclusive ? t('bill.gstIncludedPct', { pct }) : t('bill.gstPct', { pct });
}
