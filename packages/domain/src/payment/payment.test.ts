import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foreignDue, foreignValue } from './payment.ts';

it('asks for the least units of a currency that cover an amount', () => {
  expect(foreignDue(1620, { code: 'USD', rate: 1542 })).toBe(106);
  expect(foreignDue(1542, { code: 'USD', rate: 1542 })).toBe(100);
  expect(foreignDue(0, { code: 'USD', rate: 1542 })).toBe(0);
  const amount = fc.integer({ min: 1, max: 1_000_000 });
  const rate = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 3000 }));
  fc.assert(
    fc.property(amount, rate, (due, perUnit) => {
      const about = { code: 'USD', rate: perUnit };
      const units = foreignDue(due, about);
      expect(foreignValue({ ...about, units })).toBeGreaterThanOrEqual(due);
      expect(foreignValue({ ...about, units: units - 1 })).toBeLessThan(due);
    }),
  );
});
