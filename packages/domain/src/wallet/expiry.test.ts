import { expect, it } from 'vitest';
import { expiryOf, hasExpired } from './expiry.ts';

it('lets a card pay on the same day of the month that many months later, and on the last one of a shorter month', () => {
  expect(expiryOf('2026-11-28', 12)).toBe('2027-11-28');
  expect(expiryOf('2026-08-31', 6)).toBe('2027-02-28');
  expect(expiryOf('2026-11-28', 0)).toBeNull();
  expect([hasExpired('2027-11-28', '2027-11-28'), hasExpired('2027-11-28', '2027-11-29')]).toEqual([false, true]);
  expect(hasExpired(null, '2099-01-01')).toBe(false);
});
