import { expect, it } from 'vitest';
import type { Availability } from '../menu/availability.ts';
import { inWindow } from './in-window.ts';

/** 2026-11-27 is a Friday; Malé is five hours ahead. */
const at = (text: string): number => Date.parse(`${text}+05:00`);
const male = { timezone: 'Indian/Maldives', cutoff: '04:00' };
const friday = (from: string, to: string): Availability[] => [{ day: 'Friday', from, to }];
const inFriday = (window: [string, string], when: string, graceMinutes = 0): boolean =>
  inWindow(friday(...window), at(when), { ...male, graceMinutes });

it('[R21.3] a window is read by the wall clock of the outlet at the moment of the tap, its end excluded', () => {
  expect(inFriday(['17:00', '19:00'], '2026-11-27T16:59:59')).toBe(false);
  expect(inFriday(['17:00', '19:00'], '2026-11-27T17:10:00')).toBe(true);
  expect(inFriday(['17:00', '19:00'], '2026-11-27T18:59:59')).toBe(true);
  expect(inFriday(['17:00', '19:00'], '2026-11-27T19:00:00')).toBe(false);
  expect(inFriday(['17:00', '19:00'], '2026-11-26T17:10:00')).toBe(false);
  const berlin = { timezone: 'Europe/Berlin', cutoff: '04:00' };
  expect(inWindow(friday('17:00', '19:00'), Date.parse('2026-11-27T16:30:00Z'), berlin)).toBe(true);
  expect(inWindow(friday('17:00', '19:00'), Date.parse('2026-07-24T16:30:00Z'), berlin)).toBe(true);
});

it('[R21.3] the weekday of a window is that of its business day, and it may cross midnight', () => {
  expect(inFriday(['22:00', '02:00'], '2026-11-28T01:30:00')).toBe(true);
  expect(inFriday(['22:00', '02:00'], '2026-11-28T02:00:00')).toBe(false);
  expect(inFriday(['22:00', '02:00'], '2026-11-27T01:30:00')).toBe(false);
  // The small hours belong to the business day of the evening before.
  expect(inFriday(['01:00', '03:00'], '2026-11-28T02:00:00')).toBe(true);
  expect(inFriday(['01:00', '03:00'], '2026-11-27T02:00:00')).toBe(false);
});

it('[R21.3] a window may cross the cut-off, and ends on the next business day', () => {
  expect(inFriday(['22:00', '06:00'], '2026-11-28T03:59:00')).toBe(true);
  expect(inFriday(['22:00', '06:00'], '2026-11-28T05:59:00')).toBe(true);
  expect(inFriday(['22:00', '06:00'], '2026-11-28T06:00:00')).toBe(false);
  expect(inFriday(['22:00', '06:00'], '2026-11-27T05:00:00')).toBe(false);
  expect(inFriday(['22:00', '06:00'], '2026-11-28T22:00:00')).toBe(false);
});

it('[R21.3] a window whose ends are the same lasts from its start for 24 hours', () => {
  expect(inFriday(['04:00', '04:00'], '2026-11-28T03:59:00')).toBe(true);
  expect(inFriday(['04:00', '04:00'], '2026-11-28T04:00:00')).toBe(false);
  expect(inFriday(['12:00', '12:00'], '2026-11-28T11:59:00')).toBe(true);
  expect(inFriday(['12:00', '12:00'], '2026-11-27T11:59:00')).toBe(false);
});

it('grace lengthens the end of a window, also over the cut-off', () => {
  expect(inFriday(['17:00', '19:00'], '2026-11-27T19:14:59', 15)).toBe(true);
  expect(inFriday(['17:00', '19:00'], '2026-11-27T19:15:00', 15)).toBe(false);
  expect(inFriday(['17:00', '19:00'], '2026-11-27T16:59:00', 15)).toBe(false);
  expect(inFriday(['22:00', '03:50'], '2026-11-28T04:04:00', 15)).toBe(true);
  expect(inFriday(['22:00', '03:50'], '2026-11-28T04:05:00', 15)).toBe(false);
});

it('a window of every day counts on each, and no window means always', () => {
  const every: Availability[] = [{ day: 'Every day', from: '23:00', to: '05:00' }];
  for (const day of ['2026-11-26', '2026-11-27', '2026-11-28']) {
    expect(inWindow(every, at(`${day}T04:30:00`), male)).toBe(true);
    expect(inWindow(every, at(`${day}T12:00:00`), male)).toBe(false);
  }
  expect(inWindow([], at('2026-11-27T12:00:00'), male)).toBe(true);
});

it('agrees with the rule as it is written at every quarter of an hour of two days', () => {
  const times = ['00:00', '02:00', '04:00', '06:15', '17:00', '19:00', '23:45'];
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const mod = (n: number) => ((n % 1440) + 1440) % 1440;
  for (const from of times)
    for (const to of times)
      for (let quarter = 0; quarter < 192; quarter += 1) {
        const ms = at('2026-11-27T00:00:00') + quarter * 900_000;
        const m = mod(quarter * 15 - 240);
        const businessDay = quarter * 15 < 240 ? 4 : quarter * 15 < 1680 ? 5 : 6;
        const [a, b] = [mod(minutes(from) - 240), mod(minutes(to) - 240)];
        const expected =
          a < b ? businessDay === 5 && a <= m && m < b : (businessDay === 5 && m >= a) || (businessDay === 6 && m < b);
        expect([from, to, quarter, inWindow(friday(from, to), ms, male)]).toEqual([from, to, quarter, expected]);
      }
});
