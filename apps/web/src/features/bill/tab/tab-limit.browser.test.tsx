import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { askedApproval } from '../../../approval/approval.ts';
import { useBills } from '../../../bills/bills.ts';
import { useOutbox } from '../../../outbox/outbox.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../../sync/testing/till.ts';
import { accessToken } from '../../../sync/testing/till-user.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillWork } from '../bill-work.tsx';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  globalThis.fetch = fakeServer().fetch;
  const { user } = useSession.getState();
  useSession.setState({ user: user && { ...user, token: accessToken(user.permissions, ['payment.credit']) } });
  const categories = [{ id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger] }];
  useApp.setState({ features: ['Wallets'], menus: [{ id: 1, name: 'All', categories }] });
  await useBills.getState().checkIn('Table', '4');
  const outlet = useApp.getState().outlet as Outlet;
  await showAt('/billing/new/Table/4', <BillWork outlet={outlet} place={{ type: 'Table', slot: '4' }} />);
});
afterEach(() => {
  askedApproval()?.onClosed();
  useApp.setState({ features: [] });
  clear();
});
const bill = () => Object.values(useBills.getState().bills).find(({ slot }) => slot === '4');
const order = () => page.getByRole('button', { name: /^Lagoon Burger/ }).click();
const setLimit = async (text: string) => {
  await page.getByRole('button', { name: 'Tab limit' }).click();
  await page.getByLabelText('Amount').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
};
const unsaved = () => useBills.getState().drafts[bill()?.key ?? '']?.items.length ?? 0;

it('shows the limit of a tab on the bill, and saves items beyond it when somebody approved', async () => {
  await setLimit('100');
  await expect.poll(() => document.querySelector('dl')?.textContent).toContain('Tab limit100.00');
  expect(bill()?.tabLimit).toBe(10_000);
  await order();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(unsaved).toBe(0);
  await order();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(askedApproval).toMatchObject({ permission: 'payment.credit', amount: bill()?.total });
  askedApproval()?.onClosed();
  expect(unsaved()).toBe(1);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(askedApproval).not.toBeNull();
  askedApproval()?.onGranted('an-approval');
  await expect.poll(unsaved).toBe(0);
  expect(useOutbox.getState().entries.at(-1)).toMatchObject({ approval: 'an-approval' });
});

it('asks for approval of a greater limit only, and shows nothing without the feature', async () => {
  await setLimit('100');
  await setLimit('50');
  expect(bill()?.tabLimit).toBe(5000);
  await page.getByRole('button', { name: 'Tab limit' }).click();
  await page.getByLabelText('Amount').fill('60');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(askedApproval).toMatchObject({ permission: 'payment.credit', amount: 6000 });
  askedApproval()?.onClosed();
  expect(bill()?.tabLimit).toBe(5000);
  await page.getByRole('button', { name: 'Cancel' }).click();
  useApp.setState({ features: [] });
  await expect.element(page.getByRole('button', { name: 'Tab limit' })).not.toBeInTheDocument();
});
