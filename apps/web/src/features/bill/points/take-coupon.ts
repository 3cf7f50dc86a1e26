/** Puts a coupon or a reward on a bill. Source: R21.19, R22.19. */
import { isLive } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import { useBills } from '../../../bills/bills.ts';
import { t } from '../../../locale/locale.ts';
import { useApp } from '../../../sync/app-store.ts';
import { showToast } from '../../../ui/overlay/toast.ts';

/** Puts a coupon on the bill, and says when it takes nothing off now: another promotion takes more, or its items are missing. */
export function takeCoupon({ key, coupons = [] }: Bill, coupon: NonNullable<Bill['coupons']>[number]): void {
  const changed = useBills.getState().change(key, { coupons: [...coupons, coupon] });
  const { promotionId, last4 } = coupon;
  if (!changed.ok || changed.value.applied?.some((one) => one.promotionId === promotionId && isLive(one))) return;
  const promotion = useApp.getState().prices.promotions?.find(({ id }) => id === promotionId);
  showToast(t('coupon.idle', { name: promotion?.name ?? `··${last4}` }), 'warning');
}
