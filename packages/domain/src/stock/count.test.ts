import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countStates, countSteps, expectedAt, nextCountStates, stepCount, varianceOf } from './count.ts';

it('[R14.2] a count is started, reviewed and posted, or cancelled before that', () => {
  const lines = [{ counted: 1 }];
  expect(stepCount({ status: 'Draft', lines: [] }, 'Counting')).toMatchObject({ ok: true });
  expect(stepCount({ status: 'Counting', lines: [{ counted: null }] }, 'Review')).toMatchObject({
    refusal: { reason: 'nothingCounted' },
  });
  expect(stepCount({ status: 'Counting', lines }, 'Posted')).toMatchObject({ refusal: { reason: 'stateForbids' } });
  expect(stepCount({ status: 'Review', lines }, 'Posted')).toMatchObject({ ok: true });
  expect(nextCountStates('Posted')).toEqual([]);
  expect(new Set(['Draft', ...countSteps.map(({ to }) => to)])).toEqual(new Set(countStates));
});

it('[R14.2] sales during a count do not appear as a variance', () => {
  const moved = fc.integer({ min: -50_000, max: 50_000 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), moved, moved, fc.integer({ min: -9, max: 9 }), (start, a, b, off) => {
      const atCount = start + a;
      const now = atCount + b;
      expect(varianceOf(atCount + off, expectedAt(now, b))).toBe(off);
    }),
    { seed: 99, numRuns: 200 },
  );
  expect(varianceOf(null, 5)).toBeNull();
});
