import { findScreen, type Screen } from '@atoll/domain/nav/nav';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ScreenTabs } from '../../grid/screen-tabs.tsx';
import { shownTabs } from '../../grid/shown-tabs.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, show } from '../../ui/hook/testing.tsx';
import { useOpenScreen } from './use-place.ts';

afterEach(() => {
  clear();
  useApp.setState({ features: [] });
  shownTabs.first = '';
});

/** A screen with its tabs, and the entry of the sidebar that is marked for it. */
function Shown() {
  return (
    <>
      <ScreenTabs />
      <p>Entry: {useOpenScreen()}</p>
    </>
  );
}

it('[R2.29] Orders stays among the tabs from which a person comes, of Wallets as of the history of bills', async () => {
  await openTill();
  const { user } = useSession.getState();
  const permissions = ['Billing', 'Billing History', 'Wallets', 'Customers'];
  useSession.setState({ user: { ...user, permissions } as never });
  useApp.setState({ features: ['Wallets'] });
  const root = createRootRoute();
  const routes = ['Billing History', 'Wallets', 'Orders', 'Points'].map((name) => {
    const screen = findScreen(name) as Screen;
    return createRoute({ getParentRoute: () => root, path: screen.path, component: Shown, staticData: { screen } });
  });
  const history = createMemoryHistory({ initialEntries: ['/wallets'] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await show(<RouterProvider router={router as never} />);
  const tab = (name: string) => page.getByRole('link', { name, exact: true });
  await tab('Orders').click();
  await expect.element(tab('Orders')).toHaveAttribute('aria-current', 'page');
  await expect.element(tab('Wallets')).toBeVisible();
  await expect.element(page.getByText('Entry: Wallets')).toBeVisible();
  await router.navigate({ to: '/billing/history' as never });
  await tab('Orders').click();
  await expect.element(tab('Orders')).toHaveAttribute('aria-current', 'page');
  await expect.element(tab('History')).toBeVisible();
  await expect.element(page.getByText('Entry: Billing History')).toBeVisible();
});
