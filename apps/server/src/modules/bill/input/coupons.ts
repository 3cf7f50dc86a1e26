/** The coupons that a request puts on a bill: those that the store knows, held once. Source: R21.19, docs/rules.md#coupons. */
import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import type { FieldConflict } from '@atoll/domain/bill/merge/merge-input';
import type { BillCoupon } from '@atoll/domain/bill/promotion/coupon';
import { rewardKey } from '@atoll/domain/bill/promotion/reward';
import type { BillInput } from '@atoll/domain/contract/bill/bill';
import type { OutletTx } from '../../../platform/store/store.ts';
import { couponsOf } from '../../price/service.ts';
import { freePoints } from '../record/reward-points.ts';
import type { OutletTerms } from './outlet-terms.ts';

interface Proved {
  /** The coupons of the request that count. */
  readonly coupons: readonly BillCoupon[] | undefined;
  /** Those that are not valid, or that another bill has. */
  readonly conflicts: readonly FieldConflict[];
  /** The promotions of coupons that were used too often by tills without the server. */
  readonly overUsed: ReadonlySet<number>;
}

const none: Proved = { coupons: undefined, conflicts: [], overUsed: new Set() };

/** Proves the coupons of a request. What a till without the server accepted counts: it had the code, and the use beyond the limit is flagged. */
export async function provedCoupons(
  tx: OutletTx,
  stored: Bill,
  sent: BillInput['coupons'],
  {
    terms,
    wasTaken,
    customer,
  }: { readonly terms: OutletTerms; readonly wasTaken: boolean; readonly customer: BillCustomer | null },
): Promise<Proved> {
  const known = new Set((stored.coupons ?? []).map(({ key }) => key));
  const added = (sent ?? []).filter(({ key }) => !known.has(key));
  if (added.length === 0) return none;
  const found = await couponsOf(
    tx.db,
    tx.head.outletId,
    stored.key,
    added.map(({ key }) => key),
  );
  const coupons: BillCoupon[] = [];
  const conflicts: FieldConflict[] = [];
  const overUsed = new Set<number>();
  const rewards = terms.prices.promotions?.filter(({ trigger }) => trigger === 'Reward') ?? [];
  for (const one of added) {
    const reward = rewards.find(({ id }) => id === one.promotionId && rewardKey(id) === one.key);
    if (reward) {
      const points = reward.pointsCost ?? 0;
      const spent = coupons.reduce((sum, other) => sum + (other.points ?? 0), 0);
      const isEnough =
        wasTaken || points <= (await freePoints(tx, terms, stored, customer?.id ?? stored.customerId)) - spent;
      if (isEnough) coupons.push({ key: one.key, promotionId: reward.id, last4: '', points });
      else conflicts.push({ field: 'coupons', yours: '', stands: null });
      continue;
    }
    const coupon = found.find(({ hash }) => hash === one.key);
    const isPublished = terms.prices.promotions?.some(({ id }) => id === coupon?.promotionId) === true;
    if (!coupon || (!wasTaken && (coupon.isUsedUp || !isPublished))) {
      conflicts.push({ field: 'coupons', yours: one.last4, stands: null });
      continue;
    }
    if (coupon.isUsedUp) overUsed.add(coupon.promotionId);
    const { hash: key, promotionId, last4 } = coupon;
    coupons.push({ key, promotionId, last4 });
  }
  return { coupons: coupons.length > 0 ? coupons : undefined, conflicts, overUsed };
}
