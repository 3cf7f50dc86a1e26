import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, juice, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt, staffSizes } from '../../../ui/hook/testing.tsx';
import { ToastHost } from '../../../ui/overlay/toast-host.tsx';
import { BillScreen } from '../bill-screen.tsx';

const marked = { ...burger, allergens: ['Gluten', 'Milk'], spicy: 2, isHalal: true };
const plain = { ...juice, isVegetarian: true };
const guest = { id: 1, key: 'c', name: 'Aminath', phone: '', tin: '', allergies: 'Lactose, nuts' } as BillCustomer;
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const warning = () => page.getByRole('alert').filter({ hasText: 'contains' });
const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  globalThis.fetch = fakeServer().fetch;
  const menuItems = [marked, plain];
  const categories = [{ id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems }];
  useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
  await useBills.getState().checkIn('Table', '4');
  await showAt(
    '/billing/new/Table/4',
    <>
      <BillScreen />
      <ToastHost />
    </>,
  );
});
afterEach(clear);

it('[R35.76] shows the allergies of the customer at the bill’s title, and warns of an item that contains one, without blocking', async () => {
  await expect.element(page.getByRole('heading', { name: /^Table 4/ })).toBeVisible();
  expect(page.getByText(/^Allergies:/).elements()).toHaveLength(0);
  useBills.getState().setCustomer(bill().key, guest);
  await expect.element(page.getByText('Allergies: Lactose, nuts')).toBeVisible();
  await tile('Lime Juice').click();
  await page.viewport(390, 844);
  await expect.element(page.getByText('Allergies: Lactose, nuts').last()).toBeVisible();
  await page.viewport(1280, 800);
  await tile('Lagoon Burger').click();
  await expect.element(warning()).toHaveTextContent('Lagoon Burger contains Milk');
  expect(page.getByText(/^Lime Juice contains/).elements()).toHaveLength(0);
  await vi.waitFor(() => expect(bill().items.map(({ name }) => name)).toEqual(['Lime Juice', 'Lagoon Burger']));
});

it.each(staffSizes)(
  '[R35.76] warns at %i × %i below the bill’s title, over nothing, for as long as the item is on the bill',
  async (width, height) => {
    await page.viewport(width, height);
    useBills.getState().setCustomer(bill().key, guest);
    await tile('Lagoon Burger').click();
    await expect.element(warning()).toBeVisible();
    const { left, top, width: wide, height: high } = warning().element().getBoundingClientRect();
    expect(document.elementFromPoint(left + wide / 2, top + high / 2)?.closest('[role="alert"]')).toBe(
      warning().element(),
    );
    expect(document.querySelector('.Toastify__toast')).toBeNull();
    const inside = warning().element().parentElement as HTMLElement;
    expect(inside.scrollWidth).toBeLessThanOrEqual(inside.clientWidth);
    const title = page.getByRole('heading', { name: /^Table 4/ }).element();
    expect(title.getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
    // It is also said of an item that was on the bill before its guest was known.
    useBills.getState().setCustomer(bill().key, null);
    await expect.element(warning()).not.toBeInTheDocument();
    useBills.getState().setCustomer(bill().key, guest);
    await expect.element(warning()).toBeVisible();
    useBills.getState().removeUnsaved(bill().key, bill().items[0]?.key ?? '');
    await expect.element(warning()).not.toBeInTheDocument();
  },
);

it('[R35.76] shows the allergies of a delivery at the bill’s title', async () => {
  useBills.setState(({ bills }) => ({
    bills: {
      ...bills,
      [bill().key]: {
        ...bill(),
        delivery: {
          name: '',
          phone: '',
          address: '',
          landmark: '',
          note: '',
          steps: [],
          allergies: 'Sesame',
        } as unknown as Bill['delivery'],
      },
    },
  }));
  await expect.element(page.getByText('Allergies: Sesame')).toBeVisible();
});

it('[R35.76] names allergens, spicy, halal and vegetarian on the tile and at the item', async () => {
  await expect.element(tile('Lagoon Burger').getByText('Contains Gluten, Milk')).toBeVisible();
  await expect.element(tile('Lagoon Burger').getByText('Spicy 2/3')).toBeVisible();
  await expect.element(tile('Lagoon Burger').getByText('Halal')).toBeVisible();
  await expect.element(tile('Lime Juice').getByText('Vegetarian')).toBeVisible();
  await expect.element(tile('Lagoon Burger')).toHaveAccessibleDescription('Halal · Spicy 2/3 · Contains Gluten, Milk');
  await tile('Lagoon Burger').click();
  await page.getByRole('button', { name: 'Change Lagoon Burger' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Lagoon Burger' });
  await expect.element(dialog.getByText('Contains Gluten, Milk')).toBeVisible();
});

it('[R23.21] names allergens, spicy, halal and vegetarian at the line, and nothing at an item without marks', async () => {
  await tile('Lagoon Burger').click();
  await tile('Lime Juice').click();
  const lines = page.getByRole('list', { name: 'Items on the bill' }).getByRole('listitem');
  const said = (name: string) => lines.filter({ hasText: name });
  for (const mark of ['Halal', 'Spicy 2/3', 'Contains Gluten, Milk'])
    await expect.element(said('Lagoon Burger').getByText(mark)).toBeVisible();
  await expect.element(said('Lime Juice').getByText('Vegetarian')).toBeVisible();
  expect(said('Lime Juice').element().textContent).not.toMatch(/Halal|Spicy|Contains/);
  const categories = [
    { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger, juice] },
  ];
  useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
  await expect.element(said('Lagoon Burger').getByText('Halal')).not.toBeInTheDocument();
  expect(said('Lagoon Burger').element().textContent).not.toMatch(/Spicy|Contains/);
});

it('[R23.22] allergies typed at the bill stand at its title, are saved with it, and warn of an item without another tap', async () => {
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'About this bill' });
  await dialog.getByRole('textbox', { name: 'Allergies' }).fill(' Milk, sesame ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Allergies: Milk, sesame')).toBeVisible();
  expect(bill().allergies).toBe('Milk, sesame');
  await tile('Lagoon Burger').click();
  await expect.element(warning()).toHaveTextContent('Lagoon Burger contains Milk');
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await vi.waitFor(() => expect(bill().items.map(({ name }) => name)).toEqual(['Lagoon Burger']));
});

it('[R35.76] tiles say halal only where the menu also has items that are not; the other marks always stand there', async () => {
  const said = (name: string) => tile(name).element().textContent;
  await expect.element(tile('Lagoon Burger')).toBeVisible();
  expect(said('Lagoon Burger')).toContain('Halal');
  const menuItems = [marked, { ...plain, isHalal: true }];
  const categories = [{ id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems }];
  useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
  await vi.waitFor(() => expect(said('Lagoon Burger')).not.toContain('Halal'));
  expect(said('Lagoon Burger')).toContain('Contains Gluten, Milk');
  expect(said('Lagoon Burger')).toContain('Spicy 2/3');
  expect(said('Lime Juice')).toContain('Vegetarian');
});
