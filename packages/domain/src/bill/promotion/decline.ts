/** Ends promotions of a bill. Source: R21.11, R21.22, docs/rules.md#promotions. */
import { type Applied, type DeclinedPromotion, isLive, uniteDeclined } from '../applied.ts';
import type { Bill } from '../bill.ts';

/** Returns the bill without the promotions that a person takes off; its totals are computed by the caller. */
export function withDeclined(bill: Bill, declined: readonly DeclinedPromotion[]): Bill {
  const ids = new Set(declined.map(({ promotionId }) => promotionId));
  const { applied } = bill;
  return {
    ...bill,
    declined: uniteDeclined(bill.declined ?? [], declined) ?? [],
    ...(applied && {
      applied: applied.map((one) =>
        isLive(one) && ids.has(one.promotionId) ? { ...one, endReason: 'Declined' } : one,
      ),
    }),
  };
}

/** Returns the applications of a bill, those of the bill for groups of customers ended when its customer is in none of them; the list itself when none ends. */
export function endedForGroup({ applied = [], customer }: Pick<Bill, 'applied' | 'customer'>): readonly Applied[] {
  const group = customer?.groupId ?? 0;
  const isOther = (one: Applied): boolean => isLive(one) && one.terms?.groupIds?.includes(group) === false;
  return applied.some(isOther)
    ? applied.map((one) => (isOther(one) ? { ...one, endReason: 'Repriced' as const } : one))
    : applied;
}
