/** What calls ask of the promotions of rules, found once for all bills. */
import type { Promotion } from './promotion.ts';

interface PromotionIndex {
  readonly byId: ReadonlyMap<number, Promotion>;
  readonly hasBirthday: boolean;
  /** Those with a limit in total, by which every bill counts. */
  readonly inTotal: readonly Promotion[];
  /** Those with any limit, which a bill with a customer asks for. */
  readonly limited: readonly Promotion[];
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
    inTotal: promotions.filter(({ maxTotal }) => maxTotal),
    limited: promotions.filter(({ maxPerCustomer, maxTotal }) => maxPerCustomer || maxTotal),
  };
  indexes.set(promotions, made);
  return made;
}
