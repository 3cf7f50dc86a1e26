/** Bugs of promotions, points and gift cards that a simulation must find. */
import type { Bug } from '../bugs.ts';
import { afterwards } from './afterwards.ts';
import { cardBugs } from './card-bugs.ts';
import { couponBugs } from './coupon-bugs.ts';
import { refundBugs } from './refund-bugs.ts';
import { setBugs } from './set-bugs.ts';

export const pricedBugs: readonly Bug[] = [
  {
    name: 'a till whose promotion takes off more than the rules give',
    seed: 5001,
    isQuick: true,
    isPriced: true,
    code: [
      {
        file: '/price/price-engine.ts',
        from: 'return planPromotions(bill, prices, {',
        to: `const more = prices.promotions?.map((one) => ({ ...one, ...(one.percent && { percent: one.percent + 1 }) }));
        return planPromotions(bill, { ...prices, promotions: more }, {`,
      },
    ],
  },
  {
    name: 'a promotion whose limit nobody counts',
    seed: 5001,
    isPriced: true,
    onRequest: afterwards('', (store) => store.writeOrg((db) => db.deleteFrom('promotion_use').execute())),
  },
  {
    name: 'a card that is worth more than its entries',
    seed: 5001,
    isPriced: true,
    onRequest: afterwards('/bill/pay', (store) =>
      store.writeOrg((db) => db.updateTable('wallet').set({ balance: 100 }).execute()),
    ),
  },
  {
    name: 'points that are given twice',
    seed: 5001,
    isQuick: true,
    isPriced: true,
    onRequest: afterwards('/bill/pay', (store) =>
      store.writeOrg((db) =>
        db
          .updateTable('customer')
          .set(({ eb }) => ({ loyalty_points: eb('loyalty_points', '*', 2) }))
          .execute(),
      ),
    ),
  },
  ...setBugs,
  ...couponBugs,
  ...cardBugs,
  ...refundBugs,
];
