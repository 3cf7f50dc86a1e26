/** Bugs of set menus that a simulation must find. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Bug } from '../bugs.ts';
import { afterwards, changeBills } from './afterwards.ts';

/** Returns the bill without one part of its first set. */
function withoutPart(bill: Bill): Bill {
  const head = bill.items.find(({ setPrice, isVoid }) => setPrice !== undefined && !isVoid);
  const part = bill.items.find(({ parentKey, isVoid }) => head && parentKey === head.key && !isVoid);
  return part ? { ...bill, items: bill.items.filter((item) => item !== part) } : bill;
}

/** Returns the bill with the parts of sets at the price that they have by themselves. */
function atOwnPrices(bill: Bill): Bill {
  const isWrong = ({ parentKey, sellingPrice }: Bill['items'][number]) =>
    parentKey !== undefined && sellingPrice < 5000;
  if (!bill.items.some(isWrong)) return bill;
  return { ...bill, items: bill.items.map((item) => (isWrong(item) ? { ...item, sellingPrice: 5000 } : item)) };
}

export const setBugs: readonly Bug[] = [
  {
    name: 'a split that leaves a part of a set behind',
    seed: 5018,
    isQuick: true,
    isPriced: true,
    says: /^a set of bill .* has 1 parts/,
    onRequest: afterwards('/bill/split', (store) => changeBills(store, withoutPart)),
  },
  {
    name: 'a part of a set at a price of its own',
    seed: 5001,
    isPriced: true,
    says: /^a set of bill .* costs/,
    onRequest: afterwards('/bill/pay', (store) => changeBills(store, atOwnPrices)),
  },
];
