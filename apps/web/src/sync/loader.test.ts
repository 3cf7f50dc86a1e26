import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../api/api.ts';
import { makeLoader, type Progress, retryDelayMs } from './loader.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('[R35.1] asks again after longer and longer waits, at most 15 s, until the call succeeds, and then no more', async () => {
  let asked = 0;
  let isBroken = true;
  const told: Progress[] = [];
  const loader = makeLoader({
    fetch: async () => {
      asked += 1;
      if (isBroken) throw new TypeError('Failed to fetch');
      return 'menu';
    },
    take: () => undefined,
    report: (progress) => told.push(progress),
  });
  await loader.load();
  for (const [index, waitMs] of [500, 1000, 2000, 4000, 8000, 15_000, 15_000].entries()) {
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(asked).toBe(index + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toBe(index + 2);
  }
  expect(told.at(-1)).toEqual({ isLoaded: false, isSlow: false, failures: 8 });
  isBroken = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(told.at(-1)).toEqual({ isLoaded: true, isSlow: false, failures: 0 });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toBe(9);
});

it('[R35.1] waits as long as the server asks, up to 15 s, and not the same on every till', () => {
  const busy = (seconds: number) => new CallError(503, { message: 'Not now', code: 503 }, '/x', seconds * 1000);
  expect([retryDelayMs(1, busy(3)), retryDelayMs(1, busy(3600)), retryDelayMs(4, busy(1))]).toEqual([
    3000, 15_000, 4000,
  ]);
  vi.mocked(Math.random).mockReturnValue(0);
  expect(retryDelayMs(4)).toBe(3200);
  vi.mocked(Math.random).mockReturnValue(1);
  expect(Math.round(retryDelayMs(4))).toBe(4800);
});
