import { expect, it } from 'vitest';
import { createSharedOutlets } from './gate.ts';

it('keeps one list of outlets for a person, and forgets the lists of the longest ago above the limit', () => {
  const shared = createSharedOutlets(5);
  const ids = (...list: number[]) => list;
  const first = shared.of(1, ids(1, 2));
  const second = shared.of(2, ids(1, 3));
  expect(shared.of(1, ids(1, 2))).toBe(first);
  // Person 2 signed in the longest ago now, and gives way to a third.
  const third = shared.of(3, ids(4, 5));
  expect(shared.of(1, ids(1, 2))).toBe(first);
  expect(shared.of(3, ids(4, 5))).toBe(third);
  expect(shared.of(2, ids(1, 3))).not.toBe(second);
  // Other outlets of a person take the place of those before.
  const other = shared.of(2, ids(9));
  expect(shared.of(2, ids(9))).toBe(other);
});

it('returns a list of outlets that is longer than the limit and keeps no other', () => {
  const shared = createSharedOutlets(2);
  expect(shared.of(1, [1, 2, 3])).toEqual([1, 2, 3]);
  const next = shared.of(2, [4]);
  expect(shared.of(2, [4])).toBe(next);
});
