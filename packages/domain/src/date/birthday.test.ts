import { expect, it } from 'vitest';
import { isBirthday } from './birthday.ts';

it('[R35.46] knows a birthday by month and day, also of people born on 29 February', () => {
  expect(isBirthday('1990-03-04', '2026-03-04')).toBe(true);
  expect(isBirthday('1990-03-04', '2026-03-05')).toBe(false);
  expect(isBirthday('1992-02-29', '2028-02-29')).toBe(true);
  expect(isBirthday('1992-02-29', '2028-02-28')).toBe(false);
  expect(isBirthday('1992-02-29', '2026-02-28')).toBe(true);
  expect(isBirthday(null, '2026-03-04')).toBe(false);
});
