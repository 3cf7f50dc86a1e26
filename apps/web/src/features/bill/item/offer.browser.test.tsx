import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { Menu } from '@atoll/domain/menu/menu';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApprovalDialog } from '../../../approval/approval-dialog.tsx';
import { useBills } from '../../../bills/bills.ts';
import { billSent } from '../../../outbox/outbox.ts';
import { startSender } from '../../../outbox/sender.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, juice, menuItem, openTill, waiter } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ToastHost } from '../../../ui/overlay/toast-host.tsx';
import { BillWork } from '../bill-work.tsx';

/** 2026-11-27 is a Friday; Malé is five hours ahead. */
const friday = (time: string): number => Date.parse(`2026-11-27T${time}+05:00`);
const roti = menuItem(3, 'Masroshi');
const category = (id: number, name: string, menuItems: Menu['categories'][number]['menuItems']) => ({
  id,
  name,
  nameLocal: '',
  color: '',
  gstMode: null,
  sort: id,
  menuItems,
});
const drinks = category(1, 'Drinks', [juice]);
const menus: readonly Menu[] = [
  {
    id: 1,
    name: 'Breakfast',
    availability: [{ day: 'Every day', from: '07:00', to: '11:00' }],
    categories: [drinks, category(2, 'Morning', [roti])],
  },
  { id: 2, name: 'All day', categories: [drinks, category(3, 'Grill', [burger])] },
];
const tabs = () =>
  page
    .getByRole('tab')
    .elements()
    .flatMap((tab) => (tab.closest('[aria-label=Category]') ? tab.textContent : []));
const names = () =>
  Object.values(useBills.getState().bills).flatMap(({ items }) =>
    items.map(({ name, qty, isOffHours }) => [qty, name, isOffHours]),
  );

async function open(
  at: number,
  permissions: readonly string[] = [...waiter, 'menu.offHours'],
  token?: string,
): Promise<void> {
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions, ...(token && { token }) } }) as never);
  const outlet = useApp.getState().outlet as Outlet;
  await useBills.getState().checkIn('Table', '4');
  await showAt(
    '/billing/new/Table/4',
    <>
      <BillWork outlet={outlet} place={{ type: 'Table', slot: '4' }} />
      <ApprovalDialog />
      <ToastHost />
    </>,
  );
}

const stopSender = startSender();
afterAll(() => stopSender());
beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  globalThis.fetch = fakeServer().fetch;
  useApp.setState({ menus });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  clear();
});

it('[R21.28] shows menus only while they are offered, a category once, and finds the rest by search, dimmed, with its hours', async () => {
  await open(friday('10:59:58'));
  await expect.element(page.getByRole('tab', { name: 'Morning' })).toBeVisible();
  expect(tabs()).toEqual(['Drinks', 'Morning', 'Grill']);
  // The screen follows when the minute begins.
  vi.setSystemTime(friday('11:00:00'));
  await expect.poll(tabs).toEqual(['Drinks', 'Grill']);
  await page.getByRole('searchbox').fill('mas');
  const tile = page.getByRole('button', { name: /^Masroshi/ });
  await expect.element(tile).toHaveAttribute('data-off', 'true');
  await expect.element(tile).toHaveAccessibleDescription(/Offered 07:00–11:00/);
  await expect.element(tile.getByText('Offered 07:00–11:00')).toBeVisible();
  // A menu of other days names them, one of other slot types these, and one of other dates those.
  const [breakfast, ...others] = menus as [Menu, ...Menu[]];
  const shown = (change: Partial<Menu>) => {
    useApp.setState({ menus: [{ ...breakfast, availability: [], ...change }, ...others] });
    return expect.element(tile.getByText(/^Offered/));
  };
  const sunday = [{ day: 'Sunday', from: '07:00', to: '12:00' }] as const;
  await shown({ availability: sunday }).toHaveTextContent('Offered Sunday 07:00–12:00');
  await shown({ orderTypes: ['Takeaway'] }).toHaveTextContent('Offered for Takeaway');
  await shown({ publishFrom: '2026-11-28' }).toHaveTextContent('Offered from 28-Nov-2026');
  await shown({ publishTo: '2026-11-26' }).toHaveTextContent('Offered until 26-Nov-2026');
});

