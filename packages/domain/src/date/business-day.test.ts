import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, businessDate, businessDayStart, utcOffsetMs, wallClock } from './business-day.ts';

const male = 'Indian/Maldives';
const at = (text: string): number => Date.parse(text);

describe('businessDate', () => {
  it.each([
    ['2026-03-10T22:59:59.999Z', '2026-03-10'],
    ['2026-03-10T23:00:00.000Z', '2026-03-11'],
    ['2026-03-10T19:00:00.000Z', '2026-03-10'],
    ['2025-12-31T22:59:59.999Z', '2025-12-31'],
    ['2025-12-31T23:00:00.000Z', '2026-01-01'],
    ['2024-02-29T23:00:00.000Z', '2024-03-01'],
    ['1969-12-31T22:00:00.000Z', '1969-12-31'],
  ])('ends a day at 04:00 in Malé: %s is %s', (instant, date) => {
    expect(businessDate(at(instant), male, '04:00')).toBe(date);
  });

  it('ends a day at midnight when the cut-off is 00:00', () => {
    expect(businessDate(at('2026-03-10T18:59:59.999Z'), male, '00:00')).toBe('2026-03-10');
    expect(businessDate(at('2026-03-10T19:00:00.000Z'), male, '00:00')).toBe('2026-03-11');
  });

  it('uses the wall clock on the day when summer time starts', () => {
    expect(businessDate(at('2026-03-29T01:59:59Z'), 'Europe/Berlin', '04:00')).toBe('2026-03-28');
    expect(businessDate(at('2026-03-29T02:00:00Z'), 'Europe/Berlin', '04:00')).toBe('2026-03-29');
    expect(businessDate(at('2026-10-25T02:59:59Z'), 'Europe/Berlin', '04:00')).toBe('2026-10-24');
    expect(businessDate(at('2026-10-25T03:00:00Z'), 'Europe/Berlin', '04:00')).toBe('2026-10-25');
  });

  it('agrees with the plain wall clock at any instant in any timezone', () => {
    const zones = [male, 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia'];
    const year2000To2035 = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') });
    fc.assert(
      fc.property(year2000To2035, fc.constantFrom(...zones), (instant, timeZone) => {
        const plain = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
          instant,
        );
        const { date, hour, minute } = wallClock(instant, timeZone);
        expect(`${date} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`).toBe(plain);
      }),
      { numRuns: 600, seed: 3 },
    );
  });

  it('throws for an unknown timezone', () => {
    expect(() => utcOffsetMs(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('businessDayStart', () => {
  it('returns the first instant of the business day, with and without summer time', () => {
    for (const [date, zone, cutoff] of [
      ['2026-03-11', male, '04:00'],
      ['2026-03-29', 'Europe/Berlin', '04:00'],
      ['2026-03-29', 'Europe/Berlin', '02:30'],
      ['2026-10-25', 'Europe/Berlin', '04:00'],
      ['2026-07-01', 'America/St_Johns', '00:00'],
    ] as const) {
      const start = businessDayStart(date, zone, cutoff);
      expect(businessDate(start, zone, cutoff)).toBe(date);
      expect(businessDate(start - 1, zone, cutoff)).toBe(addDays(date, -1));
    }
  });
});
