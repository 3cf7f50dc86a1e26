/** What must be true of coupons when everything has arrived. Source: R21.19, R21.20. */
import { createHash } from 'node:crypto';
import { isLive } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import type { Shop } from '../../../apps/server/src/modules/bill/testing/shop.ts';
import type { PricedMemory } from './memory.ts';
import type { Coupon } from './priced-shop.ts';

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Returns what does not hold as sentences. */
export async function brokenCoupons(
  { store, outletId }: Shop,
  bills: readonly Bill[],
  { coupons, memory }: { readonly coupons: readonly Coupon[]; readonly memory: PricedMemory },
): Promise<string[]> {
  const uses = await store.readOutlet(outletId, (db) =>
    db.selectFrom('coupon_use').select(['code_hash', 'bill_key']).where('outlet_id', '=', outletId).execute(),
  );
  const broken: string[] = [];
  for (const { code, maxUses, promotionId } of coupons) {
    const hash = hashOf(code);
    const on = bills.filter(({ isVoid, coupons: own = [] }) => !isVoid && own.some(({ key }) => key === hash));
    const stored = uses.filter((use) => use.code_hash === hash).map((use) => use.bill_key);
    if (
      stored.toSorted().join() !==
      on
        .map(({ key }) => key)
        .toSorted()
        .join()
    )
      broken.push(`a coupon for ${maxUses} is on ${on.length} bills, and counted for ${stored.length}`);
    const own = ({ applied = [] }: Bill) => applied.filter((one) => isLive(one) && one.promotionId === promotionId);
    const alone = on.filter(({ coupons: all = [] }) =>
      all.every((one) => one.promotionId !== promotionId || one.key === hash),
    );
    const within = alone.filter((bill) => own(bill).some(({ flag }) => flag === undefined));
    if (within.length > maxUses) broken.push(`a coupon for ${maxUses} is on ${within.length} bills without a flag`);
    for (const bill of on)
      if (own(bill).length > 1) broken.push(`a coupon is taken ${own(bill).length} times off bill ${bill.number}`);
  }
  const withCoupon = (bill: Bill, id: number): boolean => bill.coupons?.some((one) => one.promotionId === id) === true;
  const roots = new Set(
    bills.flatMap((bill) => (bill.coupons ? (bill.applied ?? []).map(({ rootKey }) => rootKey) : [])),
  );
  const ids = new Set(coupons.map(({ promotionId }) => promotionId));
  for (const bill of bills.filter(({ isVoid }) => !isVoid))
    for (const { promotionId, rootKey, words } of (bill.applied ?? []).filter(isLive))
      if (ids.has(promotionId) && !withCoupon(bill, promotionId) && !roots.has(rootKey))
        broken.push(`a coupon: bill ${bill.number} has ${words} without a code`);
  for (const use of memory.usedCoupons)
    if (!memory.namedCoupons.has(use)) broken.push('a coupon for one use was taken by a till without the server');
  return broken;
}
