import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundDiv, roundProduct } from './round.ts';

it.each([
  [5n, 10n, 1n],
  [-5n, 10n, -1n],
  [4n, 10n, 0n],
  [-4n, 10n, 0n],
  [15n, 10n, 2n],
  [25n, 10n, 3n],
  [-25n, 10n, -3n],
  [25n, -10n, -3n],
  [0n, 7n, 0n],
])('rounds %s / %s half away from zero to %s', (numerator, denominator, answer) => {
  expect(roundDiv(numerator, denominator)).toBe(answer);
});

it('roundProduct equals roundDiv for any size and sign', () => {
  const amount = fc.oneof(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: -2e12, max: 2e12 }));
  const rate = fc.integer({ min: 0, max: 20_000 });
  const per = fc.constantFrom(1000, 10_000, 10_800, 11_700);
  fc.assert(
    fc.property(amount, rate, per, (a, by, p) => {
      expect(roundProduct(a, by, p)).toBe(Number(roundDiv(BigInt(a) * BigInt(by), BigInt(p))));
    }),
    { numRuns: 2000, seed: 1 },
  );
});

it('roundProduct is exact beyond safe integers', () => {
  expect(roundProduct(999_999_999_999, 9_999_999, 10_000)).toBe(
    Number(roundDiv(999_999_999_999n * 9_999_999n, 10_000n)),
  );
  expect(() => roundProduct(2 ** 52, 10_000, 1)).toThrow(RangeError);
});

it('never returns a negative zero', () => {
  expect(Object.is(roundProduct(-1, 1, 10_000), 0)).toBe(true);
  expect(Object.is(roundProduct(-4, 1, 10), 0)).toBe(true);
});
