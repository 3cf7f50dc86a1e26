import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, juice, openTill, waiter } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ToastHost } from '../../../ui/overlay/toast-host.tsx';
import { BillWork } from '../bill-work.tsx';

const category = { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger, juice] };
const today = '2026-01-01';
const count = (left: number) => ({ menuItemId: burger.id, left, day: today });
const tile = () => page.getByRole('group', { name: 'Items' }).getByRole('button', { name: /^Lagoon Burger/ });

async function open(permissions: readonly string[] = waiter): Promise<void> {
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions } }) as never);
  const outlet = useApp.getState().outlet as Outlet;
  await useBills.getState().checkIn('Table', '4');
  await showAt(
    '/billing/new/Table/4',
    <>
      <BillWork outlet={outlet} place={{ type: 'Table', slot: '4' }} />
      <ToastHost />
    </>,
  );
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  useApp.setState({ menus: [{ id: 1, name: 'All', categories: [category] }], counts: [] });
});
afterEach(() => {
  useApp.setState({ counts: [] });
  vi.useRealTimers();
  clear();
});

it('[R21.29] a tile says how many are left, counts what this till sold without the server, and is off at 0', async () => {
  const server = fakeServer();
  server.network = 'dead';
  globalThis.fetch = server.fetch;
  useApp.setState({ counts: [count(3)] });
  await open();
  await expect.element(page.getByText('3 left')).toBeVisible();
  await tile().click();
  await tile().click();
  await expect.element(page.getByText('1 left')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByText('1 left')).toBeVisible();
  await tile().click();
  await expect.element(tile()).toBeDisabled();
  await expect.element(tile()).toHaveAccessibleDescription('Sold out');
  // Its own last one is no reason to warn; that another till took it is.
  expect(page.getByRole('alert').elements()).toEqual([]);
  useApp.setState({ counts: [count(2)] });
  await expect.element(page.getByRole('alert', { name: 'Table 4: 1 × Lagoon Burger is sold out' })).toBeVisible();
});

it('what was sold out by the quantity of a day is free on a till left alone when the next business day begins', async () => {
  const { businessDayCutoff, timezone } = useApp.getState().outlet as Outlet;
  expect(timezone).toBe('Indian/Maldives');
  const cutoff = Date.parse(`2026-11-27T${businessDayCutoff}:00+05:00`);
  vi.useFakeTimers({ now: cutoff - 2000, toFake: ['Date'] });
  globalThis.fetch = fakeServer().fetch;
  useApp.setState({ counts: [{ menuItemId: burger.id, left: 0, day: '2026-11-26', dailyQty: 5 }] });
  await open();
  await expect.element(tile()).toBeDisabled();
  vi.setSystemTime(cutoff);
  await expect.element(tile()).toBeEnabled();
  await expect.element(page.getByText('5 left')).toBeVisible();
});

it('[R21.29] who may mark items as sold out types how many are left; a refusal keeps what was typed', async () => {
  const server = fakeServer();
  let isRefused = true;
  server.handler = ({ path, body }) => {
    if (path !== '/bis/menu/item/left') return undefined;
    if (isRefused) return { status: 503, body: { message: 'Not now' } };
    return { body: [{ ...count((body as { left: number }).left), menuItemId: (body as { id: number }).id }] };
  };
  globalThis.fetch = server.fetch;
  await open([...waiter, 'menu.86']);
  await page.getByRole('button', { name: 'Items left' }).click();
  const dialog = page.getByRole('dialog', { name: 'Items left' });
  await expect.element(dialog.getByText(/^Nothing is counted or sold out/)).toBeVisible();
  await dialog.getByLabelText('Find an item').fill('burg');
  const field = dialog.getByLabelText('Left', { exact: true });
  await field.fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect.element(field).toHaveValue('12');
  isRefused = false;
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => useApp.getState().counts).toEqual([count(12)]);
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
});

it('nothing of it is shown to others, and nothing is counted', async () => {
  globalThis.fetch = fakeServer().fetch;
  await open();
  await expect.element(tile()).toBeEnabled();
  expect(page.getByRole('button', { name: 'Items left' }).elements()).toEqual([]);
  expect(page.getByText(/ left$/).elements()).toEqual([]);
});
