import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerWithinMs } from '../../../api/api.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { DashboardScreen } from '../../dashboard/dashboard-screen.tsx';
import { CloseShiftScreen } from './close-shift-screen.tsx';

/** The calls, which are never answered, and whether they were aborted. */
let held: { path: string; isAborted: boolean }[] = [];

beforeEach(async () => {
  await openTill();
  held = [];
  const limits = AbortSignal.timeout.bind(AbortSignal);
  // The same time limits, a hundred times shorter.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limits(ms / 100));
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (url, init) =>
      new Promise((_, reject) => {
        const one = { path: String(url), isAborted: false };
        held.push(one);
        init?.signal?.addEventListener('abort', () => {
          one.isAborted = true;
          reject(init.signal?.reason as Error);
        });
      }),
  );
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

it.each([
  ['the Dashboard', '/app/dashboard', <DashboardScreen key="dashboard" />],
  ['Close Shift', '/bis/shift/x/', <CloseShiftScreen key="close" />],
  ['Close Shift', '/bis/bills/active', <CloseShiftScreen key="close" />],
])('[R18.1] %s goes on waiting for %s after the time limit of the outbox', async (_name, path, screen) => {
  await page.viewport(1280, 800);
  await showAt('/', screen);
  await vi.waitUntil(() => held.some((one) => one.path.includes(path)));
  const limit = AbortSignal.timeout(2 * answerWithinMs);
  await vi.waitUntil(() => limit.aborted);
  const own = held.filter((one) => one.path.includes(path));
  expect(own.map(({ isAborted }) => isAborted)).toEqual([false]);
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
});
