import { expect, it } from 'vitest';
import { dateRange, type RangeName } from '../date/ranges.ts';
import { likeWithLike } from './like-with-like.ts';

const clock = { timezone: 'Indian/Maldives', businessDayCutoff: '04:00' };
/** Returns the compared days of a range, and the minute in UTC. */
function compared(range: RangeName, now: string, custom?: { from: string; to: string }) {
  const nowMs = Date.parse(now);
  const { from, to, untilMs } = likeWithLike(range, dateRange(range, nowMs, clock, custom), nowMs, clock);
  return [from, to, untilMs === null ? null : new Date(untilMs).toISOString().slice(0, 16)];
}

it('[R35.56] compares today with the same weekday a week before, up to the same minute', () => {
  expect(compared('Today', '2026-03-10T09:32:40Z')).toEqual(['2026-03-03', '2026-03-03', '2026-03-03T09:32']);
  // Half past one at night belongs to the business day before.
  expect(compared('Today', '2026-03-09T20:30:00Z')).toEqual(['2026-03-02', '2026-03-02', '2026-03-02T20:30']);
  expect(compared('Weekly', '2026-03-10T09:32:00Z')).toEqual(['2026-03-01', '2026-03-03', '2026-03-03T09:32']);
});

it('[R35.56] compares a month, quarter or year with the one before, day by day', () => {
  expect(compared('Monthly', '2026-03-10T09:32:00Z')).toEqual(['2026-02-01', '2026-02-10', '2026-02-10T09:32']);
  // February has no 31st: the whole of February.
  expect(compared('Monthly', '2026-03-31T09:32:00Z')).toEqual(['2026-02-01', '2026-02-28', null]);
  expect(compared('Last Month', '2026-03-10T09:32:00Z')).toEqual(['2026-01-01', '2026-01-31', null]);
  expect(compared('Quarterly', '2026-02-10T09:32:00Z')).toEqual(['2025-10-01', '2025-11-10', '2025-11-10T09:32']);
  expect(compared('Yearly', '2026-02-10T09:32:00Z')).toEqual(['2025-01-01', '2025-02-10', '2025-02-10T09:32']);
  expect(compared('Last Year', '2026-02-10T09:32:00Z')).toEqual(['2024-01-01', '2024-12-31', null]);
});

it('[R35.56] compares chosen days with the same weekdays before, whole days when they are over', () => {
  const days = { from: '2026-03-01', to: '2026-03-08' };
  expect(compared('Custom', '2026-03-10T09:32:00Z', days)).toEqual(['2026-02-15', '2026-02-22', null]);
});
