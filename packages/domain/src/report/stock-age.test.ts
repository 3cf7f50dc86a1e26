import fc from 'fast-check';
import { expect, it } from 'vitest';
import { valueByAge } from './stock-age.ts';

it('[R35.79] gives what is on hand the age of what came last, because what came first is used first', () => {
  expect(valueByAge(10_000, 5000, [4000, 0, 3000])).toEqual([2000, 0, 1500, 1500]);
  expect(valueByAge(3000, 900, [4000, 8000, 3000])).toEqual([900, 0, 0, 0]);
  expect(valueByAge(0, 0, [4000])).toEqual([0, 0]);
});

it('[R35.79] adds up to the worth of the stock, whatever came', () => {
  const qty = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(qty, fc.integer({ min: 0, max: 9_000_000 }), fc.array(qty, { maxLength: 4 }), (onHand, worth, came) => {
      const bands = valueByAge(onHand, worth, came);
      expect(bands).toHaveLength(came.length + 1);
      expect(bands.reduce((sum, band) => sum + band, 0)).toBe(worth);
      expect(bands.every((band) => band >= 0)).toBe(true);
    }),
  );
});
