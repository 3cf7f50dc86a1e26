import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { BillScreen } from '../../features/bill/bill-screen.tsx';
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { ToastHost } from '../overlay/toast-host.tsx';
import { clear, showAt } from './testing.tsx';

beforeEach(async () => {
  await openTill();
  const [menu] = useApp.getState().menus;
  const categories = ['Breakfast', 'Short Eats', 'Curries and Soups', 'From the Grill', 'Cold Drinks', 'Sweets'].map(
    (name, id) => ({ ...menu?.categories[0], id: id + 1, name, menuItems: [{ ...burger, id: id + 1 }] }),
  );
  useApp.setState({ menus: [{ ...menu, categories }] as never });
  await useBills.getState().checkIn('Table', '4');
  await page.viewport(1180, 820);
  await showAt(
    '/billing/new/Table/4',
    <>
      <BillScreen />
      <ToastHost />
    </>,
  );
});
afterEach(async () => {
  document.documentElement.dir = 'ltr';
  clear();
  await page.viewport(1280, 800);
});

it('brings the chosen category of the menu back into sight after a tablet is turned', async () => {
  const chosen = page.getByRole('tab', { name: 'From the Grill' });
  await chosen.click();
  await page.viewport(500, 900);
  await expect.element(chosen).toBeInViewport({ ratio: 1 });
  expect(chosen.element().parentElement?.scrollLeft).toBeGreaterThan(0);
});

it('scrolls the row of categories by the wheel of a mouse, to its end and back, also from right to left', async () => {
  const [first, last] = [page.getByRole('tab', { name: 'Breakfast' }), page.getByRole('tab', { name: 'Sweets' })];
  await expect.element(last).not.toBeInViewport();
  const row = first.element().parentElement as HTMLElement;
  const wheel = (y: number) => userEvent.wheel(row, { delta: { y } });
  for (const dir of ['ltr', 'rtl']) {
    document.documentElement.dir = dir;
    await expect.element(first).toBeInViewport({ ratio: 1 });
    await wheel(900);
    await expect.element(last).toBeInViewport({ ratio: 1 });
    await wheel(-900);
    await expect.element(first).toBeInViewport({ ratio: 1 });
  }
});
