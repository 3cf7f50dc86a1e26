/** Ends promotions of a bill. Source: R21.11, R21.13, R21.22, docs/rules.md#promotions. */
import { type Applied, type DeclinedPromotion, isLive, uniteDeclined } from '../applied.ts';
import type { Bill } from '../bill.ts';
import { applyTotals } from '../new-bill.ts';
import { countedOfItems } from './off.ts';

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

/** Returns the applications of a bill, those of the bill for groups of customers, and all for another customer, ended; the list itself when none ends. */
export function endedForGroup({ applied = [], customer }: Pick<Bill, 'applied' | 'customer'>): readonly Applied[] {
  const group = customer?.groupId ?? 0;
  const isOther = (one: Applied): boolean =>
    isLive(one) &&
    (one.terms?.groupIds?.includes(group) === false ||
      [one.terms?.customerId, one.customerId].some((id) => id !== undefined && id !== customer?.id));
  return applied.some(isOther)
    ? applied.map((one) => (isOther(one) ? { ...one, endReason: 'Repriced' as const } : one))
    : applied;
}

/** Returns the root keys of promotions of items that a change ends on its bill, and that have a share on another bill since a split or a transfer. */
export function endedElsewhere(before: Bill, after: Bill): ReadonlySet<string> {
  const items = after.isVoid ? after.items.map((item) => ({ ...item, isVoid: true })) : after.items;
  const here = new Set(items.map(({ key }) => key));
  const left = new Set(countedOfItems(items, after.applied ?? []).map(({ rootKey }) => rootKey));
  const gone = countedOfItems(before.items, before.applied ?? []).filter(
    ({ rootKey, parts = [] }) => !left.has(rootKey) && parts.some(({ itemKey }) => !here.has(itemKey)),
  );
  return new Set(gone.map(({ rootKey }) => rootKey));
}

/** Returns the bill, with its totals, after the promotions of these root keys ended; the bill itself when it has none of them. */
export function withEndedRoots(bill: Bill, roots: ReadonlySet<string>): Bill {
  const isEnded = (one: Applied): boolean => isLive(one) && one.scope === 'Line' && roots.has(one.rootKey);
  const { applied } = bill;
  if (!applied?.some(isEnded)) return bill;
  return applyTotals({
    ...bill,
    applied: applied.map((one) => (isEnded(one) ? { ...one, endReason: 'Void' } : one)),
  });
}
