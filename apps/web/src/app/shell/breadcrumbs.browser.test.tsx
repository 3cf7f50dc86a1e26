import type { MenuItem } from '@atoll/domain/menu/menu';
import { findScreen, type Screen } from '@atoll/domain/nav/nav';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, show } from '../../ui/hook/testing.tsx';
import { BreadcrumbRow, Breadcrumbs, crumbsOf } from './breadcrumbs.tsx';

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

/** Renders a part of the frame while a screen is open. */
async function showScreen(name: string, component: () => ReactNode, query = ''): Promise<void> {
  const rootRoute = createRootRoute();
  const screen = findScreen(name) as Screen;
  const at = { getParentRoute: () => rootRoute, path: screen.path, staticData: { screen }, component };
  const router = createRouter({
    routeTree: rootRoute.addChildren([createRoute(at)]),
    history: createMemoryHistory({ initialEntries: [`${screen.path.replaceAll(/\$\w+/g, '4')}${query}`] }),
  });
  await show(<RouterProvider router={router} />);
}

it('[R12.1] shows the path above the screen on tablets, whole, except where people sell or cook', async () => {
  const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  for (const [width, height] of [
    [1179, 800],
    [1024, 768],
    [820, 1180],
  ] as const) {
    await page.viewport(width, height);
    await showScreen('View Customer Bill', BreadcrumbRow);
    await expect.element(steps.nth(2)).toBeVisible();
    expect(steps.elements().map((step) => step.textContent)).toEqual(['Customers', 'Bills', 'View Bill']);
    for (const step of steps.elements()) expect(step.scrollWidth).toBeLessThanOrEqual(step.clientWidth);
  }
  for (const name of ['New Bill', 'Select Size', 'Checkout', 'Kitchen']) {
    await showScreen(name, () => <output>{[<BreadcrumbRow key="row" />, 'ready']}</output>);
    await expect.element(page.getByRole('status')).toHaveTextContent('ready');
    expect(steps.elements()).toEqual([]);
  }
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
  await showScreen('Select Size', Breadcrumbs, `?item=77${query}`);
  const here = page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(title, { exact: true });
  await expect.element(here).toHaveAttribute('aria-current', 'page');
});
