import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterContact, type Contact, contactEveryMs, minAbsenceMs, wasAway } from './absence.ts';

fc.configureGlobal({ seed: 2026 });

const minute = 60_000;
const start = Date.parse('2026-03-04T08:00:00Z');
const heard = (...minutes: readonly number[]): Contact | undefined =>
  minutes.reduce<Contact | undefined>((known, at) => afterContact(known, start + at * minute), undefined);

describe('when a device was away', () => {
  it('[R36.11] a device was away between two contacts that are far apart, and since the last one', () => {
    const contact = heard(0, 0.5, 1, 30);
    expect(wasAway(contact, start + 15 * minute, start + 31 * minute)).toBe(true);
    expect(wasAway(contact, start + 35 * minute, start + 40 * minute)).toBe(true);
    expect(wasAway(contact, start - 5 * minute, start + 40 * minute)).toBe(false);
  });

  it('[R36.11] an unknown device, and one that was there all the time, was not away', () => {
    expect(wasAway(undefined, start, start + 60 * minute)).toBe(false);
    const there = heard(...Array.from({ length: 120 }, (_, i) => i / 2));
    for (const at of [0, 20, 40, 58]) expect(wasAway(there, start + at * minute, start + 60 * minute)).toBe(false);
  });

  it('[R36.11] forgets absences after eight days', () => {
    expect(heard(0, 30, 40)?.absences).toHaveLength(2);
    expect(heard(0, 30, 9 * 24 * 60)?.absences).toHaveLength(1);
  });

  it('[R36.11] is away exactly between contacts that are further apart than a device that is there leaves', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 * contactEveryMs }), { minLength: 1 }), (gaps) => {
        let at = start;
        let contact = afterContact(undefined, at);
        for (const gap of gaps) {
          const middle = at + gap / 2;
          at += gap;
          const isLong = gap > minAbsenceMs;
          contact = afterContact(contact, at);
          expect(contact.absences.some(([from, until]) => from < middle && middle < until)).toBe(isLong);
        }
      }),
    );
  });
});
