import type { Outlet, SlotTypeName } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { startSender } from '../../outbox/sender.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, juice, menuItem, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { BillScreen } from './bill-screen.tsx';
import { checkIn } from './slot/check-in.ts';

const types: readonly SlotTypeName[] = ['Table', 'Counter', 'Takeaway', 'Delivery'];
const lines = () =>
  Object.values(useBills.getState().bills).flatMap((bill) => bill.items.map(({ qty, name }) => `${qty} ${name}`));
const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const open = (type: SlotTypeName) => showAt(`/billing/new/${type}/4`, <BillScreen />);

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  globalThis.fetch = fakeServer().fetch;
  const outlet = useApp.getState().outlet as Outlet;
  const [table] = outlet.slotTypes;
  useApp.setState({
    outlet: { ...outlet, slotTypes: types.map((type) => ({ ...table, type })) as Outlet['slotTypes'] },
  });
});
afterEach(clear);

it('[R35.22] an item tapped at a free counter or takeaway checks it in, and taps during the check-in are kept', async () => {
  for (const type of ['Counter', 'Takeaway'] as const) {
    useBills.setState(useBills.getInitialState());
    useBills.setState({ outletId: 1, loaded: true });
    await open(type);
    await expect.element(tile('Lagoon Burger')).toBeVisible();
    for (const name of ['Lagoon Burger', 'Lime Juice', 'Lagoon Burger']) (tile(name).element() as HTMLElement).click();
    await vi.waitFor(() => expect(lines()).toEqual(['2 Lagoon Burger', '1 Lime Juice']));
    expect(Object.values(useBills.getState().bills)).toMatchObject([{ type, slot: '4', status: 'CheckedIn' }]);
  }
});

it('[R35.22] a table is checked in by its first item only where the setting says so, and after the guests were counted', async () => {
  await open('Table');
  await tile('Lagoon Burger').click();
  await expect.element(page.getByRole('button', { name: 'Check In' })).toBeVisible();
  expect(useBills.getState().bills).toEqual({});
  useApp.setState({
    settings: [
      { key: 'CheckInByItemTable', value: 'true' },
      { key: 'RequireCovers', value: 'true' },
    ],
  });
  await tile('Lagoon Burger').click();
  const dialog = page.getByRole('dialog', { name: 'How many guests?' });
  await dialog.getByLabelText('Guests').fill('3');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(lines()).toEqual(['1 Lagoon Burger']));
  expect(Object.values(useBills.getState().bills)).toMatchObject([{ covers: 3 }]);
});

it('[R35.22] with the setting off, an item tapped at a free counter checks nothing in', async () => {
  useApp.setState({ settings: [{ key: 'CheckInByItemCounter', value: 'false' }] });
  await open('Counter');
  await tile('Lagoon Burger').click();
  await expect.element(page.getByRole('button', { name: 'Check In' })).toBeVisible();
  expect(useBills.getState().bills).toEqual({});
});

it('[R35.22] an item with several sizes checks in and asks for the size', async () => {
  const several = {
    ...menuItem(7, 'Tea'),
    sizes: [...burger.sizes, { value: 'Large', sellingPrice: 9000, isDefault: false }],
  };
  useApp.setState(({ menus }) => ({
    menus: menus.map((menu) => ({
      ...menu,
      categories: menu.categories.map((each) => ({ ...each, menuItems: [several, juice] })),
    })),
  }));
  const here = await open('Counter');
  await tile('Tea').click();
  await vi.waitFor(() => expect(here()).toContain('/billing/select-size?item=7'));
  expect(Object.values(useBills.getState().bills)).toMatchObject([{ type: 'Counter', status: 'CheckedIn' }]);
});

