/** Rewards: promotions that cost points of the bill's customer. Source: R22.19, docs/rules.md#rewards. */
import type { Promotion } from '../../price/promotion.ts';
import { promotionIndex } from '../../price/promotion-index.ts';
import { sha256 } from '../../wallet/sha-256.ts';
import { isLive } from '../applied.ts';
import type { Bill } from '../bill.ts';

/** Returns the key of a reward among the coupons of a bill: each reward is taken once. */
export const rewardKey = (promotionId: number): string => sha256(`reward ${promotionId}`);

/** A use of a reward that counts on a bill, and its points. */
export interface RewardUse {
  /** The key of the use, also after the bill was divided: points are paid for it once. */
  readonly rootKey: string;
  readonly points: number;
}

/** Returns the rewards that count on a bill, at what they cost now, else at what they cost when they were taken. */
export function rewardsOf(
  { applied = [], coupons = [] }: Pick<Bill, 'applied' | 'coupons'>,
  promotions: readonly Promotion[],
): RewardUse[] {
  const taken = new Map(coupons.map(({ promotionId, points }) => [promotionId, points]));
  const { byId } = promotionIndex(promotions);
  const pointsOf = (id: number): number | undefined => {
    const rule = byId.get(id);
    return (rule?.trigger === 'Reward' && rule.pointsCost) || taken.get(id);
  };
  const uses = new Map<string, number>();
  for (const { promotionId, rootKey } of applied.filter(isLive)) {
    const points = pointsOf(promotionId);
    if (points) uses.set(rootKey, points);
  }
  return [...uses].map(([rootKey, points]) => ({ rootKey, points }));
}
