import { expect, test } from 'vitest';
import { cycleOf } from '../../bundle/no-cycles.ts';

test('finds scripts that import each other, and accepts a script that two others share', () => {
  expect(cycleOf({ page: ['sign-in', 'shared'], 'sign-in': ['shared'], shared: [] })).toBeNull();
  expect(cycleOf({ page: ['first'], first: ['second'], second: ['first', 'third'], third: [] })).toEqual([
    'first',
    'second',
  ]);
});
