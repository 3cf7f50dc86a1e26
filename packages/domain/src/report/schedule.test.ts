import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wallClock } from '../date/business-day.ts';
import { frequencies, nextDue } from './schedule.ts';

const male = 'Indian/Maldives';
const due = (more: object, after: string, timezone = male) =>
  new Date(
    nextDue({ frequency: 'Daily', time: '07:30', weekday: 0, day: 1, ...more }, Date.parse(after), timezone),
  ).toISOString();

it('[R2.23] a schedule is due at its time in the outlet’s timezone, the next day when that has passed', () => {
  expect(due({}, '2026-03-04T02:29:59Z')).toBe('2026-03-04T02:30:00.000Z');
  expect(due({}, '2026-03-04T02:30:00Z')).toBe('2026-03-05T02:30:00.000Z');
  expect(due({ frequency: 'Weekly', weekday: 5 }, '2026-03-04T08:00:00Z')).toBe('2026-03-06T02:30:00.000Z');
  expect(due({ frequency: 'Monthly', day: 1 }, '2026-01-31T20:00:00Z')).toBe('2026-02-01T02:30:00.000Z');
  expect(due({}, '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T05:30:00.000Z');
});

it('[R2.23] a schedule is due after any instant at its time, and not twice in a period', () => {
  const times = fc.record({
    frequency: fc.constantFrom(...frequencies),
    time: fc.tuple(fc.nat(23), fc.nat(59)).map((two) => two.map((n) => String(n).padStart(2, '0')).join(':')),
    weekday: fc.nat(6),
    day: fc.integer({ min: 1, max: 28 }),
  });
  fc.assert(
    fc.property(times, fc.integer({ min: 1.7e12, max: 1.9e12 }), (one, after) => {
      const first = nextDue(one, after, male);
      const { hour, minute } = wallClock(first, male);
      expect([first > after, `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`]).toEqual([
        true,
        one.time,
      ]);
      expect(nextDue(one, first - 1, male)).toBe(first);
    }),
    { seed: 4826, numRuns: 300 },
  );
});
