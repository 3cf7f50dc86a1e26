import { expect, it } from 'vitest';
import { keptFrom } from './expiry.ts';

it('marks points on the day after the last one of their months, also at the end of a month', () => {
  expect(keptFrom('2026-11-29', 12)).toBe('2025-11-29');
  expect(keptFrom('2026-03-01', 1)).toBe('2026-02-01');
  expect(keptFrom('2026-03-31', 1)).toBe('2026-03-01');
  expect(keptFrom('2026-02-28', 1)).toBe('2026-01-28');
  expect(keptFrom('2026-01-05', 2)).toBe('2025-11-05');
  expect(keptFrom('2026-01-05', 0)).toBeNull();
});
