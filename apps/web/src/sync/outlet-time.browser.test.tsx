import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { forgetServerTime } from '../clock/till-clock.ts';
import { clear, show } from '../ui/hook/testing.tsx';
import { useApp } from './app-store.ts';
import { businessDayHere, useTimezone } from './outlet-time.ts';

const before = useApp.getState().outlet;
const openOutlet = (timezone: string, businessDayCutoff: string) =>
  useApp.setState({ outlet: { timezone, businessDayCutoff } as Outlet });

beforeEach(() => {
  forgetServerTime();
  useApp.setState({ outlet: null });
});
afterEach(() => {
  clear();
  vi.useRealTimers();
  useApp.setState({ outlet: before });
});

const Zone = () => <output>{useTimezone()}</output>;

it('shows the default timezone until the outlet is loaded, then that of the outlet', async () => {
  await show(<Zone />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Indian/Maldives');
  openOutlet('Asia/Colombo', '04:00');
  await expect.element(page.getByRole('status')).toHaveTextContent('Asia/Colombo');
});

it('returns the business day by timezone and cut-off of the outlet, and by the defaults without one', () => {
  // 03:30 in the Maldives, 04:00 in Colombo.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-09T22:30:00.000Z') });
  expect(businessDayHere()).toBe('2026-03-09');
  openOutlet('Asia/Colombo', '04:00');
  expect(businessDayHere()).toBe('2026-03-10');
  openOutlet('Asia/Colombo', '05:00');
  expect(businessDayHere()).toBe('2026-03-09');
});
