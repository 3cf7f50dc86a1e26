import { expect, it } from 'vitest';
import { type CareFacts, type CareName, careItems, careOf } from './care.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const hour = 3_600_000;
const gb = 1024 ** 3;
const well: CareFacts = {
  disk: { freeBytes: 50 * gb, totalBytes: 100 * gb },
  backup: { newestAt: now - 10 * hour, startedAt: now - 900 * hour },
  certificate: { to: now + 300 * 24 * hour, problem: false },
  clockBehindMs: 0,
  database: 'right',
  tills: { entries: 0, amount: 0, since: now },
};
const levelOf = (name: CareName, facts: Partial<CareFacts>): string => {
  const items = careOf({ ...well, ...facts }, now);
  expect(items.map(({ item }) => item)).toEqual(careItems);
  return items.find(({ item }) => item === name)?.level ?? '';
};
const tills = (entries: number, amount: number, minutes: number) => ({
  tills: { entries, amount, since: now - minutes * 60_000 },
});

it.each([
  ['disk', { disk: { freeBytes: 15 * gb, totalBytes: 100 * gb } }, 'Good'],
  ['disk', { disk: { freeBytes: 14.9 * gb, totalBytes: 100 * gb } }, 'Watch'],
  ['disk', { disk: { freeBytes: 4.9 * gb, totalBytes: 20 * gb } }, 'Watch'],
  ['disk', { disk: { freeBytes: 4.9 * gb, totalBytes: 100 * gb } }, 'Bad'],
  ['backup', { backup: { newestAt: now - 30 * hour, startedAt: 0 } }, 'Good'],
  ['backup', { backup: { newestAt: now - 31 * hour, startedAt: 0 } }, 'Watch'],
  ['backup', { backup: { newestAt: now - 49 * hour, startedAt: 0 } }, 'Bad'],
  ['backup', { backup: { newestAt: null, startedAt: now - hour } }, 'Good'],
  ['backup', { backup: undefined }, 'Off'],
  ['certificate', { certificate: { to: now + 8 * 24 * hour, problem: false } }, 'Good'],
  ['certificate', { certificate: { to: now + 8 * 24 * hour, problem: true } }, 'Watch'],
  ['certificate', { certificate: { to: now + 6 * 24 * hour, problem: false } }, 'Bad'],
  ['certificate', { certificate: undefined }, 'Off'],
  ['clock', { clockBehindMs: 60_000 }, 'Good'],
  ['clock', { clockBehindMs: 60_001 }, 'Bad'],
  ['database', { database: 'damaged' }, 'Bad'],
  ['tills', tills(3, 99_999, 14), 'Good'],
  ['tills', tills(3, 99_999, 61), 'Watch'],
  ['tills', tills(3, 100_000, 59), 'Watch'],
  ['tills', tills(3, 100_000, 61), 'Bad'],
  ['tills', tills(3, 1, 360), 'Bad'],
] as [CareName, Partial<CareFacts>, string][])('Care says of %s with %j: %3$s', (name, facts, level) => {
  expect(levelOf(name, facts)).toBe(level);
});

it('Care names what to do for whatever is Bad or to watch, and nothing for what is good', () => {
  const worst = careOf(
    {
      disk: { freeBytes: 0, totalBytes: gb },
      backup: { newestAt: null, startedAt: 0 },
      certificate: { to: 0, problem: true },
      clockBehindMs: hour,
      database: 'away',
      ...tills(1, 1, 999),
    },
    now,
  );
  for (const { item, level, action } of worst)
    expect([item, level, action === 'none']).toEqual([item, item === 'offsite' ? 'Off' : 'Bad', false]);
  expect(careOf(well, now).filter(({ level, action }) => level === 'Good' && action !== 'none')).toEqual([]);
});
