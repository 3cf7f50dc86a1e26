import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cashDifferences, countedAtRates, largestDifference } from './cash-differences.ts';
import { countDifference, emptyTotals, expectedByMethod } from './shift.ts';

fc.configureGlobal({ seed: 2026 });

const dollars = { currency: 'USD', units: 500, amount: 7710 };
const totals = {
  ...emptyTotals(50_000),
  byMethod: [{ method: 'Cash', count: 1, amount: 7710 }],
  byCurrency: [dollars],
  expectedCash: 57_710,
};

it('[R2.11] names missing dollars although as many rufiyaa are too many, and the sum is right', () => {
  const counted = countedAtRates(
    [
      { method: 'Cash', amount: 57_710 },
      { method: 'Cash USD', amount: 0, units: 0 },
    ],
    totals,
  );
  const each = cashDifferences(counted, totals);
  expect(each).toEqual([
    { method: 'Cash', amount: 7710 },
    { method: 'Cash USD', amount: -7710, units: -500 },
  ]);
  expect(countDifference(counted, totals)).toBe(0);
  expect(largestDifference(0, each)).toBe(7710);
});

it('[R2.11] computes the worth of counted units at the rate of the shift, whatever amount was sent with them', () => {
  const sent = [
    { method: 'Cash', amount: 50_000 },
    { method: 'Cash USD', amount: 1, units: 400 },
    { method: 'Cash EUR', amount: 900, units: 50 },
  ];
  expect(countedAtRates(sent, totals)).toEqual([
    { method: 'Cash', amount: 50_000 },
    { method: 'Cash USD', amount: 6168, units: 400 },
    { method: 'Cash EUR', amount: 900, units: 50 },
  ]);
});

it('[R2.11] compares the worth of foreign cash that a till of an earlier release counted without its units', () => {
  const counted = countedAtRates(
    [
      { method: 'Cash', amount: 50_000 },
      { method: 'Cash USD', amount: 6168 },
    ],
    totals,
  );
  expect(cashDifferences(counted, totals)).toEqual([
    { method: 'Cash', amount: 0 },
    { method: 'Cash USD', amount: -1542 },
  ]);
});

it('[R2.11] gives no difference of foreign cash that nobody counted, and all rufiyaa as missing', () => {
  expect(cashDifferences([], totals)).toEqual([{ method: 'Cash', amount: -50_000 }]);
});

it('[R2.11] adds up to the difference of the sum when every currency is counted', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(amount, amount, amount, amount, (own, units, ownCounted, unitsCounted) => {
      const byCurrency = [{ currency: 'USD', units: units + 1, amount: (units + 1) * 15 }];
      const shift = { ...emptyTotals(own), byCurrency, expectedCash: own + (units + 1) * 15 };
      const counted = countedAtRates(
        [
          { method: 'Cash', amount: ownCounted },
          { method: 'Cash USD', amount: 0, units: unitsCounted },
        ],
        shift,
      );
      const sum = cashDifferences(counted, shift).reduce((all, one) => all + one.amount, 0);
      expect(sum).toBe(countDifference(counted, shift));
    }),
  );
  expect(expectedByMethod(totals)[1]).toEqual({ method: 'Cash USD', amount: 7710, units: 500 });
});
