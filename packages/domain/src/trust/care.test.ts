import { expect, it } from 'vitest';
import { type CareFacts, type CareName, careItems, careOf, type OffsiteFacts } from './care.ts';
import { alertOf, isServerWell } from './care-alert.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const hour = 3_600_000;
const gb = 1024 ** 3;
const well: CareFacts = {
  disk: { freeBytes: 50 * gb, totalBytes: 100 * gb },
  backup: { newestAt: now - 10 * hour, startedAt: now - 900 * hour },
  offsite: {
    setAt: now - 900 * hour,
    firstAt: now - 900 * hour,
    newestAt: now - 10 * hour,
    everyMs: 15 * hour,
    isOtherKey: false,
    hasFailed: false,
    drill: { at: now - 900 * hour, isGood: true },
    confirmedAt: now - 900 * hour,
  },
  certificate: { to: now + 300 * 24 * hour, problem: false },
  clockBehindMs: 0,
  isClockUnset: false,
  database: 'right',
  tills: { entries: 0, amount: 0, since: now },
  troubles: { skewMs: 0, failed: 0, waitingMs: 0 },
  version: { newer: null, nearSince: null, hasOld: false },
  alerts: { mails: 1, webhooks: 0, hasHeartbeat: false, hasMailServer: true, minutes: 10, hasFailed: false },
};
const day = 24 * hour;
const offsite = (part: object) => ({ offsite: { ...well.offsite, ...part } as OffsiteFacts });
const levelOf = (name: CareName, facts: Partial<CareFacts>): string => {
  const items = careOf({ ...well, ...facts }, now);
  expect(items.map(({ item }) => item)).toEqual(careItems);
  return items.find(({ item }) => item === name)?.level ?? '';
};
const troubles = (part: Partial<CareFacts['troubles']>) => ({ troubles: { ...well.troubles, ...part } });
const version = (part: Partial<CareFacts['version']>) => ({ version: { ...well.version, ...part } });
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
  ['backup', { backup: { newestAt: null, startedAt: now - hour } }, 'Watch'],
  ['backup', { backup: { newestAt: null, startedAt: now - 49 * hour } }, 'Bad'],
  ['backup', { backup: undefined }, 'Off'],
  ['offsite', { offsite: undefined }, 'Off'],
  ['offsite', { offsite: { noneSince: now - 14 * day } }, 'Off'],
  ['offsite', { offsite: { noneSince: now - 15 * day } }, 'Watch'],
  ['drill', { offsite: { noneSince: 0 } }, 'Off'],
  ['passphrase', { offsite: { noneSince: 0 } }, 'Off'],
  ['offsite', offsite({ newestAt: now - 30 * hour }), 'Good'],
  ['offsite', offsite({ newestAt: now - 31 * hour }), 'Watch'],
  ['offsite', offsite({ everyMs: hour, newestAt: now - 2 * hour }), 'Good'],
  ['offsite', offsite({ everyMs: hour, newestAt: now - 2.1 * hour }), 'Watch'],
  ['offsite', offsite({ isOtherKey: true, hasFailed: true }), 'Bad'],
  ['offsite', offsite({ hasFailed: true }), 'Watch'],
  ['offsite', offsite({ newestAt: now - 49 * hour, hasFailed: true }), 'Bad'],
  ['offsite', offsite({ newestAt: null, setAt: now - 29 * hour }), 'Good'],
  ['offsite', offsite({ newestAt: null, setAt: now - 49 * hour }), 'Bad'],
  ['drill', offsite({ drill: { at: now - 40 * day, isGood: true } }), 'Good'],
  ['drill', offsite({ drill: { at: now - 41 * day, isGood: true } }), 'Watch'],
  ['drill', offsite({ drill: { at: now - 71 * day, isGood: true } }), 'Bad'],
  ['drill', offsite({ drill: { at: now, isGood: false } }), 'Bad'],
  ['drill', offsite({ drill: null, firstAt: null }), 'Good'],
  ['drill', offsite({ drill: null, firstAt: now - 41 * day }), 'Watch'],
  ['passphrase', offsite({ confirmedAt: null }), 'Bad'],
  ['passphrase', offsite({ confirmedAt: now - 365 * day }), 'Good'],
  ['passphrase', offsite({ confirmedAt: now - 366 * day }), 'Watch'],
  ['certificate', { certificate: { to: now + 8 * 24 * hour, problem: false } }, 'Good'],
  ['certificate', { certificate: { to: now + 8 * 24 * hour, problem: true } }, 'Watch'],
  ['certificate', { certificate: { to: now + 6 * 24 * hour, problem: false } }, 'Bad'],
  ['certificate', { certificate: undefined }, 'Off'],
  ['clock', { clockBehindMs: 60_000 }, 'Good'],
  ['clock', { clockBehindMs: 60_001 }, 'Bad'],
  ['clock', { isClockUnset: true }, 'Watch'],
  ['clock', { isClockUnset: true, clockBehindMs: 60_001 }, 'Bad'],
  ['version', version({ newer: '0.3.0' }), 'Watch'],
  ['version', version({ nearSince: now - 7 * day }), 'Good'],
  ['version', version({ nearSince: now - 7 * day - 1 }), 'Watch'],
  ['version', version({ hasOld: true, newer: '0.3.0' }), 'Bad'],
  ['database', { database: 'damaged' }, 'Bad'],
  ['tills', tills(3, 99_999, 14), 'Good'],
  ['tills', tills(3, 99_999, 61), 'Watch'],
  ['tills', tills(3, 100_000, 59), 'Watch'],
  ['tills', tills(3, 100_000, 61), 'Bad'],
  ['tills', tills(3, 1, 360), 'Bad'],
  ['tillClocks', troubles({ skewMs: 119_999 }), 'Good'],
  ['tillClocks', troubles({ skewMs: 120_000 }), 'Watch'],
  ['tillClocks', troubles({ skewMs: 600_000 }), 'Bad'],
  ['printers', troubles({ waitingMs: 119_999 }), 'Good'],
  ['printers', troubles({ waitingMs: 599_999 }), 'Watch'],
  ['printers', troubles({ waitingMs: 600_000 }), 'Bad'],
  ['printers', troubles({ failed: 1 }), 'Bad'],
  ['alerts', { alerts: { ...well.alerts, mails: 0 } }, 'Off'],
  ['alerts', { alerts: { ...well.alerts, webhooks: 1, hasFailed: true } }, 'Watch'],
  ['alerts', { alerts: { ...well.alerts, hasMailServer: false } }, 'Watch'],
  ['alerts', { alerts: { ...well.alerts, mails: 0, webhooks: 1, hasMailServer: false } }, 'Good'],
  ['alerts', { alerts: { ...well.alerts, mails: 0, hasHeartbeat: true, hasMailServer: false } }, 'Good'],
] as [CareName, Partial<CareFacts>, string][])('Care says of %s with %j: %3$s', (name, facts, level) => {
  expect(levelOf(name, facts)).toBe(level);
});

