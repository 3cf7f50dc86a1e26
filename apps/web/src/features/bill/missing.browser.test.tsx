/** Tests of the bill screen when a server call fails at startup. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { MissingParts } from '../../record/missing-parts.tsx';
import { useApp } from '../../sync/app-store.ts';
import { disconnect, follow } from '../../sync/live.ts';
import { useParts } from '../../sync/parts.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, emptyDevice, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { BillScreen } from './bill-screen.tsx';
import { SelectCustomer } from './select-customer.tsx';

let server: FakeServer;
let broken = '';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  const { outlet } = useApp.getState();
  server = fakeServer();
  server.handler = ({ path }) => {
    if (broken && path.endsWith(broken)) return { status: 503, body: { message: 'Not now', code: 503 } };
    if (path.startsWith('/app/outlets')) return { body: outlet };
    if (path === '/bis/menu/get') {
      const categories = [{ id: 1, name: 'Food', nameLocal: '', color: '', sort: 1, menuItems: [burger] }];
      return { body: [{ id: 1, name: 'All', categories }] };
    }
    return undefined;
  };
  globalThis.fetch = server.fetch;
  // Long delays, so that only the button can cause the retry.
  vi.spyOn(Math, 'random').mockReturnValue(30);
});
afterEach(async () => {
  clear();
  vi.restoreAllMocks();
  await emptyDevice();
});

async function start(path: string): Promise<void> {
  broken = path;
  useApp.setState({ outletId: null });
  await useApp.getState().initialise();
  await showAt(
    '/billing/new/Table/4',
    <>
      <MissingParts />
      <BillScreen />
    </>,
  );
}
const tryAgain = () => page.getByRole('button', { name: 'Try again' });

it('[R35.1] shows that tables and taxes could not be loaded, and ‘Try again’ opens the bill screen', async () => {
  await start('/app/outlets/find/1');
  await expect.element(page.getByRole('heading', { name: 'Could not load: tables and taxes.' })).toBeVisible();
  broken = '';
  await tryAgain().last().click();
  await expect.element(page.getByRole('heading', { name: /^Table 4/ })).toBeVisible();
  await vi.waitFor(() => expect(tryAgain().elements()).toHaveLength(0));
});

it('[R35.1] shows that the menu could not be loaded instead of ‘Nothing in this category yet’, and ‘Try again’ loads it', async () => {
  await start('/bis/menu/get');
  await expect.element(page.getByRole('heading', { name: 'Could not load: menu.' })).toBeVisible();
  expect(page.getByText('No items in this category yet').elements()).toHaveLength(0);
  broken = '';
  await tryAgain().last().click();
  await expect.element(page.getByRole('button', { name: /^Lagoon Burger/ })).toBeVisible();
});

it.each([
  ['/app/settings', 'settings'],
  ['/app/features', 'features'],
  ['/bis/shift/active', 'shift'],
  ['/bis/bills/active', 'open bills'],
])('[R35.1] names what %s has not answered above every screen until it is loaded', async (path, name) => {
  await start(path);
  // The errors of the hub client about the missing hub are irrelevant here.
  vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(disconnect);
  await follow();
  const bar = page.getByRole('status', { name: 'Not loaded yet' });
  await expect.element(bar.getByText(`Could not load: ${name}.`)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^Table 4/ })).toBeVisible();
  broken = '';
  await tryAgain().click();
  await vi.waitFor(() => expect(bar.elements()).toHaveLength(0));
});

it('names outdated parts while the server answers, and not once more beside ‘Offline’', async () => {
  await showAt('/', <MissingParts />);
  const settings = { isLoaded: false, isSlow: false, failures: 2, hasCopy: true };
  useParts.setState({ parts: { settings } });
  const bar = page.getByText('Could not update: settings. You see the last copy.');
  await expect.element(bar).toBeVisible();
  useConnection.setState({ isOnline: false });
  await expect.element(bar).not.toBeInTheDocument();
  useParts.setState({ parts: { settings: { ...settings, hasCopy: false } } });
  await expect.element(page.getByText('Could not load: settings.')).toBeVisible();
  useConnection.setState({ isOnline: true });
});

it('[R35.1] shows that the customers are missing and loads them again automatically', async () => {
  vi.mocked(Math.random).mockReturnValue(0);
  await showAt('/billing/new/Table/4', <BillScreen />);
  await page.getByRole('button', { name: 'Check In' }).click();
  await expect.element(page.getByText('Checked in', { exact: true })).toBeVisible();
  broken = '/customers/list';
  await showAt('/billing/new/Table/4/customer', <SelectCustomer />, '/billing/new/$type/$slot/customer');
  await expect.element(page.getByText(/^Could not load: customers\./)).toBeVisible();
  broken = '';
  await expect.element(page.getByText('No customers found')).toBeVisible();
});

it('[R35.1] ‘Check In’ waits for a shift that is still loading, instead of asking for another one', async () => {
  const gate = Promise.withResolvers<undefined>();
  const { shift } = useApp.getState();
  const { handler } = server;
  server.handler = async (seen) => {
    if (seen.path !== '/bis/shift/active') return handler(seen);
    await gate.promise;
    return { body: shift };
  };
  useApp.setState({ outletId: null });
  await useApp.getState().initialise();
  const here = await showAt('/billing/new/Table/4', <BillScreen />);
  await page.getByRole('button', { name: 'Check In' }).click();
  gate.resolve(undefined);
  await expect.element(page.getByText('Checked in', { exact: true })).toBeVisible();
  expect(here()).toBe('/billing/new/Table/4');
});
