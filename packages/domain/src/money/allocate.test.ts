import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.ts';

describe('allocate', () => {
  it.each([
    ['evenly, ties to the earlier', 100, [1, 1, 1], [34, 33, 33]],
    ['in proportion', 1000, [5000, 3000, 2000], [500, 300, 200]],
    ['to the largest remainder first', 10, [26, 33, 41], [3, 3, 4]],
    ['nothing to a weight of zero', 7, [0, 1, 0], [0, 7, 0]],
    ['over zero weights as if they were equal', 3, [0, 0], [2, 1]],
    ['a negative total by the sign turned', -100, [1, 1, 1], [-34, -33, -33]],
    ['over negative weights as over positive ones', 100, [-1, -1, -1], [34, 33, 33]],
    ['nothing', 0, [3, 4], [0, 0]],
    ['more than plain numbers hold', 900_000_000_000_001, [1, 2], [300_000_000_000_000, 600_000_000_000_001]],
  ])('splits %s', (_, total, weights, parts) => {
    expect(allocate(total, weights)).toEqual(parts);
  });

  it('throws for an amount to split without weights', () => {
    expect(() => allocate(1, [])).toThrow(RangeError);
    expect(allocate(0, [])).toEqual([]);
  });

  it('returns parts that add up and differ from the exact share by less than a laari', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), weights, (total, list) => {
        const parts = allocate(total, list);
        const sum = list.reduce((all, weight) => all + weight, 0);
        expect(parts.reduce((all, part) => all + part, 0)).toBe(total);
        parts.forEach((part, index) => {
          const share = sum === 0 ? total / list.length : (total * (list[index] as number)) / sum;
          expect(Math.abs(part - share)).toBeLessThan(1.000001);
          expect(Object.is(part, -0)).toBe(false);
        });
      }),
      { numRuns: 1000, seed: 2 },
    );
  });
});