it('Care names what to do for whatever is Bad or to watch, and nothing for what is good', () => {
  const worst = careOf(
    {
      disk: { freeBytes: 0, totalBytes: gb },
      backup: { newestAt: null, startedAt: 0 },
      ...offsite({ newestAt: 0, hasFailed: true, drill: { at: 0, isGood: false }, confirmedAt: null }),
      certificate: { to: 0, problem: true },
      clockBehindMs: hour,
      isClockUnset: true,
      database: 'away',
      ...troubles({ skewMs: hour, failed: 1 }),
      ...version({ hasOld: true }),
      alerts: { ...well.alerts, mails: 0 },
      ...tills(1, 1, 999),
    },
    now,
  );
  for (const { item, level, action } of worst)
    expect([item, level, action === 'none']).toEqual([item, item === 'alerts' ? 'Off' : 'Bad', false]);
  expect(careOf(well, now).filter(({ level, action }) => level === 'Good' && action !== 'none')).toEqual([]);
});

it('Care tells once that a thing is Bad, after so many minutes, and once that it is Good, after two', () => {
  const at = (text: string): number => Date.parse(`2026-11-24T${text}Z`);
  const due = (level: 'Good' | 'Watch' | 'Bad', since: string, isTold: boolean, then: string) =>
    alertOf({ level, since: at(since) }, isTold, at(then), 10);
  // Bad at 10:00, Good at 10:04, Bad again at 10:05.
  expect(due('Bad', '10:00:00', false, '10:03:59')).toBe('none');
  expect(due('Good', '10:04:00', false, '10:04:59')).toBe('none');
  expect(due('Bad', '10:05:00', false, '10:14:59')).toBe('none');
  expect(due('Bad', '10:05:00', false, '10:15:00')).toBe('bad');
  expect(due('Bad', '10:05:00', true, '11:00:00')).toBe('none');
  expect(due('Watch', '11:00:00', true, '12:00:00')).toBe('none');
  expect(due('Good', '12:00:00', true, '12:01:59')).toBe('none');
  expect(due('Good', '12:00:00', true, '12:02:00')).toBe('good');
  expect(due('Good', '12:00:00', false, '12:02:00')).toBe('none');
});

it('Care counts what is Bad on tills as nothing of the server', () => {
  const bad = (item: CareName) => careOf(well, now).map((one) => (one.item === item ? { ...one, level: 'Bad' } : one));
  const stops = careItems.filter((item) => !isServerWell(bad(item) as ReturnType<typeof careOf>));
  expect(stops).toEqual([
    'disk',
    'backup',
    'offsite',
    'drill',
    'passphrase',
    'certificate',
    'clock',
    'database',
    'alerts',
  ]);
});
