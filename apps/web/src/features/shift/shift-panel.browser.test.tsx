import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useOutbox } from '../../outbox/outbox.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { openTill } from '../../sync/testing/till.ts';
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
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

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

function may(...permissions: string[]): void {
  const { user } = useSession.getState();
  if (user) useSession.setState({ user: { ...user, permissions } });
}

it('[R7.2][R35.21] closes the panel for a cash movement, which is recorded by taps alone', async () => {
  await openTill();
  useApp.setState({ shift });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  may('cash.in', 'cash.out');
  await showAt('/dashboard', <ShiftPanel />);
  await button().click();
  await page.getByRole('dialog', { name: 'Shift' }).getByRole('button', { name: 'Cash in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cash in' });
  await expect.element(page.getByRole('dialog', { name: 'Shift' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: '5', exact: true }).click();
  await dialog.getByRole('button', { name: '0', exact: true }).click();
  await dialog.getByRole('button', { name: 'More change' }).click();
  await dialog.getByRole('button', { name: 'Cash in', exact: true }).click();
  await vi.waitFor(() =>
    expect(useOutbox.getState().entries).toMatchObject([{ kind: 'shift.cash', body: { kind: 'In', amount: 5000 } }]),
  );
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});

it('[R35.21] closes the panel for opening the drawer, whose reason takes a tap', async () => {
  await openTill();
  useApp.setState({ shift });
  may('bill.pay');
  await showAt('/dashboard', <ShiftPanel />);
  await button().click();
  await page.getByRole('button', { name: 'Open drawer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open drawer' });
  await expect.element(page.getByRole('dialog', { name: 'Shift' })).not.toBeInTheDocument();
  await dialog.getByRole('textbox', { name: 'Reason' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
});
