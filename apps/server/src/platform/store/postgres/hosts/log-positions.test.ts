import { expect, it } from 'vitest';
import { LogPositions } from './log-positions.ts';

it('[R34.9] knows how old a replica is by the positions that the primary had written, also while nothing is written', () => {
  const positions = new LogPositions();
  expect(positions.ageOf(100, 0)).toBe(Number.POSITIVE_INFINITY);
  positions.note(100, 1000);
  positions.note(200, 2000);
  positions.note(200, 3000);
  expect([99, 100, 199, 200, 500].map((position) => positions.ageOf(position, 3500))).toEqual([
    Number.POSITIVE_INFINITY,
    2500,
    2500,
    500,
    500,
  ]);
  // Without news of the primary every replica grows older.
  expect(positions.ageOf(200, 20_000)).toBe(17_000);
  // Positions of a minute ago are forgotten: who has not reached a newer one is too old anyway.
  positions.note(300, 70_000);
  expect(positions.ageOf(250, 70_000)).toBe(Number.POSITIVE_INFINITY);
  positions.forget();
  expect(positions.ageOf(300, 70_000)).toBe(Number.POSITIVE_INFINITY);
});
