import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ShiftPanel } from './shift-panel.tsx';

const startedMs = Date.now() - 4.25 * 3600 * 1000;
const shift = {
  id: 5,
  key: 'k',
  number: 12,
  date: '2026-11-20',
  createdAt: new Date(startedMs).toISOString(),
  createdBy: 1,
  createdByName: 'Mariyam Luiza',
  openingBalance: 123_450,
  isOpen: true,
  status: 'Open' as const,
  closedAt: null,
  closedByName: null,
  totals: null,
  cash: [],
  closing: null,
  version: 1,
};

beforeEach(() => {
  useApp.setState({ shift, outlet: null });
  useSession.setState({
    user: {
      id: 1,
      email: 'user@atoll.test',
      name: 'Mariyam Luiza',
      avatar: null,
      jobTitle: '',
      department: '',
      token: '',
      refreshToken: '',
      permissions: ['Close Shift', 'New Sale'],
      scope: null,
      outlets: [],
    },
  });
});
afterEach(clear);

const button = () => page.getByRole('button', { name: 'Shift', exact: true });

it('[R7.1] shows the shift date', async () => {
  await showAt('/dashboard', <ShiftPanel />);
  await expect.element(button().getByText('20 Nov')).toBeVisible();
});

it('[R7.2] shows the shift’s facts and leads to its closing', async () => {
  const here = await showAt('/dashboard', <ShiftPanel />);
  await button().click();
  const panel = page.getByRole('dialog', { name: 'Shift' });
  for (const [term, value] of [
    ['Date', '20 Nov 2026'],
    ['Opening balance', 'MVR 1,234.50'],
    ['Shift owner', 'Mariyam Luiza'],
    ['Shift status', 'Open'],
    ['Time elapsed', '4.3 h'],
  ]) {
    await expect.element(panel.getByText(term ?? '', { exact: true })).toBeVisible();
    await expect.element(panel.getByText(value ?? '', { exact: true })).toBeVisible();
  }
  await expect.element(panel.getByText('Start time')).toBeVisible();
  await panel.getByRole('button', { name: 'End Current Shift' }).click();
  expect(here()).toBe('/billing/shift/close');
});

it('[R7.3] shows that no shift is active and links to New Sale', async () => {
  useApp.setState({ shift: null });
  const here = await showAt('/dashboard', <ShiftPanel />);
  await expect.element(button().getByText('No Shift Active')).toBeVisible();
  await button().click();
  expect(here()).toBe('/billing/new-sale');
});
