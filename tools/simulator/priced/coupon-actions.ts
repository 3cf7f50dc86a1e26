/** What people do with coupons: put a code on a bill, with and without the server. */
import { codeHash } from '@atoll/domain/wallet/code';
import { type Action, atBill, type BillWork, sellAtOnce } from '../steps.ts';
import { couponOn } from './memory.ts';

/** Puts a code on a bill. */
export const useCoupon: BillWork = async (
  till,
  bill,
  { chance, setup: { priced }, acknowledged: { priced: memory } },
) => {
  if (!priced) return;
  const { code, maxUses } = chance.oneOf(priced.coupons);
  const found = await till.findCoupon(code, bill.key);
  if (typeof found === 'string') return;
  const { bills, change } = till.bills.getState();
  const { coupons = [] } = bills[bill.key] ?? bill;
  if (coupons.some(({ key }) => key === found.key)) return;
  const changed = change(bill.key, { coupons: [...coupons, found] });
  if (changed.ok && maxUses === 1) memory.usedCoupons.add(couponOn(codeHash(code), bill.key));
};

export const couponActions: readonly (readonly [weight: number, name: string, action: Action])[] = [
  [4, 'a coupon', atBill(useCoupon)],
  [6, 'sell with a coupon at once', sellAtOnce(useCoupon)],
];
