import { expect, it } from 'vitest';
import { isAlwaysOffered, type OfferMoment, whyNotOffered } from './offered.ts';

const at = (text: string, more: Partial<OfferMoment> = {}): OfferMoment => ({
  at: Date.parse(`${text}+05:00`),
  type: 'Table',
  timezone: 'Indian/Maldives',
  cutoff: '04:00',
  ...more,
});
const breakfast = { availability: [{ day: 'Every day', from: '07:00', to: '11:00' }] } as const;

it('a menu is offered within its hours, for its slot types, and between its publishing dates', () => {
  expect(whyNotOffered(breakfast, at('2026-11-27T10:59:59'))).toBeUndefined();
  expect(whyNotOffered(breakfast, at('2026-11-27T11:00:00'))).toBe('hours');
  expect(whyNotOffered({ orderTypes: ['Takeaway'] }, at('2026-11-27T10:00:00'))).toBe('type');
  expect(whyNotOffered({ orderTypes: ['Takeaway'] }, at('2026-11-27T10:00:00', { type: 'Takeaway' }))).toBeUndefined();
  const week = { publishFrom: '2026-11-27', publishTo: '2026-11-28' };
  expect(whyNotOffered(week, at('2026-11-27T03:59:00'))).toBe('before');
  expect(whyNotOffered(week, at('2026-11-27T04:00:00'))).toBeUndefined();
  expect(whyNotOffered(week, at('2026-11-29T03:59:00'))).toBeUndefined();
  expect(whyNotOffered(week, at('2026-11-29T04:00:00'))).toBe('after');
});

it('the time of grace counts only where it is asked for', () => {
  expect(whyNotOffered(breakfast, at('2026-11-27T11:10:00'))).toBe('hours');
  expect(whyNotOffered(breakfast, at('2026-11-27T11:10:00', { withGrace: true }))).toBeUndefined();
  expect(whyNotOffered(breakfast, at('2026-11-27T11:15:00', { withGrace: true }))).toBe('hours');
  expect(whyNotOffered({ ...breakfast, graceMinutes: 0 }, at('2026-11-27T11:00:00', { withGrace: true }))).toBe(
    'hours',
  );
});

it('a menu without hours, slot types and dates is always offered', () => {
  expect(isAlwaysOffered({})).toBe(true);
  expect(isAlwaysOffered({ availability: [], orderTypes: [] })).toBe(true);
  expect(isAlwaysOffered(breakfast)).toBe(false);
  expect(isAlwaysOffered({ publishTo: '2026-11-28' })).toBe(false);
});
