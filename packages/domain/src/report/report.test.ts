import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ageing } from './ageing.ts';
import { comparedRange } from './compare.ts';
import { menuClasses } from './menu-class.ts';
import { reportTotals } from './report.ts';

it('[R20.4] compares a range with as many days just before, or with the same days a year earlier', () => {
  const week = { from: '2026-03-01', to: '2026-03-07' };
  expect(comparedRange(week, 'PreviousPeriod')).toEqual({ from: '2026-02-22', to: '2026-02-28' });
  expect(comparedRange(week, 'LastYear')).toEqual({ from: '2025-03-01', to: '2025-03-07' });
  expect(comparedRange(week, 'None')).toBeNull();
  expect(comparedRange({ from: '2028-02-29', to: '2028-02-29' }, 'LastYear')).toEqual({
    from: '2027-02-28',
    to: '2027-02-28',
  });
});

it('[R2.23] adds up only the columns that have a total', () => {
  const columns = [
    { key: 'name', label: 'Name', kind: 'text' },
    { key: 'qty', label: 'Quantity', kind: 'quantity', hasTotal: true },
    { key: 'share', label: 'Share', kind: 'percent' },
  ] as const;
  expect(
    reportTotals(columns, [
      { name: 'a', qty: 0.1, share: 5 },
      { name: 'b', qty: 0.2, share: null },
    ]),
  ).toEqual({ qty: 0.3 });
});

it('[R35.40] adds up no quantities of different units', () => {
  const columns = [
    { key: 'qty', label: 'Quantity', kind: 'quantity', hasTotal: true },
    { key: 'amount', label: 'Amount', kind: 'money', hasTotal: true },
  ] as const;
  const fish = { qty: 0.35, unit: 'kg', amount: 3500 };
  expect(reportTotals(columns, [fish, { qty: 2, unit: '', amount: 1000 }])).toEqual({ amount: 4500 });
  expect(reportTotals(columns, [fish, { ...fish, qty: 0.2 }])).toEqual({ qty: 0.55, amount: 7000 });
});

it('[R2.23] classifies menu items by popularity and margin', () => {
  const items = [
    { qty: 100, margin: 5000 },
    { qty: 100, margin: 500 },
    { qty: 5, margin: 9000 },
    { qty: 5, margin: 100 },
  ];
  expect(menuClasses(items)).toEqual(['Star', 'Plowhorse', 'Puzzle', 'Dog']);
  expect(menuClasses([])).toEqual([]);
});

it('[R14.2] ages debts: payments settle the oldest first, and the bands add up to the balance', () => {
  const charge = (amount: number, ageDays: number) => ({ amount, ageDays });
  expect(ageing([charge(1000, 100), charge(500, 10), charge(-1200, 5)])).toEqual([300, 0, 0, 0]);
  expect(ageing([charge(1000, 100), charge(500, 45), charge(-300, 5)])).toEqual([0, 500, 0, 700]);
  expect(ageing([charge(100, 3), charge(-150, 1)])).toEqual([-50, 0, 0, 0]);
  const entry = fc.record({
    amount: fc.integer({ min: -100_000, max: 100_000 }),
    ageDays: fc.integer({ min: 0, max: 400 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
      const bands = ageing(entries);
      expect(bands.reduce((sum, band) => sum + band, 0)).toBe(entries.reduce((sum, { amount }) => sum + amount, 0));
      expect(bands.slice(1).every((band) => band >= 0)).toBe(true);
    }),
    { seed: 4826, numRuns: 500 },
  );
});
