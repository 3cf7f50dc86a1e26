/** What must be true of promotions, points and gift cards when everything has arrived. Source: R21.9, R21.20, R22.1, R22.2, R22.17. */
import { isLive } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import { billTotals } from '@atoll/domain/bill/totals';
import type { Acknowledged } from '../acknowledged.ts';
import type { Setup } from '../shop-server.ts';
import { brokenCards } from './card-checks.ts';
import { brokenCoupons } from './coupon-checks.ts';
import { brokenSets } from './set-checks.ts';

const spend = 1000;
const isPaid = ({ status, isVoid }: Bill): boolean => status === 'Complete' && !isVoid;

/** Returns what does not hold as sentences. */
export async function brokenPrices(
  { shop, priced }: Setup,
  bills: readonly Bill[],
  { untaken, priced: memory }: Acknowledged,
): Promise<string[]> {
  if (!priced) return [];
  const { store, outletId } = shop;
  const { coupons, cardCodes, offlineLimit, set } = priced;
  const rows = await store.readOutlet(outletId, async (db) => ({
    guests: await db
      .selectFrom('customer')
      .select(['id', 'loyalty_points'])
      .where('outlet_id', '=', outletId)
      .execute(),
    points: await db
      .selectFrom('point_entry')
      .select(['customer_id', 'points', 'bill_id'])
      .where('outlet_id', '=', outletId)
      .execute(),
  }));
  const codes = [...cardCodes, ...memory.cardCodes];
  const broken: string[] = [
    ...(await brokenCards(shop, bills, { memory, codes, offlineLimit })),
    ...(await brokenCoupons(shop, bills, { coupons, memory })),
    ...brokenSets(bills, set),
  ];
  const paid = bills.filter(isPaid);
  for (const { id, loyalty_points } of rows.guests) {
    const sum = rows.points.reduce((all, one) => all + (one.customer_id === id ? one.points : 0), 0);
    if (loyalty_points !== sum) broken.push(`a guest has ${loyalty_points} points, their entries add up to ${sum}`);
  }
  for (const bill of paid.filter(({ customerId, refundOfId }) => customerId > 0 && refundOfId === null)) {
    const net = billTotals(bill)
      .lines.filter(({ key }) => bill.items.some((item) => item.key === key && item.menuItemId > 0))
      .reduce((sum, one) => sum + one.net, 0);
    const given = rows.points.reduce((all, one) => all + (one.bill_id === bill.id ? one.points : 0), 0);
    const ids = new Set(paid.filter(({ refundOfId }) => refundOfId === bill.id).map(({ id }) => id));
    const back = rows.points.reduce((all, one) => all + (ids.has(one.bill_id) ? one.points : 0), 0);
    const isRefunded = bill.refundState === 'Full';
    if (ids.size > 0 && (given + back < 0 || (isRefunded && given + back !== 0)))
      broken.push(`bill ${bill.number} gave ${given} points and its refunds took ${-back}`);
    if (given !== Math.floor(net / spend)) broken.push(`bill ${bill.number} of ${net} gave ${given} points`);
  }
  // Which promotions are used up only the server knows.
  const counted = new Set([priced.limited.id, ...coupons.map(({ promotionId }) => promotionId)]);
  for (const { id, words } of untaken)
    if (!counted.has(id)) broken.push(`the server did not take the promotion ${words} of a till`);
  broken.push(...wrongPromotions(bills, priced.limited));
  return broken;
}

function wrongPromotions(bills: readonly Bill[], limited: { readonly id: number; readonly bills: number }): string[] {
  const live = bills
    .filter(({ isVoid }) => !isVoid)
    .flatMap((bill) => (bill.applied ?? []).filter(isLive).map((one) => ({ ...one, bill })));
  const within = live.filter(({ promotionId, flag }) => promotionId === limited.id && flag === undefined);
  // The checks of a bill that was split share its uses: those that moved have ended on the first of them.
  const checksOf = Map.groupBy(
    bills.flatMap(({ key, applied = [] }) =>
      applied.filter((one) => one.promotionId === limited.id).map(({ rootKey }) => ({ rootKey, key })),
    ),
    ({ rootKey }) => rootKey,
  );
  const groupOf = new Map<string, string>();
  const first = (key: string): string => {
    const next = groupOf.get(key);
    return next === undefined ? key : first(next);
  };
  for (const [one, ...others] of checksOf.values())
    for (const other of others)
      if (one && first(other.key) !== first(one.key)) groupOf.set(first(other.key), first(one.key));
  const count = new Set(within.map(({ bill }) => first(bill.key))).size;
  return [
    ...(count > limited.bills ? [`a promotion for ${limited.bills} bills is on ${count} without a flag`] : []),
    ...live
      .filter(({ flag }) => flag === 'Unproven' || flag === 'OldRules')
      .map(({ words, flag }) => `the promotion ${words} is ${flag}, and the rules never changed`),
    ...bills.flatMap(({ items }) =>
      items
        .filter(({ priceFlag }) => priceFlag === 'Unproven' || priceFlag === 'OldRules')
        .map(({ name, priceFlag }) => `the price of ${name} is ${priceFlag}, and the rules never changed`),
    ),
  ];
}
