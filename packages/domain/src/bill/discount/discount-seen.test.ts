import { expect, it } from 'vitest';
import { applyTotals } from '../new-bill.ts';
import { billOf, line } from '../testing/bills.ts';
import { allowShare, grownDiscount, seeDiscount } from './discount-seen.ts';

const dish = (key: string) => line(key, { sellingPrice: 10_000 });
const half = () => allowShare(billOf([dish('a')], { discountPercentage: 50 }));
const more = (bill: ReturnType<typeof half>) => applyTotals({ ...bill, items: [...bill.items, dish('b')] });

it('[R36.9] a percentage that takes off more than when it was given says both sums, until they were seen', () => {
  expect(grownDiscount(half())).toBeNull();
  expect(grownDiscount(more(half()))).toEqual({ percentage: 50, seen: 5000, now: 10_000 });
  expect(grownDiscount(seeDiscount(more(half())))).toBeNull();
  expect(grownDiscount(allowShare(more(half())))).toBeNull();
});

it('[R36.9] a laari for each item is no growth, nor is an amount, or a bill that does not say what was seen', () => {
  const bill = half();
  expect(grownDiscount({ ...bill, discountSeen: bill.discount - 1 })).toBeNull();
  expect(grownDiscount({ ...bill, discountSeen: bill.discount - 2 })).not.toBeNull();
  expect(grownDiscount({ ...more(bill), discountSeen: undefined })).toBeNull();
  expect(grownDiscount(more(allowShare(billOf([dish('a')], { discountAmount: 5000 }))))).toBeNull();
});
