import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastStatementPeriod } from './statement-period.ts';

it('[R35.46] ends a statement on the day before the day of the statement', () => {
  expect(lastStatementPeriod('2026-03-20', 5)).toEqual({ from: '2026-02-05', to: '2026-03-04' });
  expect(lastStatementPeriod('2026-03-05', 5)).toEqual({ from: '2026-02-05', to: '2026-03-04' });
  expect(lastStatementPeriod('2026-03-04', 5)).toEqual({ from: '2026-01-05', to: '2026-02-04' });
  expect(lastStatementPeriod('2026-01-10', 28)).toEqual({ from: '2025-11-28', to: '2025-12-27' });
  expect(lastStatementPeriod('2026-01-10', 1)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

it('[R35.46] a statement is always over before the day on which it is shown, and lasts a month', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 28 }), (date, billingDay) => {
      const today = date.toISOString().slice(0, 10);
      const { from, to } = lastStatementPeriod(today, billingDay);
      expect(to < today).toBe(true);
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
      expect(days).toBeGreaterThanOrEqual(28);
      expect(days).toBeLessThanOrEqual(31);
      expect((Date.parse(today) - Date.parse(to)) / 86_400_000).toBeLessThanOrEqual(31);
    }),
    { seed: 46, numRuns: 300 },
  );
});
