import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serverJson } from '../../../sync/testing/server-answer.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { RiderCash } from './rider-cash.tsx';

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('names deliveries without a rider as such', async () => {
  await openTill();
  const riders = [
    { riderId: null, riderName: '', deliveries: 2, handedIn: 0, toHandIn: 46_440 },
    { riderId: 4, riderName: 'Ali', deliveries: 1, handedIn: 5000, toHandIn: 0 },
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(serverJson(riders)));
  await showAt('/', <RiderCash shiftId={3} />);
  await expect.element(page.getByRole('rowheader', { name: 'No rider · 2 deliveries' })).toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: 'Ali · 1 delivery' })).toBeVisible();
});