it('[R35.22] on a phone each step shows slot and state, and a tap on a free slot offers Check In in place', async () => {
  await page.viewport(390, 844);
  await open('Table');
  const here = () => page.getByText('Table 4', { exact: true });
  await expect.element(here()).toBeVisible();
  await expect.element(page.getByText('Free', { exact: true }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Slots' }).click();
  await expect.element(here()).toBeVisible();
  await page.getByRole('button', { name: /^Table 6/ }).click();
  await expect.element(page.getByRole('button', { name: 'Check In' })).toBeVisible();
});

it('[R35.22] on a phone a tap on a slot type shows its slots at once, wherever the list before it stood', async () => {
  await page.viewport(390, 844);
  await useBills.getState().checkIn('Delivery', '1');
  const here = await open('Table');
  await page.getByRole('button', { name: 'Slots' }).click();
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect.element(page.getByRole('button', { name: /^Table 6/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Delivery' }).click();
  await expect.element(page.getByRole('button', { name: /^Delivery 1, Checked in/ })).toBeVisible();
  const list = page.getByRole('region', { name: 'Slots' }).element();
  list.scrollTo(0, 10_000);
  (page.getByRole('tab', { name: 'Takeaway' }).element() as HTMLElement).click();
  await vi.waitFor(() => expect(here()).toBe('/billing/new/Takeaway/1'));
  await expect.element(page.getByRole('button', { name: 'Takeaway 1, Free' })).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole('tab', { name: 'Takeaway' })).toBeInViewport({ ratio: 1 });
});

it('[R35.22] a tap on Takeaway or Counter leads to its first free slot, where the next item opens a bill', async () => {
  for (const type of ['Takeaway', 'Counter'] as const) {
    await useBills.getState().checkIn(type, '1');
    const here = await open('Table');
    await page.getByRole('tab', { name: type }).click();
    await vi.waitFor(() => expect(here()).toBe(`/billing/new/${type}/2`));
    clear();
  }
});

it('[R35.22] Check In on a phone stays at the items, with the new state beside the slot', async () => {
  await page.viewport(390, 844);
  await open('Table');
  await page.getByRole('button', { name: 'Check In' }).click();
  await vi.waitFor(() => expect(Object.values(useBills.getState().bills)).toMatchObject([{ slot: '4' }]));
  await expect.element(page.getByText('Table 4', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Checked in', { exact: true }).last()).toBeVisible();
  await tile('Lagoon Burger').click();
  await vi.waitFor(() => expect(lines()).toEqual(['1 Lagoon Burger']));
  await page.getByRole('button', { name: /^Bill/ }).click();
  await expect.element(page.getByRole('heading', { name: /^Table 4/ })).toBeVisible();
});

it('leads to New Sale without a shift, and tells who may not open one whom to ask, on the screen where they are', async () => {
  const goTo = vi.fn(async () => {});
  const place = { type: 'Table', slot: '4' } as const;
  useApp.setState({ shift: null });
  await showAt('/billing/new/Table/4', <ToastHost />);
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions: ['New Bill', 'bill.open'] } }));
  await checkIn({ place, openDialog: () => undefined, goTo });
  await expect.element(page.getByText('No Shift Active. Ask a cashier or a manager to start one.')).toBeVisible();
  expect(goTo).not.toHaveBeenCalled();
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions: ['New Bill', 'New Sale'] } }));
  await checkIn({ place, openDialog: () => undefined, goTo });
  expect(goTo).toHaveBeenCalledWith('/billing/new-sale?r=%2Fbilling%2Fnew%2FTable%2F4');
});

it('opens a shift of practice for somebody who may open none otherwise, and goes on with the check-in', async () => {
  const server = fakeServer();
  const shift = { ...useApp.getState().shift, openingBalance: 0 };
  server.handler = ({ path }) => (path === '/bis/shift/create' ? { body: shift } : undefined);
  globalThis.fetch = server.fetch;
  const stop = startSender();
  useApp.setState({ shift: null });
  useSession.setState(({ user, scope }) => ({
    user: user && { ...user, permissions: ['New Bill', 'bill.open'] },
    scope: scope && { ...scope, practiceOf: 9 },
  }));
  const goTo = vi.fn(async () => {});
  await checkIn({ place: { type: 'Table', slot: '4' }, openDialog: () => undefined, goTo });
  await vi.waitFor(() => expect(Object.values(useBills.getState().bills)).toMatchObject([{ slot: '4' }]));
  expect(server.seen.find(({ path }) => path === '/bis/shift/create')?.body).toMatchObject({ openingBalance: 0 });
  expect(goTo).not.toHaveBeenCalled();
  stop();
});
