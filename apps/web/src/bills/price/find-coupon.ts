import type { BillCoupon } from '@atoll/domain/bill/promotion/coupon';
import { codeHash, last4, readCode } from '@atoll/domain/wallet/code';
import { CallError, call } from '../../api/api.ts';
import { t } from '../../locale/locale.ts';
import { useApp } from '../../sync/app-store.ts';

/** Returns the coupon of a code for a bill, or what is wrong with the code, in words. Codes for more than one use are known on the device. Source: R21.19. */
export async function findCoupon(typed: string, billKey: string): Promise<BillCoupon | string> {
  const code = readCode(typed);
  if (code === null) return t('coupon.incomplete');
  const key = codeHash(code);
  const known = useApp.getState().prices.codes?.find(({ hashes }) => hashes.includes(key));
  if (known) return { key, promotionId: known.promotionId, last4: last4(code) };
  try {
    const { promotionId } = await call('prices.coupon', { query: { hash: key, billKey }, inPlace: true });
    return { key, promotionId, last4: last4(code) };
  } catch (fault) {
    const isAnswer = fault instanceof CallError && fault.status === 409;
    return isAnswer ? fault.message : t('coupon.needsServer');
  }
}
