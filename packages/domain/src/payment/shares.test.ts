import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextShare, type SharePlan, sharesOf } from './shares.ts';

/** Pays share after share and returns the amounts. */
function paidShares(plan: SharePlan, total: number, rounding = 0): number[] {
  const amounts: number[] = [];
  let paid = 0;
  for (;;) {
    const share = nextShare(plan, total, { paid, due: total + rounding - paid });
    if (!share) return amounts;
    expect([share.part, share.parts]).toEqual([amounts.length + 1, sharesOf(plan, total).length]);
    amounts.push(share.amount);
    paid += share.amount;
  }
}

it('[R35.30] shares a bill in equal parts that differ by at most 1 laari and add up to it', () => {
  expect(paidShares({ parts: 3 }, 10_000)).toEqual([3334, 3333, 3333]);
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 999_999_999 }), fc.integer({ min: 1, max: 20 }), (total, parts) => {
      const amounts = paidShares({ parts }, total);
      expect(amounts).toHaveLength(parts);
      expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(total);
      expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
    }),
  );
});

it('[R35.30] shares a bill by an exact amount, and leaves the rest', () => {
  expect(paidShares({ amount: 3333 }, 10_000)).toEqual([3333, 6667]);
  expect(paidShares({ amount: 20_000 }, 10_000)).toEqual([10_000]);
});

it('[R35.30] adds cash rounding to the last share, and counts a share that was paid in several payments', () => {
  expect(paidShares({ parts: 2 }, 10_002, -2)).toEqual([5001, 4999]);
  expect(paidShares({ parts: 2 }, 10_003, 2)).toEqual([5002, 5003]);
  expect(nextShare({ parts: 2 }, 10_000, { paid: 2000, due: 8000 })).toEqual({ part: 1, parts: 2, amount: 3000 });
  expect(nextShare({ parts: 2 }, 10_000, { paid: 7000, due: 3000 })).toEqual({ part: 2, parts: 2, amount: 3000 });
});