it('[R21.28] sells what is not offered after a question, to people with menu.offHours; others read its hours', async () => {
  await open(friday('12:00:00'));
  await page.getByRole('searchbox').fill('mas');
  await page.getByRole('button', { name: /^Masroshi/ }).click();
  const asked = page.getByRole('dialog', { name: 'Masroshi' });
  await expect.element(asked.getByText('Offered 07:00–11:00')).toBeVisible();
  expect(names()).toEqual([]);
  await page.getByRole('button', { name: 'Sell it anyway' }).click();
  await expect.poll(names).toEqual([[1, 'Masroshi', true]]);
  await expect.element(page.getByText('sold outside its hours')).toBeVisible();
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions: waiter } }) as never);
  await page.getByRole('button', { name: /^Masroshi/ }).click();
  await expect.element(page.getByText('Masroshi: Offered 07:00–11:00')).toBeVisible();
  expect(names()).toEqual([[1, 'Masroshi', true]]);
});

it('adds what was offered a few minutes ago without a question, and everything where no menu has hours', async () => {
  await open(friday('11:10:00'));
  await page.getByRole('searchbox').fill('mas');
  await page.getByRole('button', { name: /^Masroshi/ }).click();
  await expect.poll(names).toEqual([[1, 'Masroshi', undefined]]);
  useApp.setState({ menus: menus.map(({ availability: _, ...menu }) => menu) });
  await page.getByRole('searchbox').fill('');
  await expect.poll(tabs).toEqual(['Drinks', 'Morning', 'Grill']);
});

it('saves what a manager approves at once, with the approval', async () => {
  localStorage.removeItem('atoll.approver');
  const approval = '3b241101-e2bb-4255-8caf-4136c566a962';
  const server = fakeServer();
  server.handler = ({ path, headers, body }) => {
    const [item] = (body['items'] ?? []) as BillItem[];
    if (path === '/auth/approvers/list')
      return { body: [{ id: 2, name: 'Ibrahim Nasheed', jobTitle: 'Manager', avatar: null }] };
    if (path === '/auth/approval/about') return { status: 404, body: { message: 'Not found' } };
    if (path === '/auth/approve')
      return {
        body: { key: approval, expiresAt: new Date(Date.now() + 120_000).toISOString(), status: 'Granted' },
      };
    if (path !== '/bis/bill/update' || !item?.isOffHours || headers['x-approval'] === approval) return undefined;
    const about = { permission: 'menu.offHours', subjectKey: body['key'] };
    return { status: 403, body: { message: 'This needs approval', reason: 'approvalNeeded', code: 403, ...about } };
  };
  globalThis.fetch = server.fetch;
  useApp.setState({ menus: menus.map((menu) => (menu.id === 1 ? { ...menu, orderTypes: ['Takeaway'] } : menu)) });
  const claims = btoa(JSON.stringify({ Permission: waiter, Approval: ['menu.offHours'] }));
  await open(friday('12:00:00'), waiter, `h.${claims}.s`);
  vi.useRealTimers();
  const { key } = Object.values(useBills.getState().bills)[0] as Bill;
  expect(await billSent(key, 5000)).toBe(true);
  await page.getByRole('searchbox').fill('mas');
  await page.getByRole('button', { name: /^Masroshi/ }).click();
  await page.getByRole('button', { name: 'Sell it anyway' }).click();
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await page.getByLabelText('Passcode of Ibrahim Nasheed').fill('4826');
  await expect
    .poll(() => server.bills.get(key)?.items.map(({ name, isOffHours }) => [name, isOffHours]))
    .toEqual([['Masroshi', true]]);
  expect(useBills.getState().drafts[key]?.items ?? []).toEqual([]);
});
