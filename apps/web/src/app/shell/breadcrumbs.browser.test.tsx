import type { MenuItem } from '@atoll/domain/menu/menu';
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
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, show } from '../../ui/hook/testing.tsx';
import { Breadcrumbs, crumbsOf } from './breadcrumbs.tsx';

afterEach(clear);

const way = (name: string, params: Record<string, string> = {}) => {
  const screen = findScreen(name);
  if (!screen) throw new Error(name);
  return crumbsOf(screen, params);
};

it('[R12.1] shows the group, the screen and its overlays, each but the last as a link', () => {
  expect(way('View Vendor', { id: '4' })).toEqual([
    { title: 'Vendor', to: '/vendors' },
    { title: 'Vendors', to: '/vendors' },
    { title: 'View Vendor' },
  ]);
  expect(way('View Customer Bill', { id: '4', billId: '9' })).toEqual([
    { title: 'Customers', to: '/customers' },
    { title: 'Bills', to: '/customers/4/bills' },
    { title: 'View Bill' },
  ]);
  expect(way('Dashboard')).toEqual([{ title: 'Dashboard' }]);
});

const large = { value: 'Large', sellingPrice: 7000, isDefault: false };
const milk = { id: 1, name: 'Milk', min: 1, max: 1, freeCount: 0, options: [] };
const several = { sizes: [...burger.sizes, large] };
it.each<[string, Partial<MenuItem>, string]>([
  ['Select Size', several, ''],
  ['Choose options', { modifierGroups: [milk] }, ''],
  ['Choose options', { ...several, modifierGroups: [milk] }, '&size=Large'],
  ['Enter weight', { soldByWeight: true }, ''],
  ['Enter price', { openPrice: true }, ''],
])('[R12.1] names the step in which an item asks for something: %s', async (title, part, query) => {
  await page.viewport(1280, 800);
  await openTill();
  const [menu] = useApp.getState().menus;
  const category = { ...menu?.categories[0], menuItems: [{ ...burger, id: 77, ...part }] };
  useApp.setState({ menus: [{ ...menu, categories: [category] }] as never });
  const rootRoute = createRootRoute();
  const screen = findScreen('Select Size') as Screen;
  const asking = createRoute({
    getParentRoute: () => rootRoute,
    path: screen.path,
    staticData: { screen },
    component: Breadcrumbs,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([asking]),
    history: createMemoryHistory({ initialEntries: [`${screen.path}?item=77${query}`] }),
  });
  await show(<RouterProvider router={router} />);
  const here = page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(title, { exact: true });
  await expect.element(here).toHaveAttribute('aria-current', 'page');
});
