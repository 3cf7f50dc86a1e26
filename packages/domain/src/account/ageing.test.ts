import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../date/business-day.ts';
import { ageing } from './ageing.ts';

const today = '2026-03-31';
const ago = (days: number, amount: number) => ({ businessDate: addDays(today, -days), amount });

it('[R14.2] groups what a house account owes by age: 0–30, 31–60, 61–90 days and older', () => {
  expect(
    ageing([ago(0, 1), ago(30, 2), ago(31, 10), ago(60, 20), ago(61, 100), ago(90, 200), ago(91, 1000)], today),
  ).toEqual({
    days30: 3,
    days60: 30,
    days90: 300,
    older: 1000,
    credit: 0,
  });
});

it('[R14.2] applies a payment to the oldest debt first, whatever its date', () => {
  expect(ageing([ago(95, 500), ago(40, 300), ago(39, -600)], today)).toEqual({
    days30: 0,
    days60: 200,
    days90: 0,
    older: 0,
    credit: 0,
  });
  expect(ageing([ago(5, 100), ago(3, -150)], today)).toMatchObject({ days30: 0, credit: 50 });
});

it('[R14.2] returns ages that add up to the balance', () => {
  const entry = fc.record({ days: fc.integer({ min: 0, max: 200 }), amount: fc.integer({ min: -9_999, max: 9_999 }) });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (drawn) => {
      const entries = drawn.map(({ days, amount }) => ago(days, amount));
      const { days30, days60, days90, older, credit } = ageing(entries, today);
      expect(days30 + days60 + days90 + older - credit).toBe(entries.reduce((sum, { amount }) => sum + amount, 0));
    }),
    { seed: 4_826, numRuns: 300 },
  );
});
