import { expect, it } from 'vitest';
import { compareCash } from './compare-cash.ts';

const nothing = { by: 'amount', amount: null, pieces: {}, units: {} } as const;
const dollars = [{ currency: 'USD', rate: 15.42 }];
const expecting = (expectedCash: number) => ({ expectedCash, byMethod: [] });

it('returns no difference while nothing is counted', () => {
  expect(compareCash(nothing, [], expecting(500))).toMatchObject({
    counted: null,
    isComplete: false,
    difference: null,
    each: [],
  });
});

it('returns no difference while the expected cash is hidden', () => {
  const found = compareCash({ ...nothing, amount: 500 }, [], null);
  expect(found).toMatchObject({ isComplete: true, difference: null, each: [] });
});

it('adds the counted pieces when cash is counted by denomination', () => {
  const count = { ...nothing, by: 'pieces', amount: 7, pieces: { 10000: 2 } } as const;
  expect(compareCash(count, [], expecting(15_000))).toMatchObject({ counted: 20_000, difference: 5000 });
});

it('[R2.11] compares each currency by itself, foreign cash at the rate at which it was taken, rounded to laari', () => {
  const count = { ...nothing, amount: 9710, units: { USD: 150 } };
  const totals = { ...expecting(9710), byCurrency: [{ currency: 'USD', units: 500, amount: 7710 }] };
  expect(compareCash(count, dollars, totals)).toEqual({
    counted: 9710,
    foreignCash: [{ currency: 'USD', units: 150, amount: 2313 }],
    isComplete: true,
    difference: 2313,
    each: [
      { method: 'Cash', amount: 7710 },
      { method: 'Cash USD', amount: -5397, units: -350 },
    ],
  });
});

it('reports a count as incomplete while a currency is not counted, and names no difference of it', () => {
  const totals = { ...expecting(8710), byCurrency: [{ currency: 'USD', units: 500, amount: 7710 }] };
  const found = compareCash({ ...nothing, amount: 1000 }, dollars, totals);
  expect(found).toMatchObject({ isComplete: false, each: [{ method: 'Cash', amount: 0 }] });
});
