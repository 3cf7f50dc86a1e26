/** What must be true of promotions, points and gift cards when everything has arrived. Source: R21.9, R21.20, R22.1, R22.2, R22.17. */
import { isLive } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import { billTotals } from '@atoll/domain/bill/totals';
import type { Acknowledged } from '../acknowledged.ts';
import type { Setup } from '../shop-server.ts';

const spend = 1000;
const isPaid = ({ status, isVoid }: Bill): boolean => status === 'Complete' && !isVoid;

/** Returns what does not hold as sentences. */
export async function brokenPrices(
  { shop, priced }: Setup,
  bills: readonly Bill[],
  { untaken }: Acknowledged,
): Promise<string[]> {
  if (!priced) return [];
  const { store, outletId } = shop;
  const rows = await store.readOutlet(outletId, async (db) => ({
    wallets: await db.selectFrom('wallet').select(['id', 'balance']).where('outlet_id', '=', outletId).execute(),
    moves: await db
      .selectFrom('wallet_entry')
      .select(['wallet_id', 'amount'])
      .where('outlet_id', '=', outletId)
      .execute(),
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
  const broken: string[] = [];
  for (const { id, balance } of rows.wallets) {
    const sum = rows.moves.reduce((all, one) => all + (one.wallet_id === id ? one.amount : 0), 0);
    if (balance !== sum) broken.push(`a card has ${balance}, its entries add up to ${sum}`);
  }
  const paid = bills.filter(isPaid);
  const sold = paid.reduce((sum, bill) => sum + (bill.cardsSold ?? 0), 0);
  const used = paid
    .flatMap(({ payments }) => payments)
    .reduce((sum, { method, amount }) => sum + (method === 'GiftCard' ? amount : 0), 0);
  const liability = rows.wallets.reduce((sum, { balance }) => sum + balance, 0);
  if (liability !== sold - used) broken.push(`cards are worth ${liability}, sold were ${sold}, used ${used}`);
  for (const { id, loyalty_points } of rows.guests) {
    const sum = rows.points.reduce((all, one) => all + (one.customer_id === id ? one.points : 0), 0);
    if (loyalty_points !== sum) broken.push(`a guest has ${loyalty_points} points, their entries add up to ${sum}`);
  }
  for (const bill of paid.filter(({ customerId }) => customerId > 0)) {
    const net = billTotals(bill)
      .lines.filter(({ key }) => bill.items.some((item) => item.key === key && item.menuItemId > 0))
      .reduce((sum, one) => sum + one.net, 0);
    const given = rows.points.reduce((all, one) => all + (one.bill_id === bill.id ? one.points : 0), 0);
    if (given !== Math.floor(net / spend)) broken.push(`bill ${bill.number} of ${net} gave ${given} points`);
  }
  // Which promotions are used up only the server knows.
  for (const { id, words } of untaken)
    if (id !== priced.limited.id) broken.push(`the server did not take the promotion ${words} of a till`);
  broken.push(...wrongPromotions(bills, priced.limited));
  return broken;
}

function wrongPromotions(bills: readonly Bill[], limited: { readonly id: number; readonly bills: number }): string[] {
  const live = bills
    .filter(({ isVoid }) => !isVoid)
    .flatMap((bill) => (bill.applied ?? []).filter(isLive).map((one) => ({ ...one, bill })));
  const within = live.filter(({ promotionId, flag }) => promotionId === limited.id && flag === undefined);
  const count = new Set(within.map(({ bill }) => bill.key)).size;
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
