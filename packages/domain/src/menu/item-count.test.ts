import { expect, it } from 'vitest';
import { afterSale, leftOn } from './item-count.ts';

const count = { left: -1, day: '2026-11-27' };

it('a count goes on from day to day, and begins again only where each day has its own quantity', () => {
  expect(leftOn(count, '2026-11-28')).toBe(-1);
  expect(leftOn({ ...count, dailyQty: 12 }, '2026-11-27')).toBe(-1);
  expect(leftOn({ ...count, dailyQty: 12 }, '2026-11-28')).toBe(12);
  expect(leftOn({ left: null, day: '', dailyQty: 12 }, '2026-11-28')).toBe(12);
  expect(leftOn({ left: null, day: '2026-11-28', dailyQty: 12 }, '2026-11-28')).toBeNull();
});

it('a sale takes what was sold from a count, exactly for what is weighed', () => {
  expect([afterSale(3, 1), afterSale(0.3, 0.1), afterSale(0, 2), afterSale(1, -1)]).toEqual([2, 0.2, -2, 2]);
});
