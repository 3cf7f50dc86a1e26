import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLowStock, qtyToOrder } from './reorder.ts';

const levels = { onHand: 2000, reorderLevel: 5000, parLevel: null, maxLevel: null };

it('[R35.46] orders up to the level to fill up to, and never above the maximum stock', () => {
  expect(qtyToOrder(levels)).toBe(3000);
  expect(qtyToOrder({ ...levels, parLevel: 20_000 })).toBe(18_000);
  expect(qtyToOrder({ ...levels, parLevel: 20_000, maxLevel: 12_000 })).toBe(10_000);
  expect(qtyToOrder({ ...levels, maxLevel: 1000 })).toBe(0);
});

it('[R35.46] never brings the stock above its maximum, and is never negative', () => {
  const qty = fc.integer({ min: 0, max: 1_000_000 });
  const optional = fc.option(qty);
  fc.assert(
    fc.property(fc.integer({ min: -9000, max: 1_000_000 }), qty, optional, optional, (onHand, reorder, par, max) => {
      const order = qtyToOrder({ onHand, reorderLevel: reorder, parLevel: par, maxLevel: max });
      expect(order).toBeGreaterThanOrEqual(0);
      if (order > 0 && max !== null) expect(onHand + order).toBeLessThanOrEqual(max);
    }),
    { seed: 46, numRuns: 300 },
  );
});

it('[R35.60] counts stock below zero as low, with and without a reorder level', () => {
  expect(isLowStock(-1, null)).toBe(true);
  expect(isLowStock(-1, 0)).toBe(true);
  expect(isLowStock(0, null)).toBe(false);
  expect(isLowStock(0, 0)).toBe(false);
  expect(isLowStock(4000, 4000)).toBe(true);
  expect(isLowStock(4001, 4000)).toBe(false);
});
