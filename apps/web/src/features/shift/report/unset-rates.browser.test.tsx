import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { emptyTotals } from '@atoll/domain/shift/shift';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { serverJson } from '../../../sync/testing/server-answer.ts';
import { openTill, shift } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { CloseShiftScreen } from '../close/close-shift-screen.tsx';

const zzz = { key: 'a', invoice: '2026-000012', currency: 'ZZZ', rate: 87_318, serverRate: null, units: 100 };
const usd = { key: 'b', invoice: '2026-000013', currency: 'USD', rate: 1600, serverRate: 1542, units: 2000 };
let unsetRates: ShiftTotals['unsetRates'];

beforeEach(async () => {
  await openTill();
  const people = { createdAt: '2026-03-10T07:00:00.000Z', createdByName: 'Aisha', closedAt: null, closedByName: null };
  useApp.setState({ shift: { ...shift, ...people, openingBalance: 0, cash: [], closing: null } });
  unsetRates = [zzz, usd];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(String(input), location.href);
    if (pathname.includes('/bis/shift/x/')) return serverJson({ ...emptyTotals(0), unsetRates });
    if (pathname.includes('/bis/shift/to-count/'))
      return serverJson({ currencies: [], unsetRates: unsetRates?.map(({ units: _, ...row }) => row) });
    return serverJson([]);
  });
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

const open = () => showAt('/billing/shift/close', <CloseShiftScreen />);
const list = () => page.getByRole('region', { name: 'Exchange rates to check' });

it('[R36.10] lists foreign cash at rates that were not set at Close Shift and on the X report', async () => {
  await open();
  const rows = list().getByRole('listitem');
  await expect.element(rows.first()).toHaveTextContent('2026-000012 · ZZZ 1.00873.18 (none set)');
  await expect.element(rows.last()).toHaveTextContent('2026-000013 · USD 20.0016.00 (set: 15.42)');
  await page.getByRole('button', { name: 'X report' }).click();
  const report = page.getByRole('article');
  await expect.element(report.getByText('Exchange rates to check')).toBeVisible();
  await expect.element(report.getByText('2026-000012 · ZZZ 1.00')).toBeVisible();
  await expect.element(report.getByText('873.18 (none set)')).toBeVisible();
});

it('[R36.10] lists them without amounts for a person who counts blind', async () => {
  useApp.setState({ settings: [{ key: 'BlindClose', value: 'true' }] });
  const { user } = useSession.getState();
  useSession.setState({ user: user && { ...user, permissions: ['Close Shift', 'shift.close'] } });
  await open();
  const rows = list().getByRole('listitem');
  await expect.element(rows.first()).toHaveTextContent('2026-000012 · ZZZ873.18 (none set)');
  expect(list().element().textContent).not.toContain('1.00');
});

it('[R36.10] shows no list while every rate was set', async () => {
  unsetRates = undefined;
  await open();
  await expect.element(page.getByRole('heading', { name: 'Count the drawer' })).toBeVisible();
  await expect.element(list()).not.toBeInTheDocument();
});
