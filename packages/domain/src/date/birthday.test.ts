import { expect, it } from 'vitest';
import { birthdayNear, isBirthday } from './birthday.ts';

it('[R35.46] knows a birthday by month and day, also of people born on 29 February', () => {
  expect(isBirthday('1990-03-04', '2026-03-04')).toBe(true);
  expect(isBirthday('1990-03-04', '2026-03-05')).toBe(false);
  expect(isBirthday('1992-02-29', '2028-02-29')).toBe(true);
  expect(isBirthday('1992-02-29', '2028-02-28')).toBe(false);
  expect(isBirthday('1992-02-29', '2026-02-28')).toBe(true);
  expect(isBirthday(null, '2026-03-04')).toBe(false);
});

it('is near from 3 days before to 7 days after, also across the turn of the year and on 29 February', () => {
  const near = (born: string | null, ...days: string[]) => days.map((day) => birthdayNear(born, day));
  expect(near('1990-06-10', '2026-06-06', '2026-06-07', '2026-06-10', '2026-06-17', '2026-06-18')).toEqual([
    undefined,
    '2026-06-10',
    '2026-06-10',
    '2026-06-10',
    undefined,
  ]);
  expect(near('1990-12-31', '2026-12-28', '2027-01-02', '2027-01-07', '2027-01-08')).toEqual([
    '2026-12-31',
    '2026-12-31',
    '2026-12-31',
    undefined,
  ]);
  expect(near('1990-01-02', '2026-12-29', '2026-12-30', '2027-01-09')).toEqual([undefined, '2027-01-02', '2027-01-02']);
  expect(near('1992-02-29', '2026-02-25', '2026-03-07', '2026-03-08', '2028-03-07')).toEqual([
    '2026-02-28',
    '2026-02-28',
    undefined,
    '2028-02-29',
  ]);
  expect(near(null, '2026-06-10')).toEqual([undefined]);
});
