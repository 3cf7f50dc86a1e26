import fc from 'fast-check';
import { expect, it } from 'vitest';
import { laari } from '../money/money.ts';
import { changedPrice, changedSizes, type PriceChange, roundSteps } from './price-change.ts';

const price = (amount: number, change: PriceChange) => changedPrice(laari(amount), change);

it('[R35.53] changes a price by an amount or a percentage, and rounds half up to the chosen step', () => {
  expect(price(4500, { kind: 'amount', by: 250, roundTo: 1 })).toBe(4750);
  expect(price(4500, { kind: 'amount', by: -5000, roundTo: 1 })).toBe(0);
  expect(price(4500, { kind: 'percent', by: 1000, roundTo: 1 })).toBe(4950);
  expect(price(4500, { kind: 'percent', by: 750, roundTo: 100 })).toBe(4800);
  expect(price(4550, { kind: 'amount', by: 0, roundTo: 100 })).toBe(4600);
  expect(price(3333, { kind: 'percent', by: -1000, roundTo: 25 })).toBe(3000);
});

it('[R35.53] leaves a price of zero as it is', () => {
  expect(price(0, { kind: 'amount', by: 500, roundTo: 100 })).toBe(0);
});

it('[R35.53] keeps names, costs and the default of sizes', () => {
  const sizes = [{ value: 'Small', sellingPrice: 1000, costPrice: 300, isDefault: true }];
  expect(changedSizes(sizes, { kind: 'percent', by: 500, roundTo: 1 })).toEqual([
    { value: 'Small', sellingPrice: 1050, costPrice: 300, isDefault: true },
  ]);
});

it('[R35.53] gives a multiple of the step, at most half a step away from the exact price, never below zero', () => {
  const change = fc.record({
    kind: fc.constantFrom('amount' as const, 'percent' as const),
    by: fc.integer({ min: -10_000, max: 50_000 }),
    roundTo: fc.constantFrom(...roundSteps),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), change, (amount, asked) => {
      const next = price(amount, asked);
      const exact = asked.kind === 'amount' ? amount + asked.by : (amount * (10_000 + asked.by)) / 10_000;
      expect(next).toBeGreaterThanOrEqual(0);
      expect(next % asked.roundTo).toBe(0);
      expect(Math.abs(next - Math.max(0, exact))).toBeLessThanOrEqual(asked.roundTo / 2 + 0.5);
    }),
  );
});
