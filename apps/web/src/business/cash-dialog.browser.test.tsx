import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useApp } from '../lib/app-store.ts';
import { useOutbox } from '../lib/outbox/outbox.ts';
import { useSession } from '../lib/session.ts';
import { openTill, shift } from '../lib/testing/till.ts';
import { clear, show } from '../ui/testing.tsx';
import { CashButtons } from './cash-buttons.tsx';

beforeEach(async () => {
  await openTill();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

function may(...permissions: string[]): void {
  const { user } = useSession.getState();
  if (user) useSession.setState({ user: { ...user, permissions } });
}

it('[R17.1] offers cash in and out to who may, each by its own permission', async () => {
  may('cash.in');
  await show(<CashButtons />);
  await expect.element(page.getByRole('button', { name: 'Cash in' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cash out' })).not.toBeInTheDocument();
});

it('[R7.2] writes cash out down without the server, with a reason of the outlet’s list, and asks for what is missing', async () => {
  may('cash.in', 'cash.out');
  useApp.setState({ settings: [{ key: 'CashOutReasons', values: ['Fish market'] }] });
  await show(<CashButtons />);
  await page.getByRole('button', { name: 'Cash out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cash out' });
  await dialog.getByRole('button', { name: 'Cash out' }).click();
  await expect.element(dialog.getByText('Type an amount')).toBeVisible();
  await dialog.getByLabelText('Amount').fill('125.50');
  await dialog.getByRole('button', { name: 'Fish market' }).click();
  await dialog.getByRole('button', { name: 'Cash out' }).click();
  await vi.waitFor(() =>
    expect(useOutbox.getState().entries).toMatchObject([
      { kind: 'shift.cash', body: { shiftId: shift.key, kind: 'Out', amount: 12_550, reason: 'Fish market' } },
    ]),
  );
  await expect.element(dialog).not.toBeInTheDocument();
});
