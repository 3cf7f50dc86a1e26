import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyTotals } from '../new-bill.ts';
import { moveItems } from '../split/transfer.ts';
import { billOf, line } from '../testing/bills.ts';
import { allowShare } from './discount-seen.ts';
import { discountShare, grownShare, shareOf, withShare } from './discount-share.ts';

fc.configureGlobal({ seed: 2026 });

const ten = (more = {}) =>
  billOf(
    Array.from({ length: 10 }, (_, i) => line(`i${i}`, { sellingPrice: 24_500 })),
    more,
  );
const without = (bill: ReturnType<typeof ten>, count: number) =>
  applyTotals({ ...bill, items: bill.items.map((item, at) => ({ ...item, isVoid: at < count })) });

describe('the share of a discount', () => {
  it('[R36.9] an amount grows beyond its share when the bill gets smaller, a percentage does not', () => {
    const amount = allowShare(ten({ discountAmount: 24_500 }));
    expect(amount.discountShare).toBe(10);
    expect(grownShare(amount)).toBeNull();
    expect(grownShare(without(amount, 9))).toBe(100);
    expect(grownShare(without(amount, 1))).toBe(11.11);
    expect(grownShare({ ...without(amount, 9), isVoid: true })).toBeNull();
    const percent = allowShare(ten({ discountPercentage: 10 }));
    expect(grownShare(without(percent, 9))).toBeNull();
    expect(discountShare(without(percent, 9))).toBe(10);
  });

  it('[R36.9] a bill without a discount keeps no share, and one of an earlier release has its present one', () => {
    expect(allowShare({ ...ten(), discountShare: 10 }).discountShare).toBeUndefined();
    expect(withShare(ten({ discountAmount: 49_000 })).discountShare).toBe(20);
    expect(withShare({ ...ten({ discountAmount: 49_000 }), discountShare: 5 }).discountShare).toBe(5);
    expect(withShare(ten()).discountShare).toBeUndefined();
    expect(shareOf(5, 0)).toBe(0);
  });

  it('[R36.9] moving items leaves the share as it is, whatever the rounding', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 1, max: 50_000 }),
        fc.nat(10),
        (prices, discountAmount, cut) => {
          const items = prices.map((sellingPrice, at) => line(`i${at}`, { sellingPrice }));
          const from = allowShare(billOf(items, { discountAmount }));
          const going = items.slice(0, 1 + (cut % (items.length - 1))).map(({ key }) => key);
          const moved = moveItems(from, billOf([], { key: 'other' }), going);
          expect(moved.ok && grownShare(moved.value.from)).toBeNull();
        },
      ),
    );
  });
});
