import { expect, it } from 'vitest';
import { compareCash } from './compare-cash.ts';

const nothing = { by: 'amount', amount: null, pieces: {}, units: {} } as const;
const dollars = [{ currency: 'USD', rate: 1542 }];

it('returns no difference while nothing is counted', () => {
  expect(compareCash(nothing, [], { expectedCash: 500 })).toMatchObject({
    counted: null,
    isComplete: false,
    difference: null,
  });
});

it('returns no difference while the expected cash is hidden', () => {
  expect(compareCash({ ...nothing, amount: 500 }, [], null)).toMatchObject({ isComplete: true, difference: null });
});

it('adds the counted pieces when cash is counted by denomination', () => {
  const count = { ...nothing, by: 'pieces', amount: 7, pieces: { 10000: 2 } } as const;
  expect(compareCash(count, [], { expectedCash: 15_000 })).toMatchObject({ counted: 20_000, difference: 5000 });
});

it('counts foreign cash at the rate at which it was taken, rounded to laari', () => {
  const count = { ...nothing, amount: 1000, units: { USD: 1.5 } };
  expect(compareCash(count, dollars, { expectedCash: 3000 })).toEqual({
    counted: 1000,
    foreignCash: [{ currency: 'USD', amount: 2313 }],
    isComplete: true,
    difference: 313,
  });
});

it('reports a count as incomplete while a currency is not counted', () => {
  expect(compareCash({ ...nothing, amount: 1000 }, dollars, { expectedCash: 1000 }).isComplete).toBe(false);
});
