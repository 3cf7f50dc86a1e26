import { expect, it } from 'vitest';
import { isCopyDue, isDiffDue, isDrillDue, lastAt, mayTry } from './due.ts';
import {
  maxRecoveryPassphrase,
  minRecoveryPassphrase,
  offerBytes,
  offerPassphrase,
  plainPassphrase,
} from './passphrase.ts';

const timezone = 'Indian/Maldives';
const at = (text: string): number => Date.parse(`${text}+05:00`);
const minuteMs = 60_000;

it('makes the first full copy at once, then one each day at the hour of the shop', () => {
  const due = (doneAt: number | null, now: string) =>
    isCopyDue({ doneAt, triedAt: null, failures: 0 }, at(now), '04:30', timezone);
  expect(lastAt(at('2026-11-22T04:29:59'), '04:30', timezone)).toBe(at('2026-11-21T04:30:00'));
  expect(due(null, '2026-11-22T12:00:00')).toBe(true);
  expect(due(at('2026-11-21T12:00:00'), '2026-11-22T04:29:00')).toBe(false);
  expect(due(at('2026-11-21T12:00:00'), '2026-11-22T04:30:00')).toBe(true);
  expect(due(at('2026-11-22T04:31:00'), '2026-11-22T23:00:00')).toBe(false);
  // The server was off at the hour.
  expect(due(at('2026-11-20T04:31:00'), '2026-11-22T15:00:00')).toBe(true);
  // The clock was years ahead when the last one was made.
  expect(due(at('2036-11-20T04:31:00'), '2026-11-22T15:00:00')).toBe(true);
});

it('tries again after each failure, later and later, at least each hour and without an end', () => {
  const triedAt = at('2026-11-22T04:30:00');
  const waits = [1, 2, 3, 4, 5, 50].map((failures) => {
    let minutes = 0;
    while (!mayTry({ triedAt, failures }, triedAt + minutes * minuteMs)) minutes += 1;
    return minutes;
  });
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  expect(mayTry({ triedAt, failures: 9 }, triedAt - 3 * 86_400_000)).toBe(true);
});

it('makes a difference some minutes after the last copy, later when a copy takes long', () => {
  const now = at('2026-11-22T12:00:00');
  const due = (minutesAgo: number | null, more: { readonly lastMs?: number; readonly failures?: number } = {}) =>
    isDiffDue(
      {
        doneAt: minutesAgo === null ? null : now - minutesAgo * minuteMs,
        triedAt: now - minuteMs,
        failures: more.failures ?? 0,
        minutes: 60,
        lastMs: more.lastMs ?? 0,
      },
      now,
    );
  expect([due(null), due(59), due(60)]).toEqual([false, false, true]);
  expect([due(60, { lastMs: 7 * minuteMs }), due(70, { lastMs: 7 * minuteMs })]).toEqual([false, true]);
  expect(due(60, { failures: 1 })).toBe(false);
  // A clock that was set back.
  expect(due(-600)).toBe(true);
});

it('makes a drill a day after the first copy, then each month', () => {
  const now = at('2026-11-22T04:30:00');
  const days = (n: number) => now - n * 86_400_000;
  const due = (doneAt: number | null, first: number | null) =>
    isDrillDue({ doneAt, triedAt: null, failures: 0 }, now, first);
  expect([
    due(null, null),
    due(null, days(0.5)),
    due(null, days(1)),
    due(days(29), days(99)),
    due(days(30), days(99)),
  ]).toEqual([false, false, true, false, true]);
});

it('offers six words that are long enough, and reads a passphrase however it is spaced', () => {
  const offer = offerPassphrase(Uint8Array.from({ length: offerBytes }, (_, n) => n * 13));
  expect(offer.split(' ')).toHaveLength(6);
  expect(offer.length).toBeGreaterThanOrEqual(minRecoveryPassphrase);
  expect(offer.length).toBeLessThanOrEqual(maxRecoveryPassphrase);
  expect(offer).toMatch(/^([bdfghjklmnprstvz][aeio]){3}( ([bdfghjklmnprstvz][aeio]){3}){5}$/);
  expect(plainPassphrase(`  ${offer.replaceAll(' ', '   ')}\n`)).toBe(offer);
});
