/** The promotions of rules by id, found once for all bills. */
import type { Promotion } from './promotion.ts';

interface PromotionIndex {
  readonly byId: ReadonlyMap<number, Promotion>;
  readonly hasBirthday: boolean;
}

const indexes = new WeakMap<readonly Promotion[], PromotionIndex>();
const noPromotions: readonly Promotion[] = [];

/** Returns the index of promotions; the list is not changed afterwards. */
export function promotionIndex(promotions: readonly Promotion[] = noPromotions): PromotionIndex {
  const known = indexes.get(promotions);
  if (known) return known;
  const made = {
    byId: new Map(promotions.map((one) => [one.id, one])),
    hasBirthday: promotions.some(({ trigger }) => trigger === 'Birthday'),
  };
  indexes.set(promotions, made);
  return made;
}
