import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { freeApproverTries, mayUnlock, nextApproverTry } from './approver-wait.ts';

const minute = 60_000;

it('[R36.6] lets five wrong passcodes pass without a wait, then waits an hour from the first of them', () => {
  const tries = [0, 1, 2, 3, 4].map((n) => n * 1000);
  for (let n = 0; n < freeApproverTries; n++) expect(nextApproverTry(tries.slice(0, n))).toBe(0);
  expect(nextApproverTry(tries)).toBe(60 * minute);
});

it('[R36.6] doubles the wait after each further wrong passcode, from 15 minutes to an hour', () => {
  // Five slow tries: an hour from the first of the last five is over.
  const slow = [0, 20, 40, 60, 80].map((n) => n * minute);
  expect(nextApproverTry(slow)).toBe(95 * minute);
  expect(nextApproverTry([...slow, 95 * minute])).toBe(125 * minute);
  expect(nextApproverTry([...slow, 95 * minute, 125 * minute])).toBe(185 * minute);
  expect(nextApproverTry([...slow, 95 * minute, 125 * minute, 185 * minute])).toBe(245 * minute);
});

it('[R36.6] allows at most five guesses in any hour, however many somebody tries and whenever', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 * minute }), { maxLength: 400 }), (pauses) => {
      const checked: number[] = [];
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        if (nextApproverTry(checked) <= now) checked.push(now);
      }
      for (const start of checked)
        expect(checked.filter((at) => at >= start && at < start + 60 * minute).length).toBeLessThanOrEqual(5);
    }),
  );
});

it('[R36.6] checks no passcode at a lock screen after five wrong ones within an hour, until the first of them is an hour old', () => {
  const tries = [0, 1, 2, 3, 4].map((n) => n * minute);
  expect(mayUnlock(tries.slice(1), 5 * minute)).toBe(true);
  expect(mayUnlock(tries, 5 * minute)).toBe(false);
  expect(mayUnlock(tries, 60 * minute - 1)).toBe(false);
  expect(mayUnlock(tries, 60 * minute)).toBe(true);
});
