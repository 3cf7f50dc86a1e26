/** What people do with prices: bills of guests with points, and everything that gift cards, coupons and sets add. */
import { type Action, atBill, type BillWork, sellAtOnce } from '../steps.ts';
import { cardActions, sellCard } from './card-actions.ts';
import { couponActions } from './coupon-actions.ts';
import { refundActions } from './refund-actions.ts';
import { setActions } from './set-actions.ts';

const setGuest: BillWork = (till, bill, { chance, setup: { priced } }) => {
  if (!priced) return;
  const { id, key, name, phone } = chance.oneOf(priced.guests);
  till.bills.getState().setCustomer(bill.key, { id, key, name, phone, tin: '' });
};

const sellBoth: BillWork = (till, bill, simulation) => {
  setGuest(till, bill, simulation);
  if (simulation.chance.below(2) === 0) sellCard(till, bill, simulation);
};

export const pricedActions: readonly (readonly [weight: number, name: string, action: Action])[] = [
  [4, 'a guest', atBill(setGuest)],
  [10, 'sell to a guest at once', sellAtOnce(sellBoth)],
  ...cardActions,
  ...couponActions,
  ...setActions,
  ...refundActions,
];
