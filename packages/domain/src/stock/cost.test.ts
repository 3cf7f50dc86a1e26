import fc from 'fast-check';
import { expect, it } from 'vitest';
import { currentCost, noStock, putIn, type StockLevel, takeOut, unitCostOf, worthAt } from './cost.ts';

it('[R14.2] computes the moving average: 10 at 2.00 and 30 at 4.00 are 40 at 3.50', () => {
  const first = putIn(noStock, 10_000, 2000).level;
  const both = putIn(first, 30_000, 12_000).level;
  expect(both).toEqual({ onHand: 40_000, worth: 14_000 });
  expect(unitCostOf(both.worth, both.onHand)).toBe(350_000);
  expect(takeOut(both, 4000, 0)).toEqual({ level: { onHand: 36_000, worth: 12_600 }, value: -1400 });
});

it('[R14.2] prices grams in fractions of a laari: rice at 15.00 a kilo is 1.5 laari a gram, and 200 g cost 3.00', () => {
  const rice = putIn(noStock, 1_000_000, 1500).level;
  expect(unitCostOf(rice.worth, rice.onHand)).toBe(1500);
  expect(takeOut(rice, 200_000, 0).value).toBe(-300);
  expect(worthAt(200_000, 1500)).toBe(300);
});

it('[R14.2] values negative stock at the last price, and stock above zero again at what was paid', () => {
  const owed = takeOut(noStock, 4000, 100_000).level;
  expect(owed).toEqual({ onHand: -4000, worth: -400 });
  expect(putIn(owed, 4000, 800)).toEqual({ level: noStock, value: 400 });
  expect(putIn(owed, 6000, 1200)).toEqual({ level: { onHand: 2000, worth: 400 }, value: 800 });
  expect(putIn(owed, 1000, 900).level).toEqual({ onHand: -3000, worth: -300 });
});

it('[R14.2] uses the average cost while there is stock, otherwise the last price', () => {
  expect(currentCost({ onHand: 2000, worth: 500 }, 9)).toBe(250_000);
  expect(currentCost({ onHand: -2000, worth: -500 }, 9)).toBe(9);
});

const step = fc.record({
  isIn: fc.boolean(),
  qty: fc.integer({ min: 1, max: 999_999_999 }),
  worth: fc.integer({ min: 0, max: 999_999_999 }),
  lastCost: fc.integer({ min: 0, max: 1_000_000_000 }),
});

it('[R14.2] the value of stock is the sum of its changes, has the sign of the quantity, and is zero without stock', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let level: StockLevel = noStock;
      let [qty, value] = [0, 0];
      for (const { isIn, qty: moved, worth, lastCost } of steps) {
        const { level: after, value: changed } = isIn ? putIn(level, moved, worth) : takeOut(level, moved, lastCost);
        qty += isIn ? moved : -moved;
        value += changed;
        level = after;
        expect(level).toEqual({ onHand: qty, worth: value });
        if (level.onHand === 0) expect(level.worth).toBe(0);
        else expect(level.onHand > 0 ? level.worth >= 0 : level.worth <= 0).toBe(true);
      }
    }),
    { seed: 4711, numRuns: 300 },
  );
});

it('[R14.2] taking stock out and putting it back keeps the average, to a laari', () => {
  const amount = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(amount, amount, amount, (onHand, worth, taken) => {
      const level = { onHand: onHand + taken, worth };
      const { level: after } = takeOut(level, taken, 0);
      expect(Math.abs(after.worth - (worth * after.onHand) / level.onHand)).toBeLessThanOrEqual(0.5);
    }),
    { seed: 4712, numRuns: 300 },
  );
});
