import { expect, it } from 'vitest';
import { hoursSince } from './hours.ts';

const now = Date.parse('2026-03-10T09:00:00.000Z');

it('[R35.84] returns 0 hours, never less, for a shift that started under a clock that runs ahead', () => {
  expect(hoursSince('2026-03-10T07:30:00.000Z', now)).toBe(1.5);
  expect(hoursSince('2026-03-13T09:00:00.000Z', now)).toBe(0);
});
